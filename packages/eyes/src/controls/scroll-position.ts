// Where a scroll bar stands, measured in its pixels: the colours along its middle. What is not one thumb on its track gives nothing, and the network's word stays.
import { distance, type Rgb } from '../colour/oklab.ts';
import type { Picture } from '../pixels/picture.ts';
import type { Sighting } from './sighting.ts';

/** Colours nearer than this are one part, in OKLab. */
const same = 0.03;
/** Of the whole length; what is shorter is a rim or an arrow. */
const leastPart = 0.04;
const leastPartPx = 4;

interface Part {
  readonly colour: Rgb;
  readonly from: number;
  readonly to: number;
}

/** From 0 to 1. */
export function scrollPosition(picture: Picture, sighting: Sighting): number | undefined {
  if (sighting.role !== 'scrollbar') return undefined;
  const { parts, length } = partsOf(picture, sighting);
  const [first, second, third] = parts;
  if (!first || !second || parts.length > 3) return undefined;
  const at = (thumb: Part): number => thumb.from / Math.max(1, length - (thumb.to - thumb.from));
  if (third) return distance(first.colour, third.colour) < same ? at(second) : undefined;
  // A thumb at one end of its track: which of the two it is, the network has seen.
  return sighting.value < 0.5 ? 0 : 1;
}

/** Along the middle, from its left or upper end. */
function partsOf(
  picture: Picture,
  { box }: Sighting,
): { readonly parts: readonly Part[]; readonly length: number } {
  const [left, top, right, bottom] = box;
  const isAcross = right - left > bottom - top;
  const length = Math.max(1, Math.round(isAcross ? right - left : bottom - top));
  const middle = isAcross ? (top + bottom) / 2 : (left + right) / 2;
  const least = Math.max(leastPartPx, length * leastPart);
  const runs: Part[] = [];
  for (let step = 0; step < length; step += 1) {
    const colour = isAcross
      ? colourAt(picture, left + step, middle)
      : colourAt(picture, middle, top + step);
    const last = runs.at(-1);
    if (last && distance(last.colour, colour) < same)
      runs[runs.length - 1] = { ...last, to: step + 1 };
    else runs.push({ colour, from: step, to: step + 1 });
  }
  const parts: Part[] = [];
  for (const run of runs.filter(({ from, to }) => to - from >= least)) {
    const last = parts.at(-1);
    if (last && distance(last.colour, run.colour) < same)
      parts[parts.length - 1] = { ...last, to: run.to };
    else parts.push(run);
  }
  return { parts, length };
}

function colourAt({ data, width, height }: Picture, x: number, y: number): Rgb {
  const [column, row] = [Math.min(width - 1, Math.floor(x)), Math.min(height - 1, Math.floor(y))];
  const at = (Math.max(0, row) * width + Math.max(0, column)) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
