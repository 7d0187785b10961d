// For sister packages only: not public, and without a promise between versions.
export { foldEvent, foldTurns } from './fold.ts';
