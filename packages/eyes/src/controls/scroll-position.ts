// Where a scroll bar stands, measured in its pixels: the colours along its middle. What is not one thumb on its track gives nothing, and the network's word stays.
import { distance, type Rgb } from '../colour/oklab.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import type { Sighting } from './sighting.ts';

/** Colours nearer than this are one part, in OKLab. */
const same = 0.03;
/** Of the whole length; what is shorter is a rim or an arrow. */
const leastPart = 0.04;
const leastPartPx = 4;
/** How much longer than its box a bar may be at each end, in lengths: long ones are seen too short. */
const endSlack = 0.25;

interface Run {
  readonly colour: Rgb;
  readonly from: number;
  readonly to: number;
}

/** From 0 to 1. */
export function scrollPosition(picture: Picture, sighting: Sighting): number | undefined {
  if (sighting.role !== 'scrollbar') return undefined;
  const [left, top, right, bottom] = sighting.box;
  const isAcross = right - left > bottom - top;
  const [from, to] = (isAcross ? [left, right] : [top, bottom]).map(Math.round);
  const [near, far] = isAcross ? [top, bottom] : [left, right];
  const limit = isAcross ? picture.width : picture.height;
  const lane = (near + far - 1) / 2;
  const at = (step: number): Rgb =>
    isAcross ? colourAt(picture, step, lane) : colourAt(picture, lane, step);
  const [start, end] = wholeLength(at, from ?? 0, to ?? 0, limit);
  const runs = runsOf(at, start, end);
  const parts = partsOf(runs, end - start);
  const arrow = hasArrows(runs, start, end, far - near) ? far - near : 0;
  const [first, second, third] = parts;
  if (!first || !second || parts.length > 3) return undefined;
  // A thumb at one end of its track: which of the two it is, the arrow shows, or the network has seen.
  if (!third && arrow === 0) return sighting.value < 0.5 ? 0 : 1;
  const track = third ? first.colour : at(start);
  const [thumb, ...others] = parts.filter(({ colour }) => distance(colour, track) >= same);
  if (!thumb || others.length > 0) return undefined;
  const room = end - start - 2 * arrow - (thumb.to - thumb.from);
  return Math.min(1, Math.max(0, (thumb.from - start - arrow) / Math.max(1, room)));
}

/** A bar goes on where its colours do. */
function wholeLength(
  at: (step: number) => Rgb,
  from: number,
  to: number,
  limit: number,
): readonly [number, number] {
  const parts = partsOf(runsOf(at, from, to), to - from);
  const isOwn = (step: number): boolean =>
    parts.some(({ colour }) => distance(colour, at(step)) < same);
  const most = (to - from) * endSlack;
  let start = from;
  while (start > 0 && from - start <= most && isOwn(start - 1)) start -= 1;
  let end = to;
  while (end < limit && end - to <= most && isOwn(end)) end += 1;
  // What goes on and on is the ground of the page.
  return [from - start > most ? from : start, end - to > most ? to : end];
}

/** Stretches of one colour, from the left or upper end. */
function runsOf(at: (step: number) => Rgb, from: number, to: number): readonly Run[] {
  const runs: Run[] = [];
  for (let step = from; step < Math.max(to, from + 1); step += 1) {
    const colour = at(step);
    const last = runs.at(-1);
    if (last && distance(last.colour, colour) < same)
      runs[runs.length - 1] = { ...last, to: step + 1 };
    else runs.push({ colour, from: step, to: step + 1 });
  }
  return runs;
}

function partsOf(runs: readonly Run[], length: number): readonly Run[] {
  const least = Math.max(leastPartPx, length * leastPart);
  const parts: Run[] = [];
  for (const run of runs.filter(({ from, to }) => to - from >= least)) {
    const last = parts.at(-1);
    if (last && distance(last.colour, run.colour) < same)
      parts[parts.length - 1] = { ...last, to: run.to };
    else parts.push(run);
  }
  return parts;
}

/** Old bars have a square with an arrow at each end, where no thumb goes. */
function hasArrows(runs: readonly Run[], start: number, end: number, side: number): boolean {
  const isIn = (low: number, high: number): boolean =>
    runs.some(({ from, to }) => from > low && to < high && to - from < side);
  return isIn(start, start + side) && isIn(end - side, end);
}
