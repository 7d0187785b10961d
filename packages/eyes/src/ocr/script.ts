// Which lines the reader has letters for. It answers every picture with characters of its own alphabet, so a script that it
// does not know comes out as scraps, and not surely: such a line is told by its place, and its scraps are never shown.
import type { UnreadText } from '../description.ts';
import type { TextLine } from './text-line.ts';

export interface SortedText {
  readonly read: readonly TextLine[];
  readonly unread: readonly UnreadText[];
}

type Verdict = 'known' | 'suspect' | UnreadText['reason'];

const minLetters = 4;
/** Smaller text may be read badly because it is small. */
const minClearHeightPx = 13;
const foreignBelow = 0.85;
const suspectBelow = 0.9;
/** A short line under this is noise more often than not. */
const noiseBelow = 0.7;
/** Strokes of other scripts look like arrows, shapes and maths; text has few of them. */
const maxSigns = 0.3;
const sign = /[^\p{L}\p{M}\p{N}\p{P}\p{Sc}$+<=>^`|~\s]/gu;
/** Characters for each height of the line along its width: words have two, wide capitals more than one. */
const minDensity = 1;
const minSpan = 2.5;

export function sortScripts(lines: readonly TextLine[]): SortedText {
  const verdicts = new Map(lines.map((line) => [line, verdictOf(line)]));
  const judged = lines.filter(({ text }) => lettersOf(text) >= minLetters);
  const foreign = judged.filter((line) => verdicts.get(line) === 'unsupported-script').length;
  // Short words can be made of nothing but look-alikes or a few strokes; their neighbours tell.
  const mostlyForeign = foreign > 0 && foreign * 2 >= judged.length;
  const read: TextLine[] = [];
  const unread: UnreadText[] = [];
  for (const line of lines) {
    const verdict = verdicts.get(line) ?? 'known';
    if (verdict === 'known' || (verdict === 'suspect' && !mostlyForeign)) read.push(line);
    else
      unread.push({
        box: line.box,
        reason: verdict === 'suspect' ? 'unsupported-script' : verdict,
      });
  }
  return { read, unread };
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function verdictOf({ text, confidence, region, pack }: TextLine): Verdict {
  if (pack) return 'known';
  const characters = text.match(/\S/gu)?.length ?? 0;
  const span = region.width / region.height;
  if (text === '') return 'illegible';
  if (confidence < suspectBelow && span >= minSpan && characters < span * minDensity)
    return 'illegible';
  const signs = text.match(sign)?.length ?? 0;
  if (confidence < suspectBelow && signs > characters * maxSigns) return 'illegible';
  if (lettersOf(text) < minLetters) {
    if (confidence < noiseBelow && text.length > 4) return 'illegible';
    return confidence < suspectBelow ? 'suspect' : 'known';
  }
  if (confidence < foreignBelow)
    return region.height >= minClearHeightPx ? 'unsupported-script' : 'illegible';
  return confidence < suspectBelow ? 'suspect' : 'known';
}
