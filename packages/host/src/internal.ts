// For sister packages only: not public, and without a promise between versions.
export { spendsHostKey, usualPath } from './gateway/index.ts';
