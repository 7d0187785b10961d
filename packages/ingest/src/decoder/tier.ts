// From the wish to what really stands: each tier says what it protects, and a tier counts only after a decoder has answered
// from inside it. WebAssembly reaches neither files nor the network, so it stands above a process that is only limited.
import { extname } from 'node:path';
import { linkChild } from './child-link.ts';
import { limitedCommand, sealedCommand } from './command.ts';
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
  readonly childEntry?: URL | undefined;
  readonly workerEntry?: URL | undefined;
  readonly limits: DecoderLimits;
  readonly maxSourceBytes: number;
  readonly codeCache?: string | undefined;
}

/** Beside this module, in whatever form this package is installed. */
function beside(name: string): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
}

export function tiersFor(sandbox: Sandbox): readonly Tier[] {
  if (sandbox === 'required') return ['bwrap', 'wasm'];
  return sandbox === 'preferred' ? ['bwrap', 'wasm', 'rlimit'] : [sandbox];
}

/** Whether code that was taken over inside it would find nothing there. */
export function isConfined(tier: Tier): boolean {
  return tier !== 'rlimit';
}

/** What code that was taken over inside a tier finds there, and what bounds its memory. */
const walls: Readonly<Record<Tier, Pick<Isolation, 'files' | 'network' | 'memory'>>> = {
  bwrap: { files: 'own-code-read-only', network: 'none', memory: 'rlimit-and-rss-watch' },
  rlimit: { files: 'as-the-host', network: 'as-the-host', memory: 'rlimit-and-rss-watch' },
  wasm: { files: 'none-from-wasm', network: 'none-from-wasm', memory: 'wasm-memory-cap' },
};

/** The way into a tier, or the name of what the system lacks for it. */
export function candidate(tier: Tier, options: TierOptions): Candidate | string {
  const { limits, maxSourceBytes, codeCache } = options;
  const { childEntry = beside('child'), workerEntry = beside('worker') } = options;
  const { maxWorkerMemoryBytes: maxMemoryBytes, decodeTimeoutMs: timeoutMs } = limits;
  const isolation: Isolation = { tier, ...walls[tier], maxMemoryBytes, timeoutMs };
  if (tier === 'wasm')
    return { isolation, start: (events) => linkWorker(workerEntry, maxMemoryBytes, events) };
  const child = { entry: childEntry, maxMemoryBytes, maxSourceBytes, codeCache };
  const make = tier === 'bwrap' ? sealedCommand : limitedCommand;
  const command = process.platform === 'linux' ? make(child) : undefined;
  if (command) return { isolation, start: (events) => linkChild(command, events) };
  return tier === 'bwrap' ? 'bubblewrap or prlimit is not installed' : 'prlimit is not installed';
}
