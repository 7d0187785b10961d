// A picture that nobody can guess: four quadrants in colours drawn at random, and the eye that reads them back from
// pixels alone.

import { encodePng } from '@percept/ingest/internal/png';
import sharp from 'sharp';

const palette: Readonly<Record<string, string>> = {
  amaranth: '#e52b50',
  apricot: '#fbceb1',
  celadon: '#ace1af',
  cerulean: '#007ba7',
  chartreuse: '#7fff00',
  cobalt: '#0047ab',
  fuchsia: '#ff00ff',
  gamboge: '#e49b0f',
  indigo: '#4b0082',
  jet: '#101010',
  lavender: '#b57edc',
  maroon: '#800000',
  mint: '#3eb489',
  ochre: '#a0522d',
  olive: '#6b6b00',
  orange: '#ff6a00',
  pearl: '#f0ead6',
  pink: '#ff8fb8',
  slate: '#5f6f80',
  teal: '#005f5f',
  turquoise: '#40e0d0',
  vermilion: '#d02010',
  viridian: '#1f8a4c',
  yellow: '#fff000',
};
const names = Object.keys(palette);

/** Four different colours for a seed: 255,024 ways to be wrong. */
export function drawPalette(seed: number): readonly string[] {
  const left = [...names];
  const next = random(seed);
  return Array.from({ length: 4 }, () => left.splice(Math.floor(next() * left.length), 1)[0] ?? '');
}

/** mulberry32 */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Top left, top right, bottom left, bottom right; as the door itself would write it. */
export async function drawQuadrants(
  colours: readonly string[],
  width = 320,
  height = 240,
): Promise<Buffer> {
  const data = await paintQuadrants(colours, width, height);
  return Buffer.from(encodePng({ width, height, channels: 3, data }));
}

function paintQuadrants(
  colours: readonly string[],
  width: number,
  height: number,
): Promise<Buffer> {
  const tiles = colours.map((name, index) => ({
    input: {
      create: {
        width: width / 2,
        height: height / 2,
        channels: 3 as const,
        background: palette[name] ?? '#000',
      },
    },
    left: index % 2 === 0 ? 0 : width / 2,
    top: index < 2 ? 0 : height / 2,
  }));
  const ground = { width, height, channels: 3 as const, background: '#000' };
  return sharp({ create: ground }).composite(tiles).removeAlpha().raw().toBuffer();
}

/** A 4K screenshot: quadrants that say which one it is, under grain that no compressor removes. */
export async function drawScreenshot(colours: readonly string[]): Promise<Buffer> {
  const raw = { width: 3840, height: 2160, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const grain = await sharp({
    create: { width: 960, height: 540, channels: 3, background: '#808080', noise },
  })
    .resize(raw.width, raw.height, { kernel: 'nearest' })
    .raw()
    .toBuffer();
  return sharp(await paintQuadrants(colours, raw.width, raw.height), { raw })
    .composite([{ input: grain, raw, blend: 'soft-light' }])
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** Names the four quadrants of an encoded picture by the mean of each one's middle. */
export async function nameQuadrants(bytes: Uint8Array): Promise<readonly string[]> {
  const picture = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [0, 1, 2, 3].map((index) =>
    nearest(meanOf(picture, (index % 2) / 2, index < 2 ? 0 : 1 / 2)),
  );
}

interface Pixels {
  readonly data: Uint8Array;
  readonly info: { readonly width: number; readonly height: number };
}

/** The mean colour of the middle quarter of a quadrant, on a grid of 64 by 64 samples. */
function meanOf(
  { data, info: { width, height } }: Pixels,
  left: number,
  top: number,
): readonly number[] {
  const sums = [0, 0, 0];
  const steps = Array.from({ length: 64 }, (_, step) => 1 / 8 + step / 256);
  for (const down of steps)
    for (const across of steps) {
      const at = Math.floor((top + down) * height) * width + Math.floor((left + across) * width);
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (data[at * 3 + channel] ?? 0);
    }
  return sums.map((sum) => sum / steps.length ** 2);
}

function nearest(mean: readonly number[]): string {
  const distance = (name: string) =>
    rgb(name).reduce((sum, value, index) => sum + (value - (mean[index] ?? 0)) ** 2, 0);
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

function rgb(name: string): readonly number[] {
  const hex = palette[name] ?? '#000000';
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}
