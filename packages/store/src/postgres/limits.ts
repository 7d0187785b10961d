// Every limit of the memory at scale: one name, one default, its unit in its name. What it shares with the embedded
// memory (entries, blobs, grace) stands in `storeLimits`.
import { defineLimits } from '@percept/core/internal/options';

export const postgresLimits = defineLimits({
  /** The most connections that one process holds open. */
  maxConnections: 10,
  /** How long a statement may run, and how long it may wait for a lock. */
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  /** How long connecting may take, once. */
  connectTimeoutMs: 10_000,
  /** How long work waits for a server that is away before it is refused. */
  retryTimeoutMs: 15_000,
  /** The most entries, and about the most bytes of them, that share one commit. */
  maxEntriesPerCommit: 256,
  maxBytesPerCommit: 8 * 1024 * 1024,
  /** An upload that was announced longer ago than this belongs to a writer that died. */
  staleUploadMs: 60 * 60 * 1000,
});
export type PostgresLimits = typeof postgresLimits;

// postgres
export const maxRetryPauseMs = 1000;
export const maxPutRounds = 5;
