export {
  cancelled,
  sourceOf,
  type Room,
  type SourceBytes,
  type SourceOptions,
  type SourceProgress,
} from './source.ts';
export {
  openInside,
  readFile,
  readPath,
  type OpenFile,
  type OpenOptions,
  type PathAccess,
  type PathOptions,
} from './open-file.ts';

export { readInline } from './inline.ts';

export { readStream, type ByteStream, type Inspect, type StreamOptions } from './stream.ts';
export { fetchUrl, type UrlOptions } from './url.ts';
export type { UrlPolicy } from './url-policy.ts';
export type { Resolve } from './request.ts';
export type { ClipboardOptions, TerminalRead } from './clipboard/content.ts';
export { readClipboard } from './clipboard/read-clipboard.ts';
export { parseDrop, type DropItem, type DropOptions } from './drop.ts';
