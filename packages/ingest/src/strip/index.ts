export { loneGifFrame, stripMetadata } from './strip-metadata.ts';
