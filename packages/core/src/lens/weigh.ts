// How many bytes a value is as JSON, without the media in it. Nothing is serialised: base64 is skipped by identity.
import type { Media } from './media.ts';
import type { PartView } from './view.ts';

const deepest = 32;

export function weigh(value: unknown, parts: readonly PartView[]): number {
  const payloads: string[] = [];
  for (const media of mediaIn(parts))
    if (media.data.kind === 'base64') payloads.push(media.data.base64);
  return bytesOf(value, payloads, 0);
}

function* mediaIn(parts: readonly PartView[]): Iterable<Media> {
  for (const part of parts) {
    if (part.kind === 'media') yield part.media;
    if (part.kind === 'result') yield* mediaIn(part.items);
    if (part.kind === 'text')
      for (const piece of part.pieces ?? [])
        if (piece.kind === 'payload' && piece.media) yield piece.media;
  }
}

function bytesOf(value: unknown, payloads: readonly string[], depth: number): number {
  if (typeof value === 'string') return textBytes(value, payloads);
  if (typeof value !== 'object' || value === null) return 5;
  if (value instanceof Uint8Array || depth > deepest) return 0;
  let sum = 2;
  for (const [key, item] of Object.entries(value))
    sum += key.length + 4 + bytesOf(item, payloads, depth + 1);
  return sum;
}

/** A text that holds one of the payloads weighs what is left of it. */
function textBytes(text: string, payloads: readonly string[]): number {
  let held = 0;
  if (text.length > 256)
    for (const payload of payloads)
      if (text === payload || text.includes(payload)) held += payload.length;
  if (held > 0) return Math.max(0, text.length - held) + 2;
  let bytes = text.length + 2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7ff) bytes += 2;
    else if (code > 0x7f || code === 0x22 || code === 0x5c || code < 0x20) bytes += 1;
  }
  return bytes;
}
