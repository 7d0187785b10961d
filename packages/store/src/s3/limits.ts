// What one bucket may take of time, attempts and memory.

export interface S3Limits {
  /** How long one request may take, its body included. */
  readonly requestTimeoutMs: number;
  /** How often a request is sent before the failure is told. */
  readonly maxAttempts: number;
  /** The longest pause between two attempts. */
  readonly maxPauseMs: number;
  readonly maxKeysPerPage: number;
  /** The longest life of a presigned address. */
  readonly maxPresignSeconds: number;
}

export const s3Limits: S3Limits = {
  requestTimeoutMs: 60_000,
  maxAttempts: 4,
  maxPauseMs: 5000,
  maxKeysPerPage: 1000,
  maxPresignSeconds: 60,
};

export const maxObjectListBytes = 8 * 1024 * 1024;
export const maxS3ErrorBytes = 64 * 1024;
export const maxSigningKeys = 16;
