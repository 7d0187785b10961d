// A chart that lies on its side, stood up: its values run to the right, its categories down. Mirrored along the diagonal from the
// lower left, the row of numbers under it becomes the column left of it, and what measures upright charts measures it.
import type { Rgb } from '../colour/oklab.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { colourAt, emptyPicture, type Picture } from '../pixels/picture.ts';
import type { Axis } from './axis.ts';
import { numberOf } from './number-text.ts';
import { contrast } from './plot.ts';

export function stoodUp({ width, height, data }: Picture): Picture {
  const result = emptyPicture(height, width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      const to = ((width - 1 - x) * height + (height - 1 - y)) * 3;
      result.data[to] = data[from] ?? 0;
      result.data[to + 1] = data[from + 1] ?? 0;
      result.data[to + 2] = data[from + 2] ?? 0;
    }
  }
  return result;
}

/** Its words at their new places; how high they are written stays. */
export function stoodUpText(piece: TextLine, { width, height }: Picture): TextLine {
  const [left, top, right, bottom] = piece.box;
  const { centre } = piece.region;
  return {
    ...piece,
    box: [height - bottom, width - right, height - top, width - left],
    region: { ...piece.region, centre: { x: height - centre.y, y: width - centre.x } },
  };
}

/** How far beside its zero line a plot is empty, and how much of that line shows it. */
const besidePx = 4;
const mostGround = 0.8;

/**
 * The axis from zero, where bars begin. A lone 0 is often not found: then the first label must be one step from it, and in both
 * cases there is nothing before zero.
 */
export function fromZero(axis: Axis, picture: Picture, ground: Rgb): Axis | undefined {
  const [first = 0, second = 0] = [...axis.labels]
    .flatMap(({ text }) => numberOf(text) ?? [])
    .toSorted((one, other) => one - other);
  if (axis.min !== 0 && (axis.min !== first || second - first !== first)) return undefined;
  const bottom = axis.yOf(0);
  let empty = 0;
  let all = 0;
  for (let x = axis.left; x < axis.right; x += 1) {
    all += 1;
    if (contrast(colourAt(picture, x, bottom + besidePx), ground) < 12) empty += 1;
  }
  return empty >= all * mostGround ? { ...axis, min: 0, bottom } : undefined;
}
