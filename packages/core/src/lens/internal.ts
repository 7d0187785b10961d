// For sister packages only: not public, and without a promise between versions.
export { freshWorkings } from './session.ts';
export { freshState, frontierEntry, stateOf } from './state.ts';
export { fillBlindResults, findBlindResults, findMarkedResults, readSlots } from './request.ts';
export { mayNameMedia } from './blind-results.ts';
export { decodeBase64, overBytes } from './base64.ts';
export { changesOf } from './changes.ts';
export { peek } from './peek.ts';
export { mayHoldMedia } from './scan.ts';
export { readSpelling } from './spelling.ts';
export { isPassing } from './supply.ts';
