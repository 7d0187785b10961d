// The colours that a region is made of, with their shares. A colour is the median of the pixels that belong to it, so the
// ringing of a JPEG around edges does not move it.
import type { Box, Picture } from '../pixels/picture.ts';
import { addTo, meanOf, ranked, type Bin } from './bins.ts';
import { distance, hexOf, nameOf, type Rgb } from './oklab.ts';

export interface ColourShare {
  readonly name: string;
  readonly hex: string;
  /** 0 to 1. */
  readonly share: number;
}

const maxSamples = 120_000;
const sameColour = 0.045;

interface Cluster {
  readonly centre: Rgb;
  count: number;
}

/** At most `limit`, the largest first; shares under `minShare` are left out. */
export function paletteOf(
  picture: Picture,
  [left, top, right, bottom]: Box,
  limit: number,
  minShare = 0.01,
): readonly ColourShare[] {
  const area = Math.max(1, (right - left) * (bottom - top));
  const step = Math.max(1, Math.floor(Math.sqrt(area / maxSamples)));
  const colours = coloursIn(picture, [left, top, right, bottom], step);
  const bins = new Map<number, Bin>();
  let total = 0;
  for (const [colour, count] of colours) {
    const rgb = rgbIn(colour);
    const [red, green, blue] = rgb;
    addTo(bins, ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3), rgb, count);
    total += count;
  }
  const clusters: Cluster[] = [];
  for (const bin of ranked(bins)) {
    const centre = meanOf(bin);
    const near = clusters.find((cluster) => distance(cluster.centre, centre) < sameColour);
    if (near) near.count += bin.count;
    else if (clusters.length < 48) clusters.push({ centre, count: bin.count });
  }
  return clusters
    .filter(({ count }) => count / total >= minShare)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, limit)
    .map(({ centre, count }) => {
      const colour = medianNear(colours, centre);
      return { name: nameOf(colour), hex: hexOf(colour), share: round(count / total) };
    });
}

/** How often each colour is there. Neighbours are mostly equal, so the map is asked once for a run of them. */
function coloursIn(
  { width, data }: Picture,
  [left, top, right, bottom]: Box,
  step: number,
): ReadonlyMap<number, number> {
  const colours = new Map<number, number>();
  let last = -1;
  let run = 0;
  for (let y = Math.round(top); y < bottom; y += step) {
    for (let x = Math.round(left); x < right; x += step) {
      const at = (y * width + x) * 3;
      const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
      if (colour !== last) {
        if (run > 0) colours.set(last, (colours.get(last) ?? 0) + run);
        last = colour;
        run = 0;
      }
      run += 1;
    }
  }
  if (run > 0) colours.set(last, (colours.get(last) ?? 0) + run);
  return colours;
}

function rgbIn(colour: number): Rgb {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** The median, channel by channel, of the pixels within a few steps of the centre. */
function medianNear(colours: ReadonlyMap<number, number>, centre: Rgb): Rgb {
  const reach = 10;
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const;
  let total = 0;
  for (const [colour, times] of colours) {
    const [red, green, blue] = rgbIn(colour);
    if (Math.abs(red - centre[0]) > reach) continue;
    if (Math.abs(green - centre[1]) > reach || Math.abs(blue - centre[2]) > reach) continue;
    counts[0][red] = (counts[0][red] ?? 0) + times;
    counts[1][green] = (counts[1][green] ?? 0) + times;
    counts[2][blue] = (counts[2][blue] ?? 0) + times;
    total += times;
  }
  const median = (count: Uint32Array): number => {
    let sum = 0;
    for (let value = 0; value < 256; value += 1) {
      sum += count[value] ?? 0;
      if (sum * 2 >= total) return value;
    }
    return 0;
  };
  return total === 0 ? centre : [median(counts[0]), median(counts[1]), median(counts[2])];
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
