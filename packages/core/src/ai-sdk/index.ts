export type { AnyLanguageModel, Prepare, SameGeneration } from './before-calls.ts';
export { hoistToolResultImages, type HoistOptions } from './hoist.ts';
export type { PackageFacts } from './lens.ts';
export { perceptMiddleware, type LoweredPrompt } from './middleware.ts';
export type { PerceptOptions } from './calls.ts';
export type { LensEvent } from './event.ts';
export { withPercept } from './with-percept.ts';
