// For sister packages only: not public, and without a promise between versions.
export { everySession } from './ports.ts';
export { BoundedMap } from './bounded-map.ts';
