export { loadConfig, type LoadOptions } from './load-config.ts';
export {
  printableConfig,
  type ModelSpec,
  type PerceptConfig,
  type Price,
  type RoleChoice,
} from './config.ts';
export { isConsented } from './consent.ts';
export { Secret } from './secret.ts';
export { bridgeSettings, type BridgeSettings, type PromptVersion } from './settings.ts';
export {
  hostOf,
  isLoopback,
  localServers,
  localServerUrls,
  type LocalServer,
  type ProviderKind,
} from './provider.ts';
