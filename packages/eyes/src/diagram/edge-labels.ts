// Which words belong to which edge: those that stand on it or right beside it, and beside no other.
import type { TextLine } from '../ocr/text-line.ts';
import type { Point } from '../pixels/picture.ts';
import type { Followed } from './read-diagrams.ts';

/** In heights of small letters: how near words are to their edge, and how much farther from every other. */
const near = 1.6;
const apart = 0.5;

export function labelsOf(
  edges: readonly Followed[],
  pieces: readonly TextLine[],
  em: number,
): readonly (readonly TextLine[])[] {
  const labels = edges.map((): TextLine[] => []);
  for (const piece of pieces) {
    const away = edges.map(({ path }) => Math.min(...path.map((point) => distance(piece, point))));
    const least = Math.min(...away);
    const index = away.indexOf(least);
    const isOwn = away.every((other, at) => at === index || other - least > em * apart);
    if (least < em * near && isOwn) labels[index]?.push(piece);
  }
  return labels;
}

/** From the inside of the words: the box of a region is larger than its letters. */
function distance({ box, region }: TextLine, { x, y }: Point): number {
  const inset = region.height * 0.2;
  const dx = Math.max(box[0] + inset - x, x - box[2] + inset, 0);
  const dy = Math.max(box[1] + inset - y, y - box[3] + inset, 0);
  return Math.hypot(dx, dy);
}
