// The port that everything outside sees: a job goes in, a picture or a refusal comes out, and whatever the bytes do,
// they do it elsewhere.
import type { DoorLimits, Outcome } from '@percept/core';
import type { Bitmap, CheckedPicture, DecodeTask, EncodedPicture, Stage } from '../fit/picture.ts';

export interface DecodeOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: Stage) => void;
}

export interface Decoder {
  run(job: DecodeTask, options?: DecodeOptions): Promise<Outcome<EncodedPicture>>;
  /** Bare pixels, fitted to the target's size. They stay in this process: nothing like it may leave. */
  bitmap(job: DecodeTask, options?: DecodeOptions): Promise<Outcome<Bitmap>>;
  /** Decodes and hands nothing out: whether the picture can be shown, and how large it is then. */
  check(job: DecodeTask, options?: DecodeOptions): Promise<Outcome<CheckedPicture>>;
  /** Running and waiting jobs are refused as cancelled; resolves when no process or thread is left. */
  close(): Promise<void>;
}

export type DecoderLimits = Pick<
  DoorLimits,
  'decodeTimeoutMs' | 'maxWorkerMemoryBytes' | 'maxSourcePixels'
>;

/** `bwrap` and `rlimit` are child processes, `wasm` is a thread. */
export const tiers = ['bwrap', 'rlimit', 'wasm'] as const;
export type Tier = (typeof tiers)[number];

/** What stands between a hostile picture and the host, as it is in force now. */
export interface Isolation {
  readonly tier: Tier;
  /** What the decoder could reach if its code were taken over. */
  readonly files: 'own-code-read-only' | 'as-the-host' | 'none-from-wasm';
  readonly network: 'none' | 'as-the-host' | 'none-from-wasm';
  readonly memory: 'rlimit-and-rss-watch' | 'wasm-memory-cap';
  readonly maxMemoryBytes: number;
  readonly timeoutMs: number;
}
