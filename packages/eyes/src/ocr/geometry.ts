// Plane geometry for text regions: hulls, the smallest rectangle around points, and growing it.
import { boxAround, type Box, type Point } from '../pixels/picture.ts';

/** A rectangle in any direction: `angle` is that of its long side, between −90° and 90°, in radians. */
export interface Region {
  readonly centre: Point;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

function cross(origin: Point, a: Point, b: Point): number {
  return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
}

export function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      for (;;) {
        const last = chain.at(-1);
        const before = chain.at(-2);
        if (!last || !before || cross(before, last, point) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  if (sorted.length < 3) return sorted;
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** A slant that moves a line by less than this share of its height is due to the rounding of pixels. */
const uprightDrift = 0.12;

/** Where the long lines of a page are upright, a short word that leans by less than this is due to the shape of its letters. */
const wordSlip = 0.2;
/** In heights of its core: from this width on a line shows which way it runs. */
const longLine = 14;
const enoughLines = 3;
const mostLines = 0.8;
const mostWords = 0.5;

/** The smallest rectangle around each hull; on a page that is upright, so are its short words. */
export function regionsOf(hulls: readonly (readonly Point[])[]): readonly Region[] {
  const regions = hulls.map((hull) => smallestRegion(hull));
  const long = regions.filter(({ width, height }) => width > height * longLine);
  const [telling, most] = long.length < enoughLines ? [regions, mostWords] : [long, mostLines];
  const upright = telling.filter(({ angle }) => angle === 0).length;
  if (upright < telling.length * most) return regions;
  return regions.map((region, index) =>
    Math.abs(region.angle) < wordSlip ? extent(hulls[index] ?? [], 0) : region,
  );
}

function smallestRegion(hull: readonly Point[]): Region {
  let best: Region | undefined;
  for (let at = 0; at < hull.length; at += 1) {
    const from = hull[at];
    const to = hull[(at + 1) % hull.length];
    if (!from || !to) continue;
    const turned = extent(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (!best || turned.width * turned.height < best.width * best.height) best = turned;
  }
  const upright = extent(hull, 0);
  const region = normalised(best ?? upright);
  const drift = Math.abs(Math.sin(region.angle)) * region.width;
  return drift < Math.max(1, region.height * uprightDrift) ? upright : region;
}

function extent(points: readonly Point[], angle: number): Region {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const { x, y } of points) {
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const along = (left + right) / 2;
  const across = (top + bottom) / 2;
  return {
    centre: { x: along * cos - across * sin, y: along * sin + across * cos },
    width: right - left,
    height: bottom - top,
    angle,
  };
}

/** The same rectangle, told with its angle as near to upright as can be. */
function normalised(region: Region): Region {
  let { width, height, angle } = region;
  while (angle > Math.PI / 4) {
    angle -= Math.PI / 2;
    [width, height] = [height, width];
  }
  while (angle <= -Math.PI / 4) {
    angle += Math.PI / 2;
    [width, height] = [height, width];
  }
  return { ...region, width, height, angle };
}

export function grown(region: Region, by: number): Region {
  return { ...region, width: region.width + by * 2, height: region.height + by * 2 };
}

function cornersOf({ centre, width, height, angle }: Region): readonly Point[] {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const signs = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return signs.map(([along, across]) => ({
    x: centre.x + (along * width * cos) / 2 - (across * height * sin) / 2,
    y: centre.y + (along * width * sin) / 2 + (across * height * cos) / 2,
  }));
}

export function boxOf(region: Region): Box {
  return boxAround(cornersOf(region));
}
