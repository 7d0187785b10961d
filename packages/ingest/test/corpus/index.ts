export { foreignCorpus } from './good-foreign.ts';
export { goodCorpus, type GoodPicture } from './good.ts';
export { hostileCorpus, smallPictures, truncations } from './hostile.ts';
export { sounds } from './make-sound.ts';
