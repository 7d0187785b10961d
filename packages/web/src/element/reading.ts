// What an envelope is shown as. The frame and the payload decide whether it is valid; the hint decides only how it looks,
// and a hint that is unknown, or that the payload cannot follow, leaves the default of the kind. Whatever has no place in
// the chosen view is in `rest`, so nothing is hidden.
import type { Json, JsonObject } from '@percept/core';
import { type Display, type Issue, parseEnvelope, type Rendering } from '@percept/core/envelope';
import { readRendering } from '@percept/core/internal/envelope';
import { snapshot } from './snapshot.ts';

export interface Media {
  readonly family: (typeof families)[number];
  readonly base64?: string | undefined;
  readonly url?: string | undefined;
  readonly bytes?: number | undefined;
  readonly mimeType?: string | undefined;
  readonly name?: string | undefined;
  readonly alt?: string | undefined;
  readonly title?: string | undefined;
  /** As the envelope is labelled: `made by` whom. */
  readonly label?: string | undefined;
  readonly durationSeconds?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

interface Shown {
  readonly id?: string;
  readonly title?: string;
  readonly rest?: Json;
}
export type Reading =
  | (Shown & { readonly show: 'media'; readonly media: Media })
  | (Shown & { readonly show: 'markdown'; readonly text: string; readonly lang?: string })
  | (Shown & { readonly show: 'code'; readonly text: string; readonly lang?: string })
  | (Shown & { readonly show: 'card'; readonly card: Card })
  | (Shown & { readonly show: 'raw'; readonly value: Json; readonly kind: string })
  | (Shown & { readonly show: 'invalid'; readonly value: Json; readonly issues: readonly Issue[] });

export interface Card {
  readonly text?: string;
  readonly fields: readonly Field[];
  /** Envelopes inside this one. */
  readonly parts: readonly Json[];
  readonly media?: Media;
}
interface Field {
  readonly name: string;
  readonly value: Json;
}

/** A picture in a Markdown text: it is drawn like an envelope, and it is none. */
export class InlinePicture {
  readonly media: Media;
  constructor(url: string, alt: string, title: string | undefined) {
    this.media = { family: 'image', url, alt, ...(title && { title }) };
  }
  equals(other: unknown): boolean {
    return other instanceof InlinePicture && String(this) === String(other);
  }
  toString(): string {
    return JSON.stringify(this.media);
  }
}

/** An attribute that is not JSON. */
export class Unparsed {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function readEnvelope(value: unknown): Reading {
  if (value instanceof InlinePicture) return { show: 'media', media: value.media };
  if (value instanceof Unparsed) {
    const problem = 'is not JSON';
    return { show: 'invalid', value: value.text, issues: [{ path: 'The attribute', problem }] };
  }
  const copy = snapshot(value);
  const { bare, hint } = withoutHint(copy);
  const parsed = parseEnvelope(bare, { maxInlineMediaBytes: Infinity });
  if (!parsed.ok) return { show: 'invalid', value: copy, issues: parsed.issues };
  const { type, payload } = parsed.value;
  const title = hint.title === undefined ? {} : { title: hint.title };
  const read = hint.display && honour(hint.display, type, payload, hint);
  const shown = read ?? byDefault(type, payload, hint, copy);
  const { envelopeId: id, meta } = parsed.value;
  return { id, ...title, ...labelled(shown, meta.label) };
}

function labelled(reading: Reading, label: string | undefined): Reading {
  if (label === undefined) return reading;
  if (reading.show === 'media') return { ...reading, media: { ...reading.media, label } };
  return reading.show === 'card' && reading.card.media
    ? { ...reading, card: { ...reading.card, media: { ...reading.card.media, label } } }
    : reading;
}

/** The hint is taken out before the check: an unknown word in it is no fault of the envelope. */
function withoutHint(value: Json): { readonly bare: Json; readonly hint: Rendering } {
  const meta = isObject(value) ? value['meta'] : undefined;
  if (!isObject(value) || !isObject(meta)) return { bare: value, hint: {} };
  const { rendering, ...rest } = meta;
  return { bare: { ...value, meta: rest }, hint: readRendering(rendering) };
}

function honour(
  display: Display,
  type: string,
  payload: Json,
  hint: Rendering,
): Reading | undefined {
  switch (display) {
    case 'markdown':
    case 'code': {
      const found = textIn(payload);
      return found && { show: display, ...found, ...(hint.lang && { lang: hint.lang }) };
    }
    case 'card':
      // A card of nothing would be a hole.
      return isEmpty(payload) ? undefined : readCard(type, payload, hint);
    case 'image':
    case 'audio':
    case 'file':
      return readMedia(display, payload, hint);
  }
}

function byDefault(type: string, payload: Json, hint: Rendering, copy: Json): Reading {
  const raw: Reading = { show: 'raw', value: copy, kind: type };
  const family = families.find((it) => type === `media.${it}`);
  if (family) return readMedia(family, payload, hint) ?? raw;
  return cards.has(type) ? { title: type, ...readCard(type, payload, hint) } : raw;
}

const families = ['image', 'audio', 'file'] as const;
const cards = new Set(['clarification.request', 'schema.request', 'schema.response', 'error']);

function readMedia(family: Media['family'], payload: Json, hint: Rendering): Reading | undefined {
  if (!isObject(payload)) return undefined;
  const take = taker(payload);
  const url = take.text('url');
  const base64 = take.text('base64');
  if (url === undefined && base64 === undefined) return undefined;
  const alt = take.text('alt');
  const media: Media = {
    family,
    url,
    base64,
    bytes: take.number('bytes'),
    mimeType: take.text('mimeType') ?? hint.mimeType,
    name: take.text('name'),
    alt: hint.alt ?? alt,
    title: hint.title,
    durationSeconds: take.number('durationSeconds'),
    width: take.number('width'),
    height: take.number('height'),
  };
  return { show: 'media', media, ...take.rest() };
}

function textIn(payload: Json): { readonly text: string; readonly rest?: Json } | undefined {
  if (typeof payload === 'string') return { text: payload };
  if (!isObject(payload)) return undefined;
  const take = taker(payload);
  const text = take.first('markdown', 'text', 'code', 'content', 'source', 'body', 'message');
  return text === undefined ? undefined : { text, ...take.rest() };
}

function readCard(type: string, payload: Json, hint: Rendering): Reading {
  const media = type.startsWith('media.') ? byDefault(type, payload, hint, payload) : undefined;
  if (media?.show === 'media') {
    const { title: _, ...untitled } = media.media;
    return { show: 'card', card: { fields: [], parts: [], media: untitled } };
  }
  if (!isObject(payload)) {
    const parts = isArray(payload) ? payload : [];
    return {
      show: 'card',
      card: { fields: [], parts, ...(!isArray(payload) && { text: String(payload) }) },
    };
  }
  const take = taker(payload);
  const title = hint.title ?? take.text('title');
  const text = take.first('text', 'description', 'body', 'message');
  const parts = take.list('parts') ?? take.list('envelopes') ?? [];
  const fields = fieldsIn(take.any('fields'));
  const others = Object.entries(take.left()).map(([name, value]) => ({ name, value }));
  const card = { fields: [...fields, ...others], parts, ...(text !== undefined && { text }) };
  return { show: 'card', card, ...(title !== undefined && { title }) };
}

function fieldsIn(value: Json | undefined): readonly Field[] {
  if (value === undefined) return [];
  if (isArray(value))
    return value.map((item, at) => {
      const name = isObject(item) ? (item['label'] ?? item['name']) : undefined;
      const only = isObject(item) && Object.keys(item).length === 2 && 'value' in item;
      return typeof name === 'string' && isObject(item) && only
        ? { name, value: item['value'] ?? null }
        : { name: String(at + 1), value: item };
    });
  return isObject(value)
    ? Object.entries(value).map(([name, item]) => ({ name, value: item }))
    : [{ name: 'fields', value }];
}

/** Takes members out one by one; what nobody took is still there to be shown. */
function taker(payload: JsonObject) {
  const left = new Map(Object.entries(payload));
  const taken = <T extends Json>(key: string, is: (value: Json) => value is T): T | undefined => {
    const value = left.get(key);
    if (value === undefined || !is(value)) return undefined;
    left.delete(key);
    return value;
  };
  return {
    text: (key: string): string | undefined => taken(key, isText),
    number: (key: string): number | undefined => taken(key, isNumber),
    first: (...keys: readonly string[]): string | undefined => {
      const key = keys.find((it) => typeof left.get(it) === 'string');
      return key === undefined ? undefined : taken(key, isText);
    },
    list: (key: string): readonly Json[] | undefined => taken(key, isArray),
    any: (key: string): Json | undefined => {
      const value = left.get(key);
      left.delete(key);
      return value;
    },
    left: (): JsonObject => Object.fromEntries(left),
    rest: (): { readonly rest?: Json } => (left.size > 0 ? { rest: Object.fromEntries(left) } : {}),
  };
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}
function isNumber(value: Json): value is number {
  return typeof value === 'number';
}
function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
