export { chargeWords, forecastWords } from './bill.ts';
export { MakingBudget } from './budget.ts';
export {
  drawPicture,
  sayAloud,
  shapes,
  speechFormats,
  type DrawRequest,
  type MakeParts,
  type Produced,
  type SayRequest,
  type Shape,
} from './make.ts';
export {
  makersOf,
  nobodyDraws,
  nobodySpeaks,
  type ImageMaker,
  type Maker,
  type Makers,
  type SpeechMaker,
} from './makers.ts';
