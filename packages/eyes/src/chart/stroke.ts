// The stroke of one series: where it crosses each column of the plot, and whether it runs straight up to a point. Covered,
// doubled and thick columns are left out, so what is left is the stroke and nothing else.
import { median } from '../median.ts';
import type { Rgb } from '../colour/oklab.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import type { Axis } from './axis.ts';
import { contrast, coverage, fitLine, type Fit } from './plot.ts';

export interface Scene {
  readonly picture: Picture;
  readonly axis: Axis;
  readonly ground: Rgb;
}

export interface Stroke {
  readonly colour: Rgb;
  readonly trace: Trace;
  /** Across the stroke, in pixels. */
  readonly thickness: number;
}

interface Crossing {
  readonly y: number;
  readonly height: number;
}
/** For each column, the middle of the stroke, where there is exactly one. */
type Trace = ReadonlyMap<number, Crossing>;

/** A pixel belongs to a stroke when this much of it is covered. */
const minCover = 0.5;
/** A stroke is no thicker than this, or than this share of the plot. */
const maxThickPx = 7;
const maxThickShare = 0.025;
/** The share of columns that must agree before a stroke is taken for the edge of an area, or for the axis. */
const mostColumns = 0.6;
const nearlyAllColumns = 0.8;
/** Colours closer than this are one, but for the noise of an encoder; farther than the other, not even a grid. */
const tint = 8;
const strongContrast = 60;

/** Undefined for what is thick where it is level: an area or a bar. */
export function strokeOf(scene: Scene, colour: Rgb, from: number, to: number): Stroke | undefined {
  const { axis } = scene;
  const trace = new Map<number, Crossing>();
  for (
    let x = Math.max(Math.ceil(axis.left), Math.round(from));
    x <= Math.min(axis.right, to);
    x += 1
  ) {
    // The axis line may have much the same colour: then the stroke is looked for above it.
    const crossing =
      crossingAt(scene, colour, x, axis.bottom + 3) ??
      crossingAt(scene, colour, x, axis.bottom - 3);
    if (crossing) trace.set(x, crossing);
  }
  const heights = [...trace.values()].map(({ height }) => height).toSorted((a, b) => a - b);
  const thickness = heights[Math.floor(heights.length * 0.25)] ?? Infinity;
  const thin = Math.max(maxThickPx, (axis.bottom - axis.top) * maxThickShare);
  if (thickness > thin || isFilled(scene, trace) || isOnAxis(axis, trace)) return undefined;
  return { colour, trace, thickness };
}

function crossingAt(
  { picture, axis, ground }: Scene,
  colour: Rgb,
  x: number,
  bottom: number,
): Crossing | undefined {
  let sum = 0;
  let weight = 0;
  let runs = 0;
  let inside = false;
  for (let y = Math.round(axis.top) - 10; y < bottom; y += 1) {
    const share = coverage(colourAt(picture, x, y), colour, ground);
    if (share < minCover) {
      inside = false;
      continue;
    }
    if (!inside) runs += 1;
    inside = true;
    sum += (y + 0.5) * share;
    weight += share;
  }
  return runs === 1 && weight >= 0.8 ? { y: sum / weight, height: weight } : undefined;
}

/** What runs along the ground of the plot is the axis, or the foot of an area. */
function isOnAxis(axis: Axis, trace: Trace): boolean {
  const ground = axis.yOf(Math.max(0, axis.min));
  const near = [...trace.values()].filter(({ y }) => Math.abs(y - ground) < 4).length;
  return near > trace.size * nearlyAllColumns;
}

/** An area is tinted on one side of its edge; areas may be stacked, and then the edge is no value. */
function isFilled({ picture, ground }: Scene, trace: Trace): boolean {
  let tinted = 0;
  for (const [x, { y, height }] of trace) {
    const away = height / 2 + 6;
    const under = colourAt(picture, x, y + away);
    const over = colourAt(picture, x, y - away);
    if (contrast(under, ground) > tint && contrast(under, over) > tint) tinted += 1;
  }
  return tinted > trace.size * mostColumns;
}

/** Which part of the way to the next category is fitted: away from markers and joins, and short of the next join. */
const nearShare = 0.14;
const farShare = 0.46;

/** A straight line through the stroke on one side of a category; undefined unless it holds up to the category. */
export function sideFit(
  { trace, thickness }: Stroke,
  x: number,
  side: 1 | -1,
  spacing: number,
): Fit | undefined {
  const near = Math.max(4, spacing * nearShare);
  const far = Math.max(near + 8, spacing * farShare);
  let points: (readonly [number, number])[] = [];
  let expected = 0;
  for (let dx = near; dx <= far; dx += 1) {
    const column = Math.round(x + side * dx);
    const y = trace.get(column)?.y;
    expected += 1;
    if (y !== undefined) points.push([column + 0.5, y]);
  }
  for (let round = 0; round < 4; round += 1) {
    const fit = points.length >= Math.max(5, expected * 0.5) ? fitLine(points) : undefined;
    if (!fit) return undefined;
    const { slope, offset } = fit;
    if (fit.worst < 1) return holds() ? fit : undefined;
    const errors = points.map(([at, y]) => Math.abs(offset + slope * at - y));
    const limit = Math.max(0.9, median(errors) * 1.6);
    points = points.filter((_, index) => (errors[index] ?? 0) <= limit);
    /** A curve leaves its chord before it gets to the point. Markers are taller than the stroke, and say nothing. */
    function holds(): boolean {
      const usual = thickness * Math.hypot(1, slope) * 1.4 + 1;
      let seen = 0;
      let off = 0;
      for (let dx = thickness + 1; dx < near; dx += 1) {
        const column = Math.round(x + side * dx);
        const crossing = trace.get(column);
        if (!crossing || crossing.height > usual) continue;
        seen += 1;
        if (Math.abs(offset + slope * (column + 0.5) - crossing.y) > 1.3) off += 1;
      }
      return off <= seen * 0.25;
    }
  }
  return undefined;
}

/** Whether the stroke, its marker or something in front of it is where a point was reckoned to be. */
export function isDrawnAt(
  scene: Scene,
  { colour, thickness }: Stroke,
  x: number,
  y: number,
): boolean {
  const { picture, ground } = scene;
  const isOwn = (px: number, py: number): boolean =>
    coverage(colourAt(picture, px, py), colour, ground) >= minCover;
  const reach = Math.ceil(thickness / 2) + 1;
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -1; dx <= 1; dx += 1) if (isOwn(x + dx, y + dy)) return true;
  const here = colourAt(picture, x, y);
  // Another stroke or its marker; the grid is pale.
  if (contrast(here, ground) > strongContrast) return true;
  // A hollow marker has its rim on all four sides.
  const rim = Math.ceil(thickness * 4);
  const directions = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  return directions.every(([dx, dy]) => {
    for (let step = 1; step <= rim; step += 1) if (isOwn(x + dx * step, y + dy * step)) return true;
    return false;
  });
}
