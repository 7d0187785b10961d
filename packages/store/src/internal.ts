// For sister packages only: not public, and without a promise between versions.
export { everySession } from './ports.ts';
