// Every limit of the memory at scale: one name, one default, its unit in its name. What it shares with the embedded
// memory (entries, blobs, grace) stands in `storeLimits`.

export interface PostgresLimits {
  /** The most connections that one process holds open. */
  readonly maxConnections: number;
  /** How long a statement may run, and how long it may wait for a lock. */
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  /** How long connecting may take, once. */
  readonly connectTimeoutMs: number;
  /** How long work waits for a server that is away before it is refused. */
  readonly retryTimeoutMs: number;
  /** The most entries, and about the most bytes of them, that share one commit. */
  readonly maxEntriesPerCommit: number;
  readonly maxBytesPerCommit: number;
  /** An upload that was announced longer ago than this belongs to a writer that died. */
  readonly staleUploadMs: number;
}

export const postgresLimits: PostgresLimits = {
  maxConnections: 10,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  retryTimeoutMs: 15_000,
  maxEntriesPerCommit: 256,
  maxBytesPerCommit: 8 * 1024 * 1024,
  staleUploadMs: 60 * 60 * 1000,
};

// postgres
export const maxRetryPauseMs = 1000;
export const maxPutRounds = 5;
