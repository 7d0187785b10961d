export { readElements, readUnsigned, readVariableNumber } from './audio/webm.ts';
export { probe } from './image.ts';
export { readRiffChunks } from './riff.ts';
export type { Orientation, Probe } from './picture.ts';
