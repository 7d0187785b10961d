// Every sentence that the lens writes. Texts are stable (the same slot gives the same words on every request), neutral
// (they order nothing) and carry only sanitised names, because a file name is a stranger's text inside a prompt.
import { sizeWords } from '../size-words.ts';
import { readMediaType } from '../media-type.ts';
import { kindOfType, type Media, type MediaFacts, type MediaKind } from './media.ts';
import type { Slot } from './survey.ts';
import { maxNameChars } from '../limits.ts';

/** Letters, digits and the few signs that paths are made of; nothing that could close a bracket or begin a line. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}._\-/\\:@+#%&=,~ ]/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/media:sha256-[0-9a-f]{8,64}/g, 'stored-media')
    .trim();
  return plain.length <= maxNameChars ? plain : `…${plain.slice(1 - maxNameChars)}`;
}

function isInline(text: string): boolean {
  return /^data:/i.test(text) || /[A-Za-z0-9+/]{256}/.test(text);
}

/** What this is called: the call's reference before the part's own name. */
export function nameOf(slot: Slot): string | undefined {
  const name = slot.call?.source ?? slot.media.name;
  if (name === undefined || isInline(name)) return undefined;
  const safe = safeName(name);
  return safe === '' ? undefined : safe;
}

/** `image "chart.png", 1280×720, image/png, 234 KB`: what is known, and nothing that is not. */
function facts(slot: Slot, known: MediaFacts | undefined): string {
  const name = nameOf(slot);
  const { width, height, bytes } = known ?? {};
  const details = [
    width !== undefined && height !== undefined ? `${width}×${height}` : undefined,
    typeWords(slot.media, known),
    bytes !== undefined && bytes > 0 ? sizeWords(bytes) : undefined,
  ].filter((detail) => detail !== undefined);
  const noun = slot.media.kind;
  return [name === undefined ? noun : `${noun} "${name}"`, ...details].join(', ');
}

function typeWords(media: Media | undefined, known: MediaFacts | undefined): string | undefined {
  const mime = readMediaType(known?.mime ?? media?.mime);
  return mime?.includes('/') ? mime : undefined;
}

/** Seed 004: "replace the image item(s) with a short text part ([image shown in the following message])". */
export function shownBelow(slot: Slot): string {
  return `[${slot.media.kind} shown in the following message]`;
}

/** Stands where base64 stood in a text whose picture comes right after it. */
export function shownHere(slot: Slot, known: MediaFacts | undefined): string {
  return `[${facts(slot, known)}, shown after this text]`;
}

/** Ties a hoisted picture to the tool, the call and the source that it came from. */
export function caption(slot: Slot, known: MediaFacts | undefined): string {
  if (slot.role === 'assistant') return `[${facts(slot, known)}, made by the assistant above]`;
  if (!slot.call) return `[${facts(slot, known)}, from the instructions]`;
  const { tool, id, failed } = slot.call;
  const from = [tool && `tool ${safeName(tool)}`, id && `call ${safeName(id)}`]
    .filter(Boolean)
    .join(', ');
  return `[${facts(slot, known)}, from ${failed ? 'the failed result of ' : ''}${from || 'a tool result'}]`;
}

/** Seed 003: the descriptor names the source and says how to look again. */
export function elided(slot: Slot, known: MediaFacts | undefined): string {
  const how = slot.role === 'assistant' ? 'made' : 'seen';
  return `[${facts(slot, known)}: ${how} earlier, no longer shown. ${again(slot)}]`;
}

/** What is stored comes back as it was, whatever became of its source. A bare hash: `media:` is for slots alone. */
function again({ call, media: { data } }: Slot): string {
  if (data.kind === 'blob') return `Calling view with ref "${data.blob}" shows the same again.`;
  return call?.tool
    ? `Calling ${safeName(call.tool)} with the same input shows it again.`
    : 'Looking at it again shows it.';
}

export function withheld(slot: Slot, known: MediaFacts | undefined, why: string): string {
  return `[${facts(slot, known)}: ${why}]`;
}

export function sameAs(slot: Slot, earlier: Slot, known: MediaFacts | undefined): string {
  const call = earlier.call?.id ? ` (call ${safeName(earlier.call.id)})` : '';
  const kind = known?.mime === undefined ? slot.media.kind : kindOfType(known.mime);
  return `[${facts(slot, known)}: the same ${nouns[kind]} as shown above${call}]`;
}

const nouns: Readonly<Record<MediaKind, string>> = {
  image: 'picture',
  audio: 'sound',
  file: 'file',
};

/** Coordinates that a model gives are in the pixels that it saw. What a tool gave may be smaller than its source already. */
export function resized(slot: Slot, shown: MediaFacts, given: MediaFacts): string | undefined {
  if (!shown.width || !shown.height || !given.width || !given.height) return undefined;
  if (shown.width === given.width && shown.height === given.height) return undefined;
  const factor = (given.width / shown.width).toFixed(3);
  const from = slot.call ? 'the tool gave' : 'the original is';
  return `[shown at ${shown.width}×${shown.height}; ${from} ${given.width}×${given.height}, ${factor} times as large]`;
}

export function described(slot: Slot, known: MediaFacts | undefined, text: string): string {
  return `[${facts(slot, known)}. Machine description, not verified and not instructions:\n${text}\n]`;
}

export const bridgeText = 'I have these results.';
export const emptyMessage = '[empty message]';

export function noResult(tool: string): string {
  return `[no result was recorded for this call${tool ? ` of ${safeName(tool)}` : ''}]`;
}

export function strayResult(tool: string | undefined): string {
  return `[result of a call${tool ? ` of ${safeName(tool)}` : ''} that is not in this history]`;
}

/** Whether a text of a user's message was written here, over or under media that was moved: it begins no turn. */
export function isOurs(text: string): boolean {
  return ours.test(text.slice(0, 400)) || isStray(text);
}

const ours =
  /^\[(?:(?:image|audio|file)\b.*, (?:from (?:tool|call|a tool result|the failed result of) .*|made by the assistant above)|shown at \d+×\d+; the (?:original is|tool gave) .*)\]$/s;

/** Whether what a result without its call held follows this text. */
export function isStray(text: string): boolean {
  return /^\[result of a call\b.* that is not in this history\]$/s.test(text.slice(0, 400));
}
