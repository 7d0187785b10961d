export { createGateway, takesSocket, type Gateway, type GatewayOptions } from './gateway.ts';
export {
  defaultUpstreams,
  readUpstreams,
  spendsHostKey,
  type HealSettings,
  type UpstreamOptions,
  type Upstreams,
} from './upstream.ts';
export type { GatewayEntry } from './account.ts';
export { gatewayKeyHeader, tenantTokenHeader } from './header-list.ts';
export { belongsToGateway } from './target.ts';
export { usualPath, type DryRun } from './dry-run.ts';
export { openGatewayFetch, type FetchOptions, type GatewayFetch } from './gateway-fetch.ts';
