export { probeAudio } from './audio/probe-audio.ts';
export { type SoundProbe } from './audio/sound.ts';
export { probe } from './image.ts';
export { type Orientation, type Probe } from './picture.ts';
