export { probe } from './image.ts';
export type { Orientation, Probe } from './picture.ts';
