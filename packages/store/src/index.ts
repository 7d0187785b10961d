export { openMemory, type Memory, type MemoryOptions } from './memory.ts';
export {
  type Clock,
  type EntryRange,
  type OpenRequest,
  type Receipt,
  type Session,
  type SessionFilter,
  type SessionRecord,
  type StoredEntry,
} from './ports.ts';
export {
  type Disposition,
  type Grant,
  type GrantRequest,
  type Grants,
  type GrantScope,
} from './grants.ts';
export { type ForkRequest } from './fork.ts';
export { type KeyPurpose, type SharedKey, type SharedKeys } from './shared-keys.ts';
export { type BlobReader } from './fs/verified-file.ts';
export { localTenant } from './tenant.ts';
export { type Collection, type CollectOptions } from './collector.ts';
export { type Tally } from './sqlite/blob-ledger.ts';
export { fsck, type CheckSummary, type FsckOptions, type FsckReport } from './fsck/fsck.ts';
export { type Depth, type Finding, type Severity } from './fsck/check.ts';
export { type Imported } from './portable/import.ts';
export { isStoreError, StoreError, type StoreErrorCode } from './error.ts';
export { storeLimits, type StoreLimits } from './limits.ts';
export { type Memos } from './sqlite/memo-table.ts';
