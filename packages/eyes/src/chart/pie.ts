// Pies and rings: one circle cut into flat colours along straight lines to its middle. Shares are angles, and they are told only
// where every slice has its name in a legend or beside it.
import type { Rgb } from '../colour/oklab.ts';
import type { Chart } from '../description.ts';
import { median } from '../median.ts';
import { componentsOf } from '../ocr/components.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { boxAround, colourAt, type Picture, type Point } from '../pixels/picture.ts';
import { isSameHue, legendOf, nameFor, type LegendEntry } from './legend.ts';
import { contrast } from './plot.ts';

/** A circle is looked for in so many pixels along the longer side. */
const mapSide = 360;
const minRadiusPx = 32;
const groundContrast = 18;
/** Of its width to its height, and of its hull to that of a circle. */
const round = 0.04;
/** How far the rim may be off the circle, in pixels and as a share of the radius. */
const maxRimPx = 1.6;
const maxRim = 0.012;
const minOnRim = 0.94;
const steps = 1440;
const sameColour = 14;
/** Where slices are looked at, in radii: rings are empty inside. */
const radii = [0.74, 0.82, 0.9] as const;
/** A line between two slices is thinner than this, in steps; a slice is wider. */
const minSliceSteps = 8;
/** How far the ends of a slice may differ from one radius to the next, in steps. */
const maxSlantSteps = 6;
const minSlices = 2;
const maxSlices = 16;

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface Slice {
  readonly colour: Rgb;
  /** In steps, clockwise from the top or right before it; the end may be beyond a full turn. */
  readonly from: number;
  readonly to: number;
}

export function readPie(
  picture: Picture,
  pieces: readonly TextLine[],
  ground: Rgb,
): Chart | undefined {
  for (const rough of roundParts(picture, pieces, ground)) {
    const circle = settled(picture, rough, ground);
    const slices = circle && slicesOf(picture, circle, ground);
    if (!slices || !circle) continue;
    const names = namesOf(picture, pieces, ground, circle, slices);
    const found = names.filter((name) => name !== '');
    if (found.length < minSlices || new Set(found).size < found.length) continue;
    const values = slices.map(({ from, to }) => Math.round(((to - from) / steps) * 1000) / 10);
    const isNamed = found.length === slices.length;
    return {
      type: 'pie',
      categories: found,
      series: isNamed ? [{ name: '%', values }] : [],
    };
  }
  return undefined;
}

/** Parts of the picture that are as wide as high and fill a circle, the largest first. */
function roundParts(picture: Picture, pieces: readonly TextLine[], ground: Rgb): readonly Circle[] {
  const step = Math.max(1, Math.max(picture.width, picture.height) / mapSide);
  const width = Math.floor(picture.width / step);
  const height = Math.floor(picture.height / step);
  const map = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (contrast(colourAt(picture, (x + 0.5) * step, (y + 0.5) * step), ground) > groundContrast)
        map[y * width + x] = 1;
  withoutWords(map, width, pieces, step);
  return componentsOf(grown(map, width, height), width, height, 0.5)
    .flatMap(({ outline, pixels }): readonly Circle[] => {
      const [left, top, right, bottom] = boxAround(outline);
      const [wide, high] = [right - left, bottom - top];
      const radius = ((wide + high) / 4) * step;
      const isRound = Math.abs(wide - high) <= Math.max(2, wide * round * 2);
      // A ring has a hole; a square would fill more.
      const filled = pixels / (wide * high);
      if (!isRound || radius < minRadiusPx || filled < 0.3 || filled > 0.88) return [];
      return [{ x: ((left + right) / 2) * step, y: ((top + bottom) / 2) * step, radius }];
    })
    .toSorted((one, other) => other.radius - one.radius);
}

/** Grown by two: a thin line of the ground between two slices does not part them. */
function grown(map: Float32Array, width: number, height: number): Float32Array {
  const result = new Float32Array(map.length);
  for (let y = 2; y < height - 2; y += 1)
    for (let x = 2; x < width - 2; x += 1) {
      if (map[y * width + x] !== 1) continue;
      for (let row = y - 2; row <= y + 2; row += 1)
        result.fill(1, row * width + x - 2, row * width + x + 3);
    }
  return result;
}

