// For sister packages only: not public, and without a promise between versions.
export type { Assets } from './assets/index.ts';
export {
  openGatewayFetch,
  spendsHostKey,
  usualPath,
  type FetchOptions,
  type GatewayFetch,
} from './gateway/index.ts';
export { Callers, type Caller, type Credential, type Scope } from './http/caller.ts';
export { HeldBytes, Share } from './http/held-bytes.ts';
export type { Vouched } from './http/vouched.ts';
export { readBody, type ReadBody } from './http/json-body.ts';
export {
  invalid,
  notFound,
  problem,
  refusalProblem,
  respondWith,
  type Problem,
} from './http/problem.ts';
export { placesPerTenant, type Places } from './places.ts';
export { folderOf, tenantFolderName } from './tenant-folder.ts';
