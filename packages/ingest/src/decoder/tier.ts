// From the wish (`auto`) to what really stands: each tier says what it protects, and a tier counts only after a decoder
// has answered from inside it. `auto` goes from the strongest to the most portable.
import { extname } from 'node:path';
import { linkChild } from './child-link.ts';
import { limitedCommand, sealedCommand, type CommandOptions } from './command.ts';
import type { DecoderLimits, Isolation, Tier } from './decoder.ts';
import type { LinkFactory } from './link.ts';
import { linkWorker } from './worker-link.ts';

export type Sandbox = 'auto' | Tier;

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
  return sandbox === 'auto' ? ['bwrap', 'rlimit', 'wasm'] : [sandbox];
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
