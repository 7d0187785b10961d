// Bytes in a text never enter the record: a run of base64 becomes words that say so, and nothing else is changed.
import { findInlinePayload } from '@percept/core/internal';
import { type Json } from '@percept/core';

/** Wrapped lines, or one run. Neither can be read in two ways, so matching stays linear. */
const longRun = /(?:[A-Za-z0-9+/_=-]{60,}\r?\n){4,}[A-Za-z0-9+/_=-]*|[A-Za-z0-9+/_=-]{1024,}/g;

export function withoutPayloads(text: string): string {
  if (findInlinePayload(text) === undefined) return text;
  const shorter = text.replaceAll(longRun, leftOut);
  if (findInlinePayload(shorter) === undefined) return shorter;
  return leftOut(text);
}

export function jsonWithoutPayloads(value: Json): Json {
  if (findInlinePayload(value) === undefined) return value;
  if (typeof value === 'string') return withoutPayloads(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const inner = items.map(jsonWithoutPayloads);
    return findInlinePayload(inner) === undefined ? inner : '[bytes left out]';
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withoutPayloads(key), jsonWithoutPayloads(item)]),
  );
}

function leftOut(run: string): string {
  return `[${run.length} characters of encoded bytes left out]`;
}
