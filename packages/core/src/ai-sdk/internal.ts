// For sister packages only: not public, and without a promise between versions.
export { beforeCalls, isPromptLike } from './before-calls.ts';
export { profileFor } from './calls.ts';
export { promptLens } from './lens.ts';
export { PromptLowering } from './middleware.ts';
