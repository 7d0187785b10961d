export { orientedSize } from './orientation.ts';
export {
  type Bitmap,
  type DecodeTask,
  type EncodedPicture,
  type Note,
  type OutputType,
  type Region,
  type Stage,
  type Step,
} from './picture.ts';
