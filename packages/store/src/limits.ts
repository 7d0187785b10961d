// Every limit of the memory: one name, one default, its unit in its name.
import { defineLimits } from '@percept/core/internal/options';

/**
 * What a memory holds at most, and its one default for each limit.
 *
 * @example if (bytes.length > storeLimits.maxBlobBytes) tell('That is too large to keep.');
 */
export const storeLimits = defineLimits({
  /** The longest entry that a record takes. Media is a reference, so an entry is text. */
  maxEntryBytes: 16 * 1024 * 1024,
  /** The largest blob that is stored, served or imported. The door takes less. */
  maxBlobBytes: 256 * 1024 * 1024,
  /** The most entries and the longest `session.jsonl` that an import takes: all of it is proven before any of it counts. */
  maxImportEntries: 1_000_000,
  maxImportLogBytes: 512 * 1024 * 1024,
  /** The longest file name that a grant keeps. */
  maxNameChars: 255,
  /** How long one process waits while another one writes. */
  lockTimeoutMs: 10_000,
  /** A blob that nothing refers to yet is safe from the collector for this long after its last put. */
  graceMs: 24 * 60 * 60 * 1000,
  /** The collector forgets memos that were not written again for this long. */
  memoLifetimeMs: 30 * 24 * 60 * 60 * 1000,
  /** A temporary file older than this belongs to a writer that died. */
  staleTempMs: 60 * 60 * 1000,
  /** Below this much room `fsck` warns. */
  minFreeBytes: 64 * 1024 * 1024,
});
export type StoreLimits = typeof storeLimits;

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
