export { loneGifFrame } from './gif.ts';
export { stripMetadata } from './strip-metadata.ts';
