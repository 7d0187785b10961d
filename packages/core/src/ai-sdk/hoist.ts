// Seed 004's transform, for `prepareStep`: images move out of tool results into a user message after all results of the
// turn. Pure and idempotent; it does nothing else, so whatever it finds damaged stays as it is.
import { definedOf } from '../defined.ts';
import { anything, checkOptions, flag, listOf, maybe, word } from '../options.ts';
import type { Edit } from '../lens/edit.ts';
import type { Lens, NewPart } from '../lens/lens.ts';
import type { Media } from '../lens/media.ts';
import { rebuild } from '../lens/rebuild.ts';
import { survey, type Slot } from '../lens/survey.ts';
import { caption, shownBelow } from '../lens/words.ts';
import { inside, isRecord, type Fields } from '../parse/read.ts';
import { promptLens } from './lens.ts';

export interface HoistOptions {
  /** Puts a line before each image that names tool, call, source and type. */
  readonly captions?: boolean;
  /** Whose file ids the messages hold, where they hold bare ones. */
  readonly provider?: string;
}

/**
 * Re-attaches every image in a tool result as a user's image, and leaves a short text in its place.
 *
 * @example
 * prepareStep: ({ messages }) => ({ messages: hoistToolResultImages(messages) })
 */
export function hoistToolResultImages<M>(messages: M[], options: HoistOptions = {}): M[] {
  checkOptions('hoistToolResultImages', { messages }, { messages: listOf(anything) });
  checkOptions('hoistToolResultImages', options, { captions: maybe(flag), provider: maybe(word) });
  const lens = modelMessages(options.provider ?? 'openai');
  const views = messages.map((message) => lens.read(message));
  const history = survey(messages, views, lens, true);
  const edits = history.slots.flatMap((slot) => hoist(slot, options.captions === true));
  if (edits.length === 0) return messages;
  const planned = rebuild({
    lens,
    messages,
    views,
    survey: history,
    edits,
    collapseLists: false,
    bridges: false,
    repairs: 'none',
    isStale: () => false,
  });
  const given = new Set<unknown>(messages);
  return planned.messages.filter((message) => belongs(message, given, messages));
}

function hoist(slot: Slot, captions: boolean): readonly Edit[] {
  const { media } = slot;
  if (slot.smuggled || !slot.call || !media || !isImage(media)) return [];
  return [
    {
      slot,
      place: 'after-results',
      action: 'hoist',
      reason: 'tool-result',
      media,
      marker: shownBelow({ ...slot, media: { ...media, kind: 'image' } }),
      ...(captions && { caption: caption(slot, undefined) }),
    },
  ];
}

/** A file that a provider holds, with no type said, may be an image and cannot stay where it would be stringified. */
function isImage({ kind, data, mime, raw }: Media): boolean {
  if (data.kind === 'nothing' || (data.kind === 'url' && !URL.canParse(data.url))) return false;
  if (kind === 'image') return true;
  if (data.kind === 'handle') return mime === undefined;
  return (
    data.kind === 'url' &&
    isRecord(raw) &&
    raw['mediaType'] === undefined &&
    /\.(png|jpe?g|gif|webp)($|[?#])/i.test(data.url)
  );
}

function modelMessages(provider: string): Lens {
  const lens = promptLens({ resultSpelling: 'file', assistantMedia: true });
  return {
    ...lens,
    user: (parts) => ({ role: 'user', content: parts.map((part) => userPart(part, provider)) }),
  };
}

/** The one spelling of a user's image that every generation of the SDK takes. */
function userPart(part: NewPart, provider: string): Fields {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const { media } = part;
  const { data, mime, raw } = media;
  const own = definedOf({ providerOptions: inside(raw, 'providerOptions') });
  const typed = { ...(mime?.includes('/') === true && { mediaType: mime }), ...own };
  switch (data.kind) {
    case 'base64':
      return { type: 'image', image: data.base64, ...typed };
    case 'bytes':
      return { type: 'image', image: data.bytes, ...typed };
    case 'url':
      return { type: 'image', image: new URL(data.url), ...typed };
    case 'blob':
      return { type: 'image', image: new URL(`media:sha256-${data.blob}`), ...typed };
    case 'handle': {
      const reference = typeof data.handle === 'string' ? { [provider]: data.handle } : data.handle;
      return {
        type: 'file',
        mediaType: mime ?? 'image',
        data: { type: 'reference', reference },
        ...own,
      };
    }
    case 'nothing':
      return { type: 'text', text: '[image without data]' };
  }
}

/** What was given, damaged or not; and what is written here is of the same union of messages as what was read. */
function belongs<M>(
  message: unknown,
  given: ReadonlySet<unknown>,
  _like: readonly M[],
): message is M {
  return isRecord(message) || given.has(message);
}
