// An attachment as one model gets it: the form that the rule table says, made from the stored original, with true words
// about what was done. The same attachment and model give the same parts, so that a prompt's prefix holds still.
import { fenced, messageLimits, nameOf, oneLine } from '@percept/core/internal';
import {
  type BlobId,
  type FitTarget,
  type ModelProfile,
  type Original,
  type Refusal,
  type Size,
  type StoredBlock,
} from '@percept/core';
import type { Door } from '@percept/ingest';
import type { Darkroom, ReadWords } from '@percept/render';
import type { TenantStore } from '@percept/store';
import { decodeText } from '../tools/text.ts';
import { formFor, type Form } from './form.ts';
import { maxTextPages, promptLimits } from './limits.ts';

export type PresentedPart =
  | {
      readonly type: 'text';
      readonly text: string;
      /** What it begins with: the name and notes for a model, whose tools take that name. */
      readonly label?: string;
    }
  | {
      readonly type: 'media';
      readonly blob: BlobId;
      readonly mime: string;
      readonly name: string;
      /** Raw bytes, where they are pixels that were made for this model. */
      readonly bytes?: number;
      readonly page?: number;
    };

export interface Presented {
  readonly name: string;
  readonly form: Form;
  readonly original: Original;
  readonly parts: readonly PresentedPart[];
  /** Of a document. */
  readonly pages?: { readonly total: number; readonly shown: number };
  /** Of a text: how much of it stands in the prompt. */
  readonly chars?: { readonly total: number; readonly shown: number };
  /** Why there is nothing but words about it. */
  readonly refusal?: Refusal;
}

export interface PresenterParts {
  readonly store: TenantStore;
  readonly door: Door;
  readonly darkroom?: Darkroom | undefined;
}

export interface PresentFor {
  readonly profile: ModelProfile;
  /** For this model, in a request with so many pictures. */
  readonly target: FitTarget;
  readonly signal?: AbortSignal | undefined;
}

export class Presenter {
  readonly #parts: PresenterParts;
  readonly #known = new Map<string, Promise<Presented>>();
  readonly #made = new Map<BlobId, string>();

  constructor(parts: PresenterParts) {
    this.#parts = parts;
  }

  /** The attachments of one message, in their order: what one leaves of the message's room is there for the next. */
  async message(
    blocks: readonly StoredBlock[],
    wanted: PresentFor,
  ): Promise<ReadonlyMap<StoredBlock, Presented>> {
    const presented = new Map<StoredBlock, Presented>();
    let chars: number = promptLimits.maxMessageTextChars;
    let bytes = messageLimits.maxBytesPerMessage;
    for (const block of blocks) {
      const maxChars = Math.min(promptLimits.maxTextChars, chars);
      const found = await this.#one(block, wanted, maxChars);
      chars -= found.chars?.shown ?? 0;
      const weight = found.parts.reduce(
        (sum, part) => sum + (part.type === 'media' ? (part.bytes ?? 0) : 0),
        0,
      );
      const isTooHeavy = weight > bytes;
      if (!isTooHeavy) bytes -= weight;
      presented.set(block, isTooHeavy ? failed(found, tooHeavy) : found);
    }
    return presented;
  }

  async #one(block: StoredBlock, wanted: PresentFor, maxChars: number): Promise<Presented> {
    const { profile, target } = wanted;
    const key = [labelOf(block), block.sha256, profile.id, target.maxEdgePx, maxChars].join(' ');
    const known = this.#known.get(key) ?? present(this.#parts, block, wanted, maxChars);
    this.#known.set(key, known);
    const found = await known;
    // What failed may not fail again.
    if (found.refusal) this.#known.delete(key);
    for (const part of found.parts)
      if (part.type === 'media' && part.blob !== found.original.sha256)
        this.#made.set(part.blob, found.name);
    return found;
  }

  /** The attachment that these pixels were made of for a request: a page, a drawing, or a smaller copy. */
  madeOf(pixels: BlobId): string | undefined {
    return this.#made.get(pixels);
  }
}

async function present(
  parts: PresenterParts,
  block: StoredBlock,
  wanted: PresentFor,
  maxChars: number,
): Promise<Presented> {
  const form = formFor(block, wanted.profile);
  const name = labelOf(block);
  const facts = { name, form, original: originalOf(block) };
  const whole = { ...facts, parts: [label(name), media(block, name)] };
  switch (form) {
    case 'file':
    case 'sound':
      return whole;
    case 'words': {
      const { frames } = facts.original;
      const note = frames === undefined ? [] : [`a moving picture of ${frames} frames`];
      return { ...whole, parts: [label(name, ...note), media(block, name)] };
    }
    case 'pixels':
    case 'still':
      return pixels(parts, facts, wanted);
    case 'drawing':
    case 'pages':
      return drawn(parts, facts, wanted);
    case 'text':
    case 'source':
      return text(parts, facts, block, maxChars);
    case 'text-layer':
      return textLayer(parts, facts, wanted, maxChars);
  }
}

type Facts = Pick<Presented, 'name' | 'form' | 'original'>;

