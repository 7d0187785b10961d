// The port to work that is worth giving away. A job is a pure function of content: its key says all that its result
// depends on, results are remembered by key, and so running a job twice is waste and never harm. That is why a lease
// that ends is all the protection there is, and all that is needed.
import type { BlobId, Outcome } from '@percept/core';

export interface JobRequest {
  /** What to do: lower-case letters, digits and hyphens. */
  readonly operation: string;
  /** Changes whenever the same input may give another result. */
  readonly version: string;
  readonly input: BlobId;
  /** Whatever else the result depends on: plain JSON. */
  readonly params?: Json;
}

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

declare const jobKeyBrand: unique symbol;
/** `operation@version:` and the hash of input and parameters. */
export type JobKey = string & { readonly [jobKeyBrand]: true };

export type JobState =
  | { readonly state: 'queued' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly result: string }
  | { readonly state: 'failed'; readonly reason: string };

/** The right to do a job until the lease ends. */
export interface Lease {
  readonly key: JobKey;
  readonly request: JobRequest;
  /** Counted from 1. */
  readonly attempt: number;
  /** Names this lease and no other. */
  readonly token: string;
}

export interface LeaseOptions {
  /** How long to wait for a job when there is none. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

export interface JobQueue {
  /**
   * Asks for a job to be done. The same key is in the queue once, and is not queued again when its result is known. Full
   * means `too-many`: whoever asks waits or does the work itself.
   */
  enqueue(request: JobRequest): Promise<Outcome<JobKey>>;
  /** `absent` when nobody asked for it, or when its result was forgotten. */
  find(key: JobKey): Promise<Outcome<JobState>>;
  /** The next job of one of these operations, or undefined. It is nobody else's until the lease ends. */
  lease(operations: readonly string[], options?: LeaseOptions): Promise<Outcome<Lease | undefined>>;
  /** Makes the lease last longer; `stale` when it has ended and the job is somebody else's. */
  heartbeat(lease: Lease): Promise<Outcome<void>>;
  /** Accepted means that the result is remembered. */
  complete(lease: Lease, result: string): Promise<Outcome<void>>;
  /** Gives the job back; after the last attempt it has failed. */
  fail(lease: Lease, reason: string): Promise<Outcome<void>>;
  close(): Promise<void>;
}
