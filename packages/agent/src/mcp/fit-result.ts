// A result never outgrows what the client takes: pages are shown whole and legible as long as there is room, the first
// is made smaller where it has to be, and what finds no room is named.
import { accept, fitTarget, refuse, type FitTarget, type Outcome } from '@percept/core';
import type { Perception } from '../tools/index.ts';
import type { CallParts } from './perceive-call.ts';
import type { Shown } from './result.ts';
import type { McpParts } from './setup.ts';

export interface Fitted {
  readonly shown: readonly Shown[];
  readonly omittedPages: readonly number[];
}

export async function fitResult(
  perceptions: readonly Perception[],
  parts: McpParts,
  { setup: { profile }, limits, signal }: CallParts,
): Promise<Outcome<Fitted>> {
  const shown: Shown[] = [];
  let room = limits.maxResultChars;
  for (const perception of perceptions) {
    if (shown.length >= profile.request.maxImages) break;
    if (shown.length > 0 && base64Chars(perception.block.bytes) > room) break;
    const picture = await load(perception, parts, signal, {
      ...fitTarget(profile, perceptions.length),
      maxBytes: rawBytes(room),
    });
    if (!picture.ok) return picture;
    room -= picture.value.base64.length;
    shown.push(picture.value);
  }
  const omittedPages = perceptions.slice(shown.length).map(({ page }) => page);
  return accept({ shown, omittedPages });
}

async function load(
  perception: Perception,
  parts: McpParts,
  signal: AbortSignal,
  target: FitTarget,
): Promise<Outcome<Shown>> {
  const { block } = perception;
  const read = await parts.store.get(block.sha256);
  if (!read.ok) return read;
  if (read.value.length <= target.maxBytes)
    return accept({ perception, base64: encode(read.value) });
  const smaller = await parts.door.ingest(
    { kind: 'bytes', bytes: read.value },
    { expect: 'image', target, origin: block.origin, signal },
  );
  if (!smaller.ok) return smaller;
  const fitted = smaller.value.block;
  if (fitted.type !== 'image') return refuse(noPicture);
  const bytes = await parts.store.get(fitted.sha256);
  if (!bytes.ok) return bytes;
  const factor = Math.round((perception.shown.width / fitted.width) * 10_000) / 10_000;
  // The estimate was for the larger picture.
  const { estimatedTokens: _larger, ...facts } = perception;
  return accept({
    perception: { ...facts, block: fitted, factor },
    base64: encode(bytes.value),
  });
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function base64Chars(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

function rawBytes(chars: number): number {
  return Math.floor(chars / 4) * 3;
}

const noPicture = {
  refused: 'unperceivable',
  message: 'The picture could not be made small enough for this client.',
  hint: 'Ask for a region of it.',
} as const;
