export { openMemory, type Memory, type MemoryOptions } from './memory.ts';
export type {
  Clock,
  CountFilter,
  EntryRange,
  OpenRequest,
  Receipt,
  Session,
  SessionFilter,
  SessionKind,
  SessionRecord,
  StoredEntry,
} from './ports.ts';
export type { Disposition, Grant, GrantRequest, Grants, GrantScope } from './grants.ts';
export type { ForkRequest } from './sql/fork.ts';
export type { TenantStore } from './sql/tenant-blobs.ts';
export type { Leases, MarkPurpose, Marks } from './sql/lease-table.ts';
export type { KeyPurpose, SharedKey, SharedKeys } from './shared-keys.ts';
export type { BlobReader } from './fs/verified-file.ts';
export { localTenant } from '@percept/core/internal/tenant';
export type { Collection, CollectOptions } from './sql/collection.ts';
export type { Tally } from './sql/blob-rows.ts';
export { fsck } from './fsck/fsck.ts';
export type {
  CheckSummary,
  Depth,
  Finding,
  FsckOptions,
  FsckReport,
  Severity,
} from './fsck/report.ts';
export type { Imported } from './portable/import.ts';
export { isStoreError, StoreError, type StoreErrorCode } from './error.ts';
export { storeLimits, type StoreLimits } from './limits.ts';
export type { Memos } from './sql/memo-table.ts';
