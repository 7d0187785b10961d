export { hoistToolResultImages, type HoistOptions } from './hoist.ts';
export { promptLens, type PackageFacts } from './lens.ts';
export {
  perceptMiddleware,
  PromptLowering,
  type LoweredPrompt,
  type PerceptOptions,
} from './middleware.ts';
export { type PerceptEvent } from './event.ts';
