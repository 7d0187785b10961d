export {
  accelerators,
  createEyes,
  describe,
  transcribe,
  type Accelerator,
  type Eyes,
  type EyesOptions,
} from './eyes.ts';
export { type Describer, type LookOptions, type Transcriber } from './describer.ts';
export {
  type Chart,
  type CodeBlock,
  type DescribedLine,
  type Description,
  type Kind,
  type MachineCode,
  type ScreenElement,
  type Series,
  type Table,
  type UnreadText,
} from './description.ts';
export { type Segment, type Transcript } from './transcript.ts';
export { type EyesLimits } from './limits.ts';
export { version as eyesVersion } from './compose/description.ts';
export {
  catalogue,
  modelNames,
  packNames,
  type ModelName,
  type ModelPackage,
} from './models/catalogue.ts';
export { isInstalled } from './models/installed.ts';
export { pullModel, type PulledModel, type PullOptions, type PullProgress } from './models/pull.ts';
export { modelsFolder } from './models/folder.ts';
