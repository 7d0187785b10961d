export { loadConfig, type LoadOptions } from './load-config.ts';
export type { ModelSpec, PerceptConfig, Price, ProjectFile, RoleChoice } from './config.ts';
export { userConfigFolder } from './find-config.ts';
export { trustQuestion, trustShown } from './trust-question.ts';
export { TrustStore, type Trustable, type TrustedFile } from './trust-store.ts';
export { Secret } from './secret.ts';
export {
  bridgeSettings,
  imageSettings,
  sizeHint,
  type BridgeSettings,
  type ImageSettings,
  type PromptVersion,
} from './settings.ts';
export { hostOf, isConsented, isLoopback } from './consent.ts';
export { isLocalServer, localServers, type LocalServer, type ProviderKind } from './provider.ts';
