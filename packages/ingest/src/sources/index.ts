export {
  cancelled,
  labelOf,
  type Room,
  type SourceBytes,
  type SourceOptions,
  type SourceProgress,
} from './source.ts';
export { readFile, readPath, type PathOptions } from './path.ts';
export {
  openInside,
  openPath,
  type OpenFile,
  type OpenOptions,
  type PathAccess,
} from './open-file.ts';
export { checkPathName, isFileUrl, pathOfFileUrl } from './path-name.ts';
export { isDataUrl, readDataUrl, readInline } from './inline.ts';
export { readBase64 } from './base64.ts';
export { readStream, type ByteStream, type Inspect, type StreamOptions } from './stream.ts';
export { fetchUrl, type UrlOptions } from './url.ts';
export { checkUrl, type UrlPolicy } from './url-policy.ts';
export { type Resolve } from './guarded-lookup.ts';
export { readClipboard, type ClipboardOptions, type TerminalRead } from './clipboard/index.ts';
export { parseDrop, type DropItem, type DropOptions } from './drop.ts';
