// A visual line: the pieces of a row that belong together, with their text joined the way the eye joins it.
import type { Box } from '../pixels/picture.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Row } from './rows.ts';

export interface VisualLine {
  readonly text: string;
  readonly pieces: readonly TextLine[];
  readonly box: Box;
  /** Of the character that was seen the least surely. */
  readonly confidence: number;
}

/** A gap wider than this many heights separates two things that merely stand side by side. */
const sideBySide = 2.6;

export function visualLinesOf(row: Row): readonly VisualLine[] {
  const groups: TextLine[][] = [];
  for (const piece of row) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const height = Math.max(piece.region.height, last?.region.height ?? 0);
    if (group && last && piece.box[0] - last.box[2] < height * sideBySide) group.push(piece);
    else groups.push([piece]);
  }
  return groups.map((pieces) => lineOf(pieces));
}

/** Whatever stands between them. */
export function lineOf(pieces: readonly TextLine[]): VisualLine {
  return {
    text: joined(pieces),
    pieces,
    box: around(pieces.map(({ box }) => box)),
    confidence: Math.min(...pieces.map(({ weakest }) => weakest)),
  };
}

/** A character whose middle is this near to the edge of its crop, in heights, was cut by it. */
const cutReach = 0.2;
/** One that is a mere stroke is more likely the side of another. */
const strokeReach = 0.4;
/** How far the same character may seem to stand apart in two crops, in heights. */
const sameReach = 0.6;

/** Where two crops share a character at their border, it is told once, and a slice of it not at all. */
function joined(pieces: readonly TextLine[]): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    let next = piece.text;
    if (before && repeatsEnd(before, piece) && /\s.$/u.test(text))
      text = text.replace(/\s+.$/u, '');
    else if (before && repeatsStart(before, piece)) next = next.replace(/^.\s*/u, '');
    text = text === '' ? next : `${text} ${next}`;
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The last character of a piece is a word of its own there, and belongs to the next one. */
function repeatsEnd(before: TextLine, piece: TextLine): boolean {
  const last = before.characters.findLast(({ char }) => char !== ' ');
  if (!last || before.box[0] + last.x <= piece.box[0]) return false;
  const isCut = before.region.width - last.x < before.region.height * cutReach;
  return piece.text.startsWith(last.char) || isCut;
}

/** The first character of a piece is a word of its own there, and belongs to the one before. */
function repeatsStart(before: TextLine, piece: TextLine): boolean {
  const first = piece.characters.find(({ char }) => char !== ' ');
  const last = before.characters.findLast(({ char }) => char !== ' ');
  if (!first || !last || !/^(?:.\s|[|\\/])/u.test(piece.text)) return false;
  if (piece.box[0] + first.x >= before.box[2]) return false;
  const apart = Math.abs(piece.box[0] + first.x - (before.box[0] + last.x));
  const isSame = first.char === last.char && apart < piece.region.height * sameReach;
  const reach = /[|\\/]/.test(first.char) ? strokeReach : cutReach;
  return isSame || first.x < piece.region.height * reach;
}

export function around(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
}
