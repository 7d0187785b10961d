export {
  openDoor,
  type Door,
  type DoorOptions,
  type FitRequest,
  type IngestRequest,
  type KeepRequest,
  type Place,
} from './door.ts';
export {
  type AdmissionRequest,
  type AdmissionStep,
  type Admitted,
  type BitmapRequest,
  type DecodedBitmap,
  type Expectation,
  type Kept,
} from './admission/index.ts';
export { type DoorInput } from './arrival.ts';
export { type MediaSource } from './media-source.ts';
export { sniff, type NotTaken, type Sniffed } from './sniff.ts';
export { type Orientation, type Probe } from './probe/index.ts';
export {
  type Decoder,
  type DecodeOptions,
  type Isolation,
  type PoolOptions,
  type Sandbox,
  type Tier,
} from './decoder/index.ts';
export {
  type Bitmap,
  type DecodeTask,
  type EncodedPicture,
  type OutputType,
  type Region,
  type Stage,
  type Step,
} from './fit/index.ts';
export {
  type ByteStream,
  type DropItem,
  type OpenFile,
  type PathAccess,
  type Room,
  type SourceBytes,
  type SourceOptions,
  type SourceProgress,
  type TerminalRead,
  type UrlPolicy,
} from './sources/index.ts';
