export { openMemory, type Memory, type MemoryOptions } from './memory.ts';
export {
  type Clock,
  type EntryRange,
  type OpenRequest,
  type Receipt,
  type Session,
  type SessionRecord,
  type StoredEntry,
} from './ports.ts';
export { type Collection, type CollectOptions } from './collector.ts';
export { type Tally } from './sqlite/blob-ledger.ts';
export { fsck, type CheckSummary, type FsckOptions, type FsckReport } from './fsck/fsck.ts';
export { type Depth, type Finding, type Severity } from './fsck/check.ts';
export { type Imported } from './portable/import.ts';
export { isStoreError, StoreError, type StoreErrorCode } from './error.ts';
export { storeLimits, type StoreLimits } from './limits.ts';
export { type Memos } from './sqlite/memo-table.ts';
