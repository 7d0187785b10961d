// For sister packages only: not public, and without a promise between versions.
export { folderGuard } from './tools/folder-handle.ts';
export { createDraw } from './tools/draw.ts';
export { createSay } from './tools/say.ts';
export {
  hostOf,
  isConsented,
  loadConfig,
  Secret,
  sizeHint,
  trustQuestion,
  trustShown,
  TrustStore,
  userConfigFolder,
} from './config/index.ts';
export { discoverServers, buildCatalogue } from './models/index.ts';
export { readBounded } from './models/discover.ts';
export { bridgedPort, chatOf, createBridge } from './bridge/index.ts';
export { bridgeOf } from './runtime/runtime-bridge.ts';
export {
  attachmentFates,
  AnswerMedia,
  callModel,
  isModelFact,
  MadeMedia,
  noUsage,
  readUsage,
  ReportReader,
  replay,
  Replayer,
  usageIn,
  withoutPayloads,
} from './loop/index.ts';
export {
  chargeWords,
  drawPicture,
  forecastWords,
  makersOf,
  MakingBudget,
  nobodyDraws,
  nobodySpeaks,
  sayAloud,
} from './making/index.ts';
export { takeIn, withSetting } from './prompt/intake.ts';
export { admitPictures } from './prompt/message-room.ts';
export { attachmentName, withOwnNames } from './prompt/attachment-name.ts';
export { listMaker } from './client-servers/own-process-list.ts';
export { OwnMedia } from './tools/own-media.ts';
export { typeOfSniffed } from './mcp/media-types.ts';
