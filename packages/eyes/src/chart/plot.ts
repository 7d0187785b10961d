// Measuring in the plot of a chart: colours of pixels, and how much of a line's colour covers one.
import type { Rgb } from '../colour/oklab.ts';

/** The largest difference of a channel. */
export function contrast(one: Rgb, other: Rgb): number {
  return Math.max(
    Math.abs(one[0] - other[0]),
    Math.abs(one[1] - other[1]),
    Math.abs(one[2] - other[2]),
  );
}

/** How much of `colour` lies over `ground` at this pixel, 0 to 1; zero when another colour is in play. */
export function coverage(pixel: Rgb, colour: Rgb, ground: Rgb): number {
  let dot = 0;
  let square = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const base = ground[channel] ?? 0;
    const away = (colour[channel] ?? 0) - base;
    dot += ((pixel[channel] ?? 0) - base) * away;
    square += away * away;
  }
  if (square === 0) return 0;
  const share = dot / square;
  let residual = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const base = ground[channel] ?? 0;
    const expected = base + share * ((colour[channel] ?? 0) - base);
    residual = Math.max(residual, Math.abs((pixel[channel] ?? 0) - expected));
  }
  return residual > 26 ? 0 : Math.min(1.2, Math.max(0, share));
}

export interface Fit {
  readonly slope: number;
  readonly offset: number;
  /** The largest distance of a point from the line. */
  readonly worst: number;
}

/** Least squares through points (at, value). */
export function fitLine(
  points: readonly (readonly [at: number, value: number])[],
): Fit | undefined {
  const count = points.length;
  if (count < 2) return undefined;
  const meanAt = points.reduce((sum, [at]) => sum + at, 0) / count;
  const meanValue = points.reduce((sum, [, value]) => sum + value, 0) / count;
  let spread = 0;
  let joint = 0;
  for (const [at, value] of points) {
    spread += (at - meanAt) ** 2;
    joint += (at - meanAt) * (value - meanValue);
  }
  if (spread === 0) return undefined;
  const slope = joint / spread;
  const offset = meanValue - slope * meanAt;
  const worst = Math.max(...points.map(([at, value]) => Math.abs(offset + slope * at - value)));
  return { slope, offset, worst };
}
