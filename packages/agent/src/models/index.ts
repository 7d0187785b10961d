export { languageModel } from './language-model.ts';
export { knowModel, type Knowledge, type KnownModel } from './known-model.ts';
export {
  discoverServers,
  discoveryTimeoutMs,
  type DiscoveryOptions,
  type FoundServer,
} from './discover.ts';
export { lineUp, type Lineup } from './lineup.ts';
export { pickerOf, type Picker } from './picker.ts';
