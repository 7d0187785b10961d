export type { Prepare } from './before-calls.ts';
export type { AnyLanguageModel, SameGeneration } from './generation.ts';
export { hoistToolResultImages, type HoistOptions } from './hoist.ts';
export type { PackageFacts } from './lens.ts';
export { perceptMiddleware, type LoweredPrompt } from './middleware.ts';
export type { PerceptOptions } from './calls.ts';
export type { LensEvent } from './event.ts';
export { withPercept } from './with-percept.ts';
