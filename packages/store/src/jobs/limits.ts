// Every limit of background work: one name, one default, its unit in its name.

export interface JobLimits {
  /** How long a job is its worker's after the last heartbeat. */
  readonly leaseMs: number;
  /** How often a job is tried before it has failed. */
  readonly maxAttempts: number;
  /** The most jobs of one operation that wait. */
  readonly maxQueuedJobs: number;
  readonly maxResultBytes: number;
  readonly maxParamsBytes: number;
  /** How many failures are remembered. */
  readonly maxFailures: number;
}

export const jobLimits: JobLimits = {
  leaseMs: 10_000,
  maxAttempts: 5,
  maxQueuedJobs: 1000,
  maxResultBytes: 1024 * 1024,
  maxParamsBytes: 64 * 1024,
  maxFailures: 1000,
};
