// A palette for more colours than there are registers: the box of colours with the most variance is cut where that
// lowers it most, until the registers are used up (Wu's method).
import type { Raster } from '../raster.ts';
import { momentsOf, side, volume, type Box, type Channel, type Moments } from './histogram.ts';

interface Part {
  readonly box: Box;
  readonly variance: number;
}

const channels = ['red', 'green', 'blue'] as const satisfies readonly Channel[];

export function choosePalette(raster: Raster, maxColours: number): Uint8Array {
  const moments = momentsOf(raster);
  const all: readonly [number, number] = [0, side - 1];
  const whole: Box = { red: all, green: all, blue: all };
  let parts: Part[] = [{ box: whole, variance: varianceOf(whole, moments) }];
  while (parts.length < maxColours) {
    const widest = parts.reduce((best, part) => (part.variance > best.variance ? part : best));
    if (widest.variance <= 0) break;
    const halves = cut(widest.box, moments);
    parts = parts.filter((part) => part !== widest);
    // What cannot be cut is never tried again.
    if (halves) parts.push(...halves);
    else parts.push({ box: widest.box, variance: 0 });
  }
  return Uint8Array.from(parts.flatMap(({ box }) => meanOf(box, moments)));
}

function meanOf(box: Box, moments: Moments): readonly number[] {
  const weight = volume(box, moments.weight) || 1;
  return channels.map((channel) => Math.round(volume(box, moments[channel]) / weight));
}

function varianceOf(box: Box, moments: Moments): number {
  const weight = volume(box, moments.weight);
  if (weight === 0) return 0;
  return volume(box, moments.squares) - gathered(box, moments, weight);
}

/** How much of the spread the mean of a box explains: the larger over both halves, the better the cut. */
function gathered(box: Box, moments: Moments, weight: number): number {
  let sum = 0;
  for (const channel of channels) sum += volume(box, moments[channel]) ** 2;
  return sum / weight;
}

function cut(box: Box, moments: Moments): readonly Part[] | undefined {
  let best: readonly [Box, Box] | undefined;
  let most = -1;
  for (const channel of channels) {
    const [from, to] = box[channel];
    for (let at = from + 1; at < to; at++) {
      const low: Box = { ...box, [channel]: [from, at] };
      const high: Box = { ...box, [channel]: [at, to] };
      const lowWeight = volume(low, moments.weight);
      const highWeight = volume(high, moments.weight);
      if (lowWeight === 0 || highWeight === 0) continue;
      const score = gathered(low, moments, lowWeight) + gathered(high, moments, highWeight);
      if (score > most) {
        most = score;
        best = [low, high];
      }
    }
  }
  return best?.map((half) => ({ box: half, variance: varianceOf(half, moments) }));
}
