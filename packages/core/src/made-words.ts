// What a person who cannot see or hear it is told about something that a model made: what it is, who made it, and in whose
// words. The maker's own words stand in its message, so they are read from the record; words of others are marked as theirs.
import type { StoredBlock } from './block.ts';
import { oneLine } from './fence.ts';
import { isMediaPart, type MessagePart } from './record.ts';

export interface MadeWords {
  readonly text: string;
  /** Who put it into words on this device; without it they are the maker's own. */
  readonly by?: string;
}

const maxChars = { image: 500, audio: 2_000, file: 500 } as const;

/** The text that the model wrote before it, or else after it; a message without words has none. */
export function ownWords(parts: readonly MessagePart[], block: StoredBlock): MadeWords | undefined {
  const at = parts.indexOf(block);
  const before = textsIn(parts.slice(0, at).toReversed()).toReversed();
  const texts = before.length > 0 ? before : textsIn(parts.slice(at + 1));
  const found = texts.length > 0 ? texts : parts.flatMap(said);
  const text = found.join(' ').trim();
  return text === '' ? undefined : { text };
}

/** Up to the next piece of media, which has words of its own. */
function textsIn(parts: readonly MessagePart[]): readonly string[] {
  const end = parts.findIndex(isMediaPart);
  return parts.slice(0, end < 0 ? undefined : end).flatMap(said);
}

/** A line in brackets is ours: a source, or what stands for a picture that was not taken. */
function said(part: MessagePart): readonly string[] {
  return part.type === 'text' && !/^\s*\[.*\]\s*$/s.test(part.text) ? [part.text] : [];
}

/** `made by MODEL`; undefined for what no model made. */
export function madeBy({ origin }: StoredBlock): string | undefined {
  return origin.kind === 'made' ? `made by ${oneLine(origin.model, 100)}` : undefined;
}

/** @example madeAlt(block, { text: 'A login dialog.' }) // 'Picture made by gemini, 512×512 pixels: A login dialog.' */
export function madeAlt(block: StoredBlock, words?: MadeWords): string {
  const facts = [factOf(block)].filter((fact) => fact !== undefined);
  const head = [`${nouns[block.type]} ${madeBy(block) ?? 'without a maker'}`, ...facts].join(', ');
  if (!words) return head;
  const text = oneLine(words.text, maxChars[block.type]);
  if (words.by === undefined) return `${head}: ${text}`;
  const verb = block.type === 'audio' ? 'Transcribed' : 'Described';
  return `${head}. ${verb} by ${oneLine(words.by)}, not by its maker: ${text}`;
}

const nouns = { image: 'Picture', audio: 'Sound', file: 'File' } as const;

function factOf(block: StoredBlock): string | undefined {
  switch (block.type) {
    case 'image':
      return `${block.width}×${block.height} pixels`;
    case 'audio':
      return block.durationMs === undefined ? undefined : lengthOf(block.durationMs);
    case 'file':
      return block.mime;
  }
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'less than a second';
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
