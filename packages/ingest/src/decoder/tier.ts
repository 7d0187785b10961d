// From the wish to what really stands: each tier says what it protects, and a tier counts only after a decoder has answered
// from inside it. WebAssembly reaches neither files nor the network, so it stands above a process that is only limited.
import { extname } from 'node:path';
import { linkChild } from './child-link.ts';
import { limitedCommand, sealedCommand, type CommandOptions } from './command.ts';
import type { DecoderLimits, Isolation, Tier } from './decoder.ts';
import type { LinkFactory } from './link.ts';
import { linkWorker } from './worker-link.ts';

/**
 * `required`: a decoder that was taken over reaches no file and no host, or nothing is decoded. `preferred`: the same where
 * this system can do it, otherwise a limited process and a warning with every picture. A tier by name: that one or none.
 */
export type Sandbox = 'required' | 'preferred' | Tier;

export interface Candidate {
  readonly isolation: Isolation;
  readonly start: LinkFactory;
}

export interface TierOptions {
  readonly childEntry?: URL;
  readonly workerEntry?: URL;
  readonly limits: DecoderLimits;
  readonly maxSourceBytes: number;
  readonly codeCache?: string | undefined;
}

/** Beside this module, in whatever form this package is installed. */
function beside(name: string): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
}

export function tiersFor(sandbox: Sandbox): readonly Tier[] {
  switch (sandbox) {
    case 'required':
      return ['bwrap', 'wasm'];
    case 'preferred':
      return ['bwrap', 'wasm', 'rlimit'];
    case 'bwrap':
    case 'wasm':
    case 'rlimit':
      return [sandbox];
  }
}

/** Whether code that was taken over inside it would find nothing there. */
export function isConfined(tier: Tier): boolean {
  return tier !== 'rlimit';
}

/** The way into a tier, or the name of what the system lacks for it. */
export function candidate(tier: Tier, options: TierOptions): Candidate | string {
  const { limits, maxSourceBytes, codeCache, childEntry = beside('child') } = options;
  const bounds = { maxMemoryBytes: limits.maxWorkerMemoryBytes, timeoutMs: limits.decodeTimeoutMs };
  const child: CommandOptions = {
    entry: childEntry,
    maxMemoryBytes: limits.maxWorkerMemoryBytes,
    maxSourceBytes,
    codeCache,
  };
  switch (tier) {
    case 'bwrap': {
      const command = process.platform === 'linux' ? sealedCommand(child) : undefined;
      if (!command) return 'bubblewrap or prlimit is not installed';
      return {
        isolation: {
          tier,
          files: 'own-code-read-only',
          network: 'none',
          memory: 'rlimit-and-rss-watch',
          ...bounds,
        },
        start: (events) => linkChild(command, events),
      };
    }
    case 'rlimit': {
      const command = process.platform === 'linux' ? limitedCommand(child) : undefined;
      if (!command) return 'prlimit is not installed';
      return {
        isolation: {
          tier,
          files: 'as-the-host',
          network: 'as-the-host',
          memory: 'rlimit-and-rss-watch',
          ...bounds,
        },
        start: (events) => linkChild(command, events),
      };
    }
    case 'wasm': {
      const entry = options.workerEntry ?? beside('worker');
      return {
        isolation: {
          tier,
          files: 'none-from-wasm',
          network: 'none-from-wasm',
          memory: 'wasm-memory-cap',
          ...bounds,
        },
        start: (events) => linkWorker(entry, limits.maxWorkerMemoryBytes, events),
      };
    }
  }
}
