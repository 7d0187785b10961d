// How many bytes a value is as JSON, without the media in it. Nothing is serialised and everything is looked at once: a
// media part's base64 is skipped by identity, and what was smuggled into texts is taken off their sum.
import type { Media } from './media.ts';
import type { PartView } from './view.ts';

const deepest = 32;
/** A shorter payload weighs little, as text too. */
const shortestPayload = 256;

export function weigh(value: unknown, parts: readonly PartView[]): number {
  const payloads = new Set<string>();
  for (const { data } of mediaIn(parts)) if (data.kind === 'base64') payloads.add(data.base64);
  const bytes = bytesOf(value, { payloads, known: new Map() }, 0);
  return Math.max(0, bytes - smuggledIn(parts));
}

function* mediaIn(parts: readonly PartView[]): Iterable<Media> {
  for (const part of parts) {
    if (part.kind === 'media') yield part.media;
    if (part.kind === 'result') yield* mediaIn(part.items);
  }
}

/** Base64 has no letter that JSON escapes: what it adds to a text is its length. */
function smuggledIn(parts: readonly PartView[]): number {
  let letters = 0;
  for (const part of parts) {
    if (part.kind === 'result') letters += smuggledIn(part.items);
    if (part.kind === 'text')
      for (const piece of part.pieces ?? [])
        if (piece.kind === 'payload' && piece.media.data.kind === 'base64')
          letters += piece.media.data.base64.length;
  }
  return letters;
}

interface Scale {
  /** The base64 of media parts. */
  readonly payloads: ReadonlySet<string>;
  /** What comes twice is weighed once, and what holds itself adds nothing. */
  readonly known: Map<object, number>;
}

function bytesOf(value: unknown, scale: Scale, depth: number): number {
  if (typeof value === 'string') return textBytes(value, scale.payloads);
  if (typeof value !== 'object' || value === null) return 5;
  if (value instanceof Uint8Array || depth > deepest) return 0;
  const known = scale.known.get(value);
  if (known !== undefined) return known;
  scale.known.set(value, 0);
  let sum = 2;
  for (const [key, item] of Object.entries(value))
    sum += key.length + 4 + bytesOf(item, scale, depth + 1);
  scale.known.set(value, sum);
  return sum;
}

function textBytes(text: string, payloads: ReadonlySet<string>): number {
  const skipped = text.length > shortestPayload ? held(text, payloads) : 0;
  if (skipped > 0) return text.length - skipped + 2;
  let bytes = text.length + 2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7ff) bytes += 2;
    else if (code > 0x7f || code === 0x22 || code === 0x5c || code < 0x20) bytes += 1;
  }
  return bytes;
}

/** The letters of a payload that is this text, or all of this data URL behind its comma. */
function held(text: string, payloads: ReadonlySet<string>): number {
  if (payloads.has(text)) return text.length;
  if (!/^data:/i.test(text.slice(0, 5))) return 0;
  const base64 = text.slice(text.indexOf(',') + 1);
  return payloads.has(base64) ? base64.length : 0;
}
