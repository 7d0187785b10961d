export { FolderTakenError } from './folder-hold.ts';
export type { HostContext, HostExtension } from './extension.ts';
export { openHandler, type HandedOn, type HandlerSetup, type MountedHost } from './mounted.ts';
export { openHost, type HostSetup, type RunningHost } from './server.ts';
export { readTenants, type Tenants } from './tenants-file.ts';
export {
  createGateway,
  defaultUpstreams,
  readUpstreams,
  type DryRun,
  type HealSettings,
  type UpstreamOptions,
} from './gateway/index.ts';
