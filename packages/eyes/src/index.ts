export {
  accelerators,
  createEyes,
  describe,
  transcribe,
  type Accelerator,
  type Eyes,
  type EyesOptions,
} from './eyes.ts';
export type { Describer, LookOptions, Transcriber } from './describer.ts';
export type {
  Chart,
  CodeBlock,
  DescribedLine,
  Description,
  Diagram,
  DiagramEdge,
  DiagramNode,
  Kind,
  MachineCode,
  ScreenElement,
  Series,
  Table,
  UnreadText,
} from './description.ts';
export type { Segment, Transcript } from './transcript.ts';
export type { EyesLimits } from './limits.ts';
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
