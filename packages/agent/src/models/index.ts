export {
  ForeignAnswerError,
  imageModel,
  languageModel,
  serverName,
  speechModel,
} from './language-model.ts';
export type { Knowledge, KnownModel } from './known-model.ts';
export { discoverServers, type DiscoveryOptions, type FoundServer } from './discover.ts';
export { buildCatalogue, type ModelCatalogue } from './model-catalogue.ts';
export { metered, type Charge } from './metered-model.ts';
export { charsIn, tokensOfText } from './text-tokens.ts';
export { modelChoiceOf, type ModelChoice } from './model-choice.ts';
