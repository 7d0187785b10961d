export { openMemory, type Memory, type MemoryOptions } from './memory.ts';
export {
  type Clock,
  type CountFilter,
  type EntryRange,
  type OpenRequest,
  type Receipt,
  type Session,
  type SessionFilter,
  type SessionKind,
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
export { type ForkRequest } from './sql/fork.ts';
export { type Leases, type MarkPurpose, type Marks } from './sql/lease-table.ts';
export { type KeyPurpose, type SharedKey, type SharedKeys } from './shared-keys.ts';
export { type BlobReader } from './fs/verified-file.ts';
export { localTenant } from './tenant.ts';
export { type Collection, type CollectOptions } from './sql/collection.ts';
export { type Tally } from './sql/blob-rows.ts';
export { fsck } from './fsck/fsck.ts';
export {
  type CheckSummary,
  type Depth,
  type Finding,
  type FsckOptions,
  type FsckReport,
  type Severity,
} from './fsck/report.ts';
export { type Imported } from './portable/import.ts';
export { isStoreError, StoreError, type StoreErrorCode } from './error.ts';
export { storeLimits, type StoreLimits } from './limits.ts';
export { type Memos } from './sql/memo-table.ts';
