// For sister packages only: not public, and without a promise between versions.
export { maxKnownPictures } from '../limits.ts';
export { mcpLimits } from './limits.ts';
export { createHearing, createVision } from './senses.ts';
