// For sister packages only: not public, and without a promise between versions.
export { decodeBitmap } from './admission/index.ts';
export { arrive } from './arrival.ts';
export { inputOf } from './media-source.ts';
export { sniffLegacyText } from './probe/legacy-text.ts';
export { DecoderPool } from './decoder/pool.ts';
export { openInside, parseDrop, readClipboard, readFile } from './sources/index.ts';
export { dataHome, type Surroundings } from './sources/data-home.ts';
