// What one bucket may take of time, attempts and memory.
import { defineLimits } from '@percept/core/internal/options';

export const s3Limits = defineLimits({
  /** How long one request may take, its body included. */
  requestTimeoutMs: 60_000,
  /** How often a request is sent before the failure is told. */
  maxAttempts: 4,
  /** The longest pause between two attempts. */
  maxPauseMs: 5000,
  maxKeysPerPage: 1000,
  /** The longest life of a presigned address. */
  maxPresignSeconds: 60,
});
export type S3Limits = typeof s3Limits;

export const maxObjectListBytes = 8 * 1024 * 1024;
export const maxS3ErrorBytes = 64 * 1024;
export const maxSigningKeys = 16;
