// For sister packages only: not public, and without a promise between versions.
export { maxKnownPictures } from '../limits.ts';
export { mcpLimits } from './limits.ts';
export { createHearing } from './hearing.ts';
export { createVision } from './vision.ts';
