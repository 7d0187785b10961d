export { orientedSize } from './orientation.ts';
export type {
  Bitmap,
  DecodeTask,
  EncodedPicture,
  Note,
  OutputType,
  Region,
  Stage,
  Step,
} from './picture.ts';
