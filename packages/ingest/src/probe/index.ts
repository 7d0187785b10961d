export { probe } from './image.ts';
export { type Orientation, type Probe } from './picture.ts';