/** Words around a pie are no part of it. */
function withoutWords(
  map: Float32Array,
  width: number,
  pieces: readonly TextLine[],
  step: number,
): void {
  for (const { box, region } of pieces) {
    const inset = region.height * 0.2;
    const [from, to] = [Math.max(0, box[0] + inset), box[2] - inset];
    for (let y = Math.max(0, box[1] + inset); y < box[3] - inset; y += step) {
      const row = Math.floor(y / step) * width;
      const start = Math.min(width, Math.floor(from / step));
      map.fill(0, row + start, row + Math.min(width, Math.ceil(to / step)));
    }
  }
}

function pointAt({ x, y, radius }: Circle, step: number, share: number): Point {
  const angle = (step / steps) * 2 * Math.PI;
  return { x: x + Math.sin(angle) * radius * share, y: y - Math.cos(angle) * radius * share };
}

/** To the pixel: the rim is where the ground ends, all around. */
function settled(picture: Picture, rough: Circle, ground: Rgb): Circle | undefined {
  let circle = rough;
  let away: readonly number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const rims = Array.from({ length: 120 }, (_, at) => {
      const step = (at * steps) / 120;
      let share = 1.12;
      while (share > 0.8) {
        const { x, y } = pointAt(circle, step, share);
        const inner = pointAt(circle, step, share - 3 / circle.radius);
        const isIn = contrast(colourAt(picture, x, y), ground) > groundContrast;
        if (isIn && contrast(colourAt(picture, inner.x, inner.y), ground) > groundContrast) break;
        share -= 0.5 / circle.radius;
      }
      return pointAt(circle, step, share);
    });
    const middle = (pick: (point: Point) => number): number => {
      // Opposite points of the rim: words that touch it are few.
      const first = rims.slice(0, 60);
      return median(first.map((point, at) => (pick(point) + pick(rims[at + 60] ?? point)) / 2));
    };
    const x = middle((point) => point.x);
    const y = middle((point) => point.y);
    const reach = rims.map((point) => Math.hypot(point.x - x, point.y - y));
    const radius = median(reach);
    circle = { x, y, radius };
    away = reach.map((far) => Math.abs(far - radius));
  }
  const most = Math.max(maxRimPx, circle.radius * maxRim);
  const near = away.filter((far) => far <= most).length;
  return near >= away.length * minOnRim && circle.radius >= minRadiusPx ? circle : undefined;
}

function slicesOf(picture: Picture, circle: Circle, ground: Rgb): readonly Slice[] | undefined {
  const rings = radii.map((share) => runsAlong(picture, circle, share));
  const [first, ...others] = rings;
  if (!first || first.length < minSlices || first.length > maxSlices) return undefined;
  const isSame = others.every(
    (ring) =>
      ring.length === first.length &&
      ring.every(({ colour, from, to }, at) => {
        const own = first[at];
        return (
          own !== undefined &&
          contrast(own.colour, colour) < sameColour &&
          Math.abs(own.from - from) <= maxSlantSteps &&
          Math.abs(own.to - to) <= maxSlantSteps
        );
      }),
  );
  const isGround = first.some(({ colour }) => contrast(colour, ground) <= groundContrast);
  if (!isSame || isGround) return undefined;
  const mean = (at: number, edge: 'from' | 'to'): number =>
    rings.reduce((sum, ring) => sum + (ring[at]?.[edge] ?? 0), 0) / rings.length;
  const slices = first.map(({ colour }, at) => ({
    colour,
    from: mean(at, 'from'),
    to: mean(at, 'to'),
  }));
  const isDistinct = slices.every(({ colour }, at) =>
    slices.every((other, index) => index <= at || contrast(colour, other.colour) >= sameColour),
  );
  return isDistinct ? slices : undefined;
}

