// Bytes in a text never enter the record: a run of base64 becomes words that say so, and nothing else is changed.
import { findInlinePayload, runLeftOut, withoutEncodedRuns } from '@percept/core/internal';
import { type Json } from '@percept/core';

export function withoutPayloads(text: string): string {
  if (findInlinePayload(text) === undefined) return text;
  const shorter = withoutEncodedRuns(text);
  if (findInlinePayload(shorter) === undefined) return shorter;
  return runLeftOut(text.length);
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
