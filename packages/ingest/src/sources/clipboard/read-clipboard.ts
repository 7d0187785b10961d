// The clipboard as it is, never re-encoded: each backend that can be reached is asked in turn until one holds something.
import type { Outcome } from '@percept/core';
import { fits, tooLarge } from '../source.ts';
import { backendsFor, isRemote, type Backend } from './backends.ts';
import {
  asImage,
  clipboardTypes,
  type ClipboardContent,
  type ClipboardOptions,
} from './content.ts';
import { readApple } from './read-apple.ts';
import { readPowerShell } from './read-powershell.ts';
import { readTargets } from './read-targets.ts';
import { noClipboard } from './refusals.ts';

/** @example await readClipboard({ platform: process.platform, env: process.env, maxBytes: 100_000_000 }); */
export async function readClipboard(options: ClipboardOptions): Promise<Outcome<ClipboardContent>> {
  if (!fits(0, options.maxBytes)) return tooLarge('The clipboard', 0, options.maxBytes);
  let refused: Outcome<never> | undefined;
  const remote = isRemote(options.env);
  const backends = backendsFor(options.platform, options.env);
  // Whoever sits at the other end copied there; a display that was forwarded is asked after it.
  if (remote || backends.length === 0) {
    const outcome = await readTerminal(options);
    if (outcome?.ok || (outcome && !asksFurther(outcome.refusal.refused))) return outcome;
    if (outcome) refused = outcome;
  }
  for (const backend of backends) {
    const outcome = await readFrom(backend, options);
    if (outcome.ok) return outcome;
    // "Nothing copied" says less than a reason that can be fixed.
    if (!refused || refused.ok || refused.refusal.refused === 'empty') refused = outcome;
    if (!asksFurther(outcome.refusal.refused)) break;
  }
  return refused ?? noClipboard(remote);
}

/** Another backend may see what this one could not; a clear answer is final. */
function asksFurther(refused: string): boolean {
  return refused === 'empty' || refused === 'unavailable' || refused === 'timed-out';
}

function readFrom(backend: Backend, options: ClipboardOptions): Promise<Outcome<ClipboardContent>> {
  switch (backend.kind) {
    case 'targets':
      return readTargets(backend, options);
    case 'apple':
      return readApple(backend, options);
    case 'powershell':
      return readPowerShell(backend, options);
  }
}

/**
 * Over a line the clipboard is on the other machine, and the terminal is the way to it. Undefined where there is no such way. Copied files
 * stay where they are: their paths lead nowhere here.
 */
async function readTerminal(
  options: ClipboardOptions,
): Promise<Outcome<ClipboardContent> | undefined> {
  const { terminal, maxBytes, signal } = options;
  const read = await terminal?.({ types: clipboardTypes, maxBytes, signal });
  if (!read?.ok) return read;
  const { type, bytes } = read.value;
  if (!fits(bytes.length, maxBytes)) return tooLarge('The clipboard', bytes.length, maxBytes);
  return asImage(bytes, type);
}