async function pixels(
  parts: PresenterParts,
  facts: Facts,
  { target, signal }: PresentFor,
): Promise<Presented> {
  const { name, original } = facts;
  const fitted = await parts.door.fit(original.sha256, { target, signal });
  if (!fitted.ok) return failed(facts, fitted.refusal);
  const { block } = fitted.value;
  const notes = [
    ...(original.frames === undefined
      ? []
      : [`a moving picture of ${original.frames} frames, this is the first`]),
    ...(block.type === 'image' ? reduction(name, block, original) : []),
  ];
  return { ...facts, parts: [label(name, ...notes), media(block, name, block.bytes)] };
}

/** Coordinates that a model gives are in the pixels that it saw. */
function reduction(
  name: string,
  shown: { readonly width: number; readonly height: number },
  { width, height }: Original,
): readonly string[] {
  if (width === undefined || height === undefined || shown.width === width) return [];
  const factor = (width / shown.width).toFixed(3);
  return [
    `pixels ${shown.width}×${shown.height}; the original is ${width}×${height}, ${factor} times as large`,
    `view attachment:${name} with a region looks closer`,
  ];
}

async function drawn(
  { store, darkroom }: PresenterParts,
  facts: Facts,
  { target, signal }: PresentFor,
): Promise<Presented> {
  const { name, form, original } = facts;
  const bytes = await store.get(original.sha256);
  if (!bytes.ok) return failed(facts, bytes.refusal);
  const pages = { first: 1, last: form === 'drawing' ? 1 : promptLimits.maxPages };
  const source = { bytes: bytes.value, name };
  const rendering = await darkroom?.develop(source, { pages, target }, signal);
  if (!rendering?.ok) return failed(facts, rendering?.refusal ?? noDarkroom);
  const { pageCount, warnings } = rendering.value;
  const made: PresentedPart[] = [];
  for (const { png, page, width, height } of rendering.value.pages) {
    const kept = await store.put(png);
    if (!kept.ok) return failed(facts, kept.refusal);
    const size = { bytes: png.length, page };
    if (form === 'drawing') made.push(label(name, `a drawing, pixels ${width}×${height}`));
    else made.push({ type: 'text', text: `[page ${page}]` });
    const called = form === 'drawing' ? name : `${name} page ${page}`;
    made.push({ type: 'media', blob: kept.value, mime: 'image/png', name: called, ...size });
  }
  const notes = warnings.slice(0, 4).map(({ message }) => oneLine(message, 200));
  const noted: readonly PresentedPart[] =
    notes.length === 0 ? [] : [{ type: 'text', text: `[Note: ${notes.join(' ')}]` }];
  if (form === 'drawing') return { ...facts, parts: [...made, ...noted] };
  const shown = rendering.value.pages.length;
  const head = label(name, ...pagesShown(name, shown, pageCount));
  return { ...facts, parts: [head, ...made, ...noted], pages: { total: pageCount, shown } };
}

function pagesShown(name: string, shown: number, total: number): readonly string[] {
  if (shown >= total) return [`a document of ${total} ${total === 1 ? 'page' : 'pages'}`];
  const next = `${shown + 1}-${Math.min(total, shown * 2)}`;
  return [
    `pages 1-${shown} of ${total}`,
    `view attachment:${name} with pages "${next}" shows more`,
  ];
}

async function text(
  { store }: PresenterParts,
  facts: Facts,
  block: StoredBlock,
  maxChars: number,
): Promise<Presented> {
  const { name, form, original } = facts;
  const bytes = await store.get(original.sha256);
  if (!bytes.ok) return failed(facts, bytes.refusal);
  const decoded = decodeText(bytes.value);
  if (!decoded.ok) return failed(facts, decoded.refusal);
  const all = decoded.value.text;
  const shown = bounded(all, maxChars);
  const total = lineCount(all);
  const last = lineCount(shown);
  const what = form === 'source' ? 'an SVG drawing, its source' : block.mime;
  const extent =
    shown.length === all.length
      ? [`${total} ${total === 1 ? 'line' : 'lines'}`]
      : [
          shown === '' ? 'not shown, the message is full' : `lines 1-${last} of ${total}`,
          `read attachment:${name} with offset ${last + 1} reads on`,
        ];
  const head = labelText(name, what, ...extent);
  const words = shown === '' ? head : `${head}\n${fenced('file', shown, Infinity)}`;
  return {
    ...facts,
    parts: [{ type: 'text', text: words, label: head }],
    chars: { total: all.length, shown: shown.length },
  };
}

