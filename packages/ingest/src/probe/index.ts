export { readElements, readUnsigned, readVariableNumber } from './audio/webm.ts';
export { probe } from './image.ts';
export type { Orientation, Probe } from './picture.ts';
