export { fitPicture } from './fit.ts';
export { orientedSize } from './orientation.ts';
export {
  type Bitmap,
  type DecodeJob,
  type EncodedPicture,
  type OutputType,
  type Picture,
  type Region,
  type Stage,
  type Step,
  type UnchangedPicture,
} from './picture.ts';