/** A model that does not see reads what is written; a page without letters is looked at by whoever looks for it. */
async function textLayer(
  parts: PresenterParts,
  facts: Facts,
  wanted: PresentFor,
  maxChars: number,
): Promise<Presented> {
  const { store, darkroom } = parts;
  const { name, original } = facts;
  const bytes = await store.get(original.sha256);
  if (!bytes.ok) return failed(facts, bytes.refusal);
  const source = { bytes: bytes.value, name };
  const pages = { first: 1, last: maxTextPages };
  const read = await darkroom?.read(source, { pages, maxChars }, wanted.signal);
  if (read && !read.ok) return failed(facts, read.refusal);
  if (!read || (read.value.kind === 'words' && read.value.text.trim() === ''))
    return drawn(parts, facts, { ...wanted, target: describedPages });
  if (read.value.kind === 'words') return written(facts, read.value);
  const made: PresentedPart[] = [];
  let [chars, looked, shown] = [0, 0, 0];
  for (const { page, text: found } of read.value.pages) {
    const words = found.trim();
    if (words === '' && looked >= promptLimits.maxPages) break;
    shown += 1;
    if (words !== '') {
      chars += words.length;
      made.push({ type: 'text', text: `[page ${page}]\n${fenced('page', words, Infinity)}` });
      continue;
    }
    looked += 1;
    const options = { pages: { first: page, last: page }, target: describedPages };
    const picture = await darkroom?.develop(source, options, wanted.signal);
    const png = picture?.ok ? picture.value.pages[0]?.png : undefined;
    const kept = png && (await store.put(png));
    made.push({ type: 'text', text: `[page ${page}, without letters]` });
    if (kept?.ok)
      made.push({
        type: 'media',
        blob: kept.value,
        mime: 'image/png',
        name: `${name} page ${page}`,
        page,
      });
  }
  const total = read.value.pageCount;
  const extent =
    shown >= total
      ? `a document of ${total} ${total === 1 ? 'page' : 'pages'}, its text`
      : `the text of pages 1-${shown} of ${total}; view attachment:${name} with pages "${shown + 1}" shows more`;
  return {
    ...facts,
    parts: [label(name, extent), ...made],
    pages: { total, shown },
    chars: { total: chars, shown: chars },
  };
}

/** A document without pages of its own, as text; what of it is only in pictures is said. */
function written(facts: Facts, { text: found, chars: total, pictures }: ReadWords): Presented {
  const { name } = facts;
  const shown = bounded(found, found.length < total ? found.length - 1 : total);
  const more = `view attachment:${name} shows its pages`;
  const extent =
    shown.length >= total
      ? ['a document, its text']
      : [`the first ${shown.length} of ${total} characters of its text`, more];
  const seen = pictures === 1 ? 'a picture in it is' : `${pictures} pictures in it are`;
  const left = pictures === 0 ? [] : [`${seen} only named`, ...(extent[1] === more ? [] : [more])];
  const head = labelText(name, ...extent, ...left);
  return {
    ...facts,
    parts: [{ type: 'text', text: `${head}\n${fenced('file', shown, Infinity)}`, label: head }],
    chars: { total, shown: shown.length },
  };
}

/** Small print needs pixels, and the describer fits them to itself. */
const describedPages: FitTarget = {
  imageTypes: ['image/png'],
  maxBytes: messageLimits.maxImageBytes,
  maxEdgePx: 2_000,
  maxPixels: 4_000_000,
};

function failed({ name, form, original }: Facts, refusal: Refusal): Presented {
  const { message, hint } = refusal;
  const words = `not shown. ${oneLine(message, 300)} ${oneLine(hint, 300)}`;
  return { name, form, original, refusal, parts: [label(name, words)] };
}

function label(name: string, ...notes: readonly string[]): PresentedPart {
  const text = labelText(name, ...notes);
  return { type: 'text', text, label: text };
}

function labelText(name: string, ...notes: readonly string[]): string {
  return `[${[`attachment:${oneLine(name)}`, ...notes].join('; ')}]`;
}

function media({ sha256, mime }: StoredBlock, name: string, bytes?: number): PresentedPart {
  return { type: 'media', blob: sha256, mime, name, ...(bytes !== undefined && { bytes }) };
}

export function labelOf(block: StoredBlock): string {
  return nameOf(block) ?? block.sha256.slice(0, 12);
}

/** What the person attached, whatever the block was reduced to. */
export function originalOf(block: StoredBlock): Original {
  if (block.original) return block.original;
  const { sha256, mime, bytes } = block;
  const size = block.type === 'image' ? { width: block.width, height: block.height } : {};
  return { sha256, mime, bytes, ...size };
}

/** Where it has one. */
export function sizeOf({ width, height }: Partial<Size>): Size | undefined {
  return width !== undefined && height !== undefined ? { width, height } : undefined;
}

/** Whole lines, where there are any. */
function bounded(all: string, maxChars: number): string {
  if (all.length <= maxChars) return all;
  const cut = all.slice(0, maxChars);
  const end = cut.lastIndexOf('\n');
  return end > 0 ? cut.slice(0, end + 1) : cut;
}

function lineCount(words: string): number {
  if (words === '') return 0;
  return words.split('\n').length - (words.endsWith('\n') ? 1 : 0);
}

const noDarkroom: Refusal = {
  refused: 'renderer-missing',
  message: 'Nothing here can draw this file.',
  hint: 'Attach it as a picture or a PDF, or ask the host to register a renderer.',
};

const tooHeavy: Refusal = {
  refused: 'too-large',
  message: `The pictures of one message hold at most ${messageLimits.maxBytesPerMessage} bytes, and this one is beyond that.`,
  hint: 'Send it in another message.',
};
