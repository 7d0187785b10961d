export { fitPicture } from './fit.ts';
export { type DecodeLimits } from './decode.ts';
export { orientedSize, readOrientation } from './orientation.ts';
export { type SharpFactory } from './pixels.ts';
export {
  outputTypes,
  stages,
  steps,
  type DecodeJob,
  type EncodedPicture,
  type JobFacts,
  type Orientation,
  type OutputType,
  type Picture,
  type Region,
  type Stage,
  type Step,
  type UnchangedPicture,
} from './picture.ts';
