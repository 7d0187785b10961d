// A visual line: the pieces of a row that belong together, with their text joined the way the eye joins it.
import type { Box } from '../pixels/picture.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Row } from './rows.ts';

export interface VisualLine {
  readonly text: string;
  readonly pieces: readonly TextLine[];
  readonly box: Box;
  readonly confidence: number;
}

/** A gap wider than this many heights separates two things that merely stand side by side. */
const apart = 2.6;

export function visualLinesOf(row: Row): readonly VisualLine[] {
  const groups: TextLine[][] = [];
  for (const piece of row) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const height = Math.max(piece.region.height, last?.region.height ?? 0);
    if (group && last && piece.box[0] - last.box[2] < height * apart) group.push(piece);
    else groups.push([piece]);
  }
  return groups.map((pieces) => lineOf(pieces));
}

function lineOf(pieces: readonly TextLine[]): VisualLine {
  const weight = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const confidence =
    pieces.reduce((sum, piece) => sum + piece.confidence * piece.text.length, 0) /
    Math.max(1, weight);
  return { text: joined(pieces), pieces, box: around(pieces.map(({ box }) => box)), confidence };
}

/** Where two crops share a character at their border, it is told once. */
function joined(pieces: readonly TextLine[]): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    const last = before?.characters.at(-1);
    const shared =
      before !== undefined &&
      last !== undefined &&
      /\s.$/.test(text) &&
      piece.text.startsWith(last.char) &&
      before.box[0] + last.x > piece.box[0];
    if (shared) text = text.slice(0, -1).trimEnd();
    text = text === '' ? piece.text : `${text} ${piece.text}`;
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function around(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
}
