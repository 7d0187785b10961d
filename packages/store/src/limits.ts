// Every limit of the memory: one name, one default, its unit in its name.

export interface StoreLimits {
  /** The longest entry that a record takes. Media is a reference, so an entry is text. */
  readonly maxEntryBytes: number;
  /** The largest blob that is stored, served or imported. The door takes less. */
  readonly maxBlobBytes: number;
  /** The most entries and the longest `session.jsonl` that an import takes: all of it is proven before any of it counts. */
  readonly maxImportEntries: number;
  readonly maxImportLogBytes: number;
  /** The longest file name that a grant keeps. */
  readonly maxNameChars: number;
  /** How long one process waits while another one writes. */
  readonly lockTimeoutMs: number;
  /** A blob that nothing refers to yet is safe from the collector for this long after its last put. */
  readonly graceMs: number;
  /** The collector forgets memos that were not written again for this long. */
  readonly memoLifetimeMs: number;
  /** A temporary file older than this belongs to a writer that died. */
  readonly staleTempMs: number;
  /** Below this much room `fsck` warns. */
  readonly minFreeBytes: number;
}

/**
 * What a memory holds at most, and its one default for each limit.
 *
 * @example if (bytes.length > storeLimits.maxBlobBytes) tell('That is too large to keep.');
 */
export const storeLimits: StoreLimits = {
  maxEntryBytes: 16 * 1024 * 1024,
  maxBlobBytes: 256 * 1024 * 1024,
  maxImportEntries: 1_000_000,
  maxImportLogBytes: 512 * 1024 * 1024,
  maxNameChars: 255,
  lockTimeoutMs: 10_000,
  graceMs: 24 * 60 * 60 * 1000,
  memoLifetimeMs: 30 * 24 * 60 * 60 * 1000,
  staleTempMs: 60 * 60 * 1000,
  minFreeBytes: 64 * 1024 * 1024,
};

// sqlite
/** How long one try may stand still. */
export const busyTimeoutMs = 20;
export const maxJobsPerCommit = 512;
export const commitLimits = {
  maxEntriesPerCommit: 512,
  maxBytesPerCommit: 8 * 1024 * 1024,
} as const;

// fs
/** What was proven lately; a proof of the largest blob has 1,024 digests. */
export const maxProofs = 256;
