export {
  openDoor,
  type Door,
  type DoorOptions,
  type FitRequest,
  type IngestRequest,
  type KeepRequest,
  type Place,
} from './door.ts';
export type {
  AdmissionRequest,
  AdmissionStep,
  Admitted,
  BitmapRequest,
  DecodedBitmap,
  Expectation,
  Kept,
} from './admission/index.ts';
export type { DoorInput } from './arrival.ts';
export type { MediaSource } from './media-source.ts';
export { sniff, type NotTaken, type Sniffed } from './sniff.ts';
export type { Orientation, Probe } from './probe/index.ts';
export type {
  Decoder,
  DecodeOptions,
  Isolation,
  PoolOptions,
  Sandbox,
  Tier,
} from './decoder/index.ts';
export type {
  Bitmap,
  DecodeTask,
  EncodedPicture,
  OutputType,
  Region,
  Stage,
  Step,
} from './fit/index.ts';
export type {
  ByteStream,
  DropItem,
  OpenFile,
  PathAccess,
  Room,
  SourceBytes,
  SourceOptions,
  SourceProgress,
  TerminalRead,
  UrlPolicy,
} from './sources/index.ts';
