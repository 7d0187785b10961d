// Which lines are in a script that the recogniser knows. It answers every picture with characters of its own alphabet, so
// Cyrillic comes out as Latin look-alikes: such a line is told by its place, and its look-alikes are never shown.
import type { UnreadText } from '../description.ts';
import { flickeringShare, surpriseOf } from './plausibility.ts';
import type { TextLine } from './text-line.ts';

export interface SortedText {
  readonly read: readonly TextLine[];
  readonly unread: readonly UnreadText[];
}

type Verdict = 'known' | 'suspect' | 'foreign' | 'illegible';

const ideograph = /[\u4e00-\u9fff]/gu;
/** Kana is not in the alphabet and leaves holes: this many heights per character is too far apart. */
const maxIdeographPitch = 1.5;
const minLetters = 4;
/** Smaller text may be read badly because it is small. */
const minClearHeightPx = 13;

export function sortScripts(lines: readonly TextLine[]): SortedText {
  const verdicts = new Map(lines.map((line) => [line, verdictOf(line)]));
  const judged = lines.filter((line) => lettersOf(line.text) >= minLetters);
  const foreign = judged.filter((line) => verdicts.get(line) === 'foreign').length;
  // Short words can be made of nothing but look-alikes or a few strokes; their neighbours tell.
  const mostlyForeign = foreign > 0 && foreign * 2 >= judged.length;
  const read: TextLine[] = [];
  const unread: UnreadText[] = [];
  for (const line of lines) {
    switch (verdicts.get(line)) {
      case 'foreign':
        unread.push({ box: line.box, reason: 'unsupported-script' });
        break;
      case 'illegible':
        unread.push({ box: line.box, reason: 'illegible' });
        break;
      case 'suspect':
        if (mostlyForeign) unread.push({ box: line.box, reason: 'unsupported-script' });
        else read.push(line);
        break;
      case 'known':
      case undefined:
        read.push(line);
    }
  }
  return { read, unread };
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Whether a line would be told by its place alone. */
export function isUnread(line: TextLine): boolean {
  const verdict = verdictOf(line);
  return verdict === 'foreign' || verdict === 'illegible';
}

function verdictOf({ text: seen, confidence, region, pack }: TextLine): Verdict {
  // The plausibility of words is judged by their letters; accents from a pack would tear them apart.
  const text = pack === 'ocr-latin' ? seen.normalize('NFD').replaceAll(/\p{M}/gu, '') : seen;
  const letters = lettersOf(text);
  if (text === '') return 'illegible';
  const ideographs = text.match(ideograph)?.length ?? 0;
  const pitch = region.width / text.length / region.height;
  if (ideographs > 0 && ideographs * 2 > letters)
    return pitch > maxIdeographPitch ? 'foreign' : 'known';
  if (isImplausible(text, confidence, region)) return 'illegible';
  if (letters < minLetters) {
    if (confidence < noiseBelow && text.length > 4) return 'illegible';
    return confidence < uncertainBelow ? 'suspect' : 'known';
  }
  const clear = region.height >= minClearHeightPx;
  if (confidence < 0.78) return clear ? 'foreign' : 'illegible';
  const digits = text.match(/\d/g)?.length ?? 0;
  const wordy = digits < letters * 0.34;
  const surprise = surpriseOf(text);
  const flickering = flickeringShare(text);
  if (clear && wordy && confidence < 0.95 && surprise > 4.85) return 'foreign';
  if (clear && confidence < 0.95 && flickering >= 0.5) return 'foreign';
  if (clear && confidence < 0.87 && mixesAlphabets(text)) return 'foreign';
  if (clear && confidence < uncertainBelow && mixesDigits(text)) return 'foreign';
  return flickering > 0 || surprise > 4.1 || confidence < 0.93 ? 'suspect' : 'known';
}

/** A line under this is marked uncertain. */
const uncertainBelow = 0.9;
/** A short line under this is noise more often than not. */
const noiseBelow = 0.7;
/** Characters for each height of the line along its width: words have two, wide capitals more than one. */
const minDensity = 1;
const minNoisyDensity = 1.5;
const minSpan = 2.5;

/** Joined scripts come out as a few letters far apart, or as signs. */
function isImplausible(
  text: string,
  confidence: number,
  { width, height }: TextLine['region'],
): boolean {
  const characters = text.match(/\S/gu)?.length ?? 0;
  const span = width / height;
  if (confidence >= uncertainBelow || span < minSpan) return false;
  const words = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (confidence >= noiseBelow) return characters < span * minDensity;
  return characters < span * minNoisyDensity || words * 2 < characters;
}

/** Most words have digits among small letters ("Y2i7n nx nin97"), as Hebrew comes out. */
function mixesDigits(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const mixed = words.filter((word) => /\p{L}/u.test(word) && /\p{N}/u.test(word));
  const hasSmall = mixed.some((word) => /\p{Ll}/u.test(word));
  return mixed.length >= 2 && mixed.length * 2 > words.length && hasSmall;
}

/** Latin letters beside Greek, Cyrillic or Chinese ones in one word. */
function mixesAlphabets(text: string): boolean {
  return /[A-Za-z][\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]|[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}][A-Za-z]/u.test(
    text,
  );
}