/** Runs of one colour around, from the top; what lies between two is shared by both. */
function runsAlong(picture: Picture, circle: Circle, share: number): readonly Slice[] {
  const colours = Array.from({ length: steps }, (_, step) => {
    const { x, y } = pointAt(circle, step + 0.5, share);
    return colourAt(picture, x, y);
  });
  const colourOf = (step: number): Rgb => colours[step % steps] ?? [0, 0, 0];
  const runFrom = (at: number, most: number): number => {
    let end = at + 1;
    while (end < most && contrast(colourOf(end), colourOf(at)) < sameColour) end += 1;
    return end;
  };
  // Begun where a slice begins, so that none is met twice.
  let start = 0;
  while (
    start < steps &&
    (runFrom(start, start + minSliceSteps) - start < minSliceSteps ||
      contrast(colourOf(start), colourOf(start + steps - 1)) < sameColour)
  )
    start += 1;
  const runs: { colour: Rgb; from: number; to: number }[] = [];
  for (let at = start; at < start + steps;) {
    const colour = colourOf(at);
    const end = runFrom(at, start + steps);
    const last = runs.at(-1);
    if (end - at >= minSliceSteps) {
      // Words on a slice part it.
      if (last && contrast(last.colour, colour) < sameColour) last.to = end;
      else runs.push({ colour, from: at, to: end });
    }
    at = end;
  }
  const slices = runs.map(({ colour, from, to }, at) => {
    const before = runs.at(at - 1);
    const after = runs[(at + 1) % runs.length];
    const met = before ? meeting(before.to, from) : from;
    // What begins at the top may be seen to begin just before it.
    const first = met >= steps - maxSlantSteps ? met - steps : met;
    const end = after ? meeting(to, after.from) : to;
    return { colour, from: first, to: end < first ? end + steps : end };
  });
  return slices.toSorted((one, other) => one.from - other.from);
}

/** Half way from the end of one slice to the start of the next. */
function meeting(end: number, start: number): number {
  const gap = (((start - end) % steps) + steps) % steps;
  return (((start - gap / 2) % steps) + steps) % steps;
}

/** Of every slice: its entry in the legend, or else the one piece of text that stands at it. */
function namesOf(
  picture: Picture,
  pieces: readonly TextLine[],
  ground: Rgb,
  circle: Circle,
  slices: readonly Slice[],
): readonly string[] {
  const legend = legendOf(
    picture,
    pieces.filter((piece) => !isAt(piece, circle)),
    new Set(),
    ground,
  );
  const byLegend = slices.map(({ colour }) =>
    isShared(colour, legend) ? '' : nameFor(colour, legend, ground),
  );
  if (byLegend.every((name) => name !== '')) return byLegend;
  const around = pieces.filter((piece) => isAt(piece, circle));
  const byPlace = slices.map(({ from, to }) => {
    const own = around.filter((piece) => {
      const angle = Math.atan2(piece.region.centre.x - circle.x, circle.y - piece.region.centre.y);
      const step = ((angle / (2 * Math.PI)) * steps + steps) % steps;
      return [step - steps, step, step + steps].some((at) => at >= from && at < to);
    });
    const [only] = own;
    return own.length === 1 && only && /\p{L}/u.test(only.text) ? only.text : '';
  });
  const count = (names: readonly string[]): number => names.filter((name) => name !== '').length;
  return count(byPlace) > count(byLegend) ? byPlace : byLegend;
}

/** Two entries of one colour: what looks like one slice may be both. An entry begins at every word, and its tail is the same one. */
function isShared(colour: Rgb, legend: readonly LegendEntry[]): boolean {
  const own = legend.filter((entry) => isSameHue(entry.colour, colour));
  return own.some(({ name }) =>
    own.some((other) => !name.endsWith(other.name) && !other.name.endsWith(name)),
  );
}

/** In the circle or right beside it. */
function isAt({ region: { centre, height }, box }: TextLine, { x, y, radius }: Circle): boolean {
  const dx = Math.max(box[0] - x, x - box[2], 0);
  const dy = Math.max(box[1] - y, y - box[3], 0);
  return (
    Math.hypot(dx, dy) < radius + height * 2 &&
    Math.hypot(centre.x - x, centre.y - y) < radius * 2.2
  );
}
