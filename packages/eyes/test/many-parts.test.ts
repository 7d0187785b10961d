// Pictures with more small parts than a chart or a page has: what is looked for in them is not looked for in each pair of them.
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readPie } from '../src/chart/pie.ts';
import { readPlainBars } from '../src/chart/plain-bars.ts';
import { walkFrom } from '../src/diagram/walk.ts';
import { settleShapes } from '../src/ocr/same-shape.ts';
import type { TextLine } from '../src/ocr/text-line.ts';
import type { Picture } from '../src/pixels/picture.ts';
import { processorMs } from '../../../test/processor-time.ts';

type Ink = readonly [number, number, number];
const white: Ink = [255, 255, 255];

function drawn(width: number, height: number, inkAt: (x: number, y: number) => Ink): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(inkAt(x, y), (y * width + x) * 3);
  return { width, height, data };
}

function word(text: string, left: number, y: number): TextLine {
  const width = text.length * 9;
  return {
    text,
    characters: [...text].map((char, at) => ({ char, probability: 1, x: at * 9 + 4 })),
    region: { centre: { x: left + width / 2, y }, width, height: 18, angle: 0 },
    box: [left, y - 9, left + width, y + 9],
    confidence: 1,
    weakest: 1,
    ink: '#222222',
    paper: '#ffffff',
  };
}

test('a picture of noise is cut into its flat parts in the memory of its pixels', async () => {
  const worker = new Worker(new URL('noise-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const ended = await new Promise((resolve, reject) => {
    worker.once('exit', resolve);
    worker.once('error', reject);
  });
  expect(ended).toBe(0);
});

/** Less than comparing each of so many parts with each other one takes on the cores. */
const fewMs = 5_000;

function workOf(act: () => void): number {
  const began = processorMs();
  act();
  return processorMs() - began;
}

test('a mosaic of forty thousand tiles is no chart, and is not much work', () => {
  const side = 1600;
  const tiles = drawn(side, side, (x, y) => {
    const shade = 20 + (((x >> 3) * 31 + (y >> 3) * 17) % 5) * 40;
    return [shade, shade, shade];
  });
  const words = Array.from({ length: 60 }, (_, at) => word('abc', 30 + at * 20, 100));
  const work = workOf(() => expect(readPlainBars(tiles, words, white)).toBeUndefined());
  expect(work).toBeLessThan(fewMs);
});

test('a page of identifiers has its zeros and hyphens settled without much work', () => {
  const text = '0a1b2c3d-0000-4abc-8def-00ff00aa0b0c '.repeat(12);
  const crop = drawn(text.length * 4, 10, (x, y) => {
    const isInk = x % 4 < 3 && y > 1 && y < 8;
    return isInk ? [20 + ((x * 7 + y) % 50), 20, 20] : white;
  });
  const lines = Array.from({ length: 240 }, () => ({
    crop,
    glyphs: [...text].map((char, at) => ({ char, probability: 0.9, x: (at + 0.5) / text.length })),
  }));
  expect(workOf(() => settleShapes(lines))).toBeLessThan(fewMs);
});

test('a stroke that ends in a ring is not followed round and round', () => {
  const side = 400;
  const on = new Uint8Array(side * side);
  const zone = new Int16Array(side * side);
  zone.fill(1, 0, side * 20);
  const draw = (x: number, y: number): void => {
    for (let row = Math.round(y) - 1; row <= Math.round(y); row += 1)
      on.fill(1, row * side + Math.round(x) - 1, row * side + Math.round(x) + 1);
  };
  for (let y = 22; y < 60; y += 0.5) draw(100, y);
  for (let turn = 0; turn < 2 * Math.PI; turn += 0.01)
    draw(120 - Math.cos(turn) * 20, 60 + Math.sin(turn) * 20);
  let looks = 0;
  const strokes = {
    width: side,
    height: side,
    zone,
    get on() {
      looks += 1;
      return on;
    },
  };
  const contact = { node: 0, at: { x: 100, y: 22 }, width: 2 };
  expect(walkFrom({ strokes, words: [], em: 8 }, contact)).toBeUndefined();
  // Twice around is some seventy steps of a few hundred looks.
  expect(looks).toBeGreaterThan(5_000);
  expect(looks).toBeLessThan(60_000);
});

interface Part {
  readonly name: string;
  readonly share: number;
  readonly ink: Ink;
}

const apples: Part = { name: 'Apples', share: 0.3, ink: [76, 120, 168] };
const pears: Part = { name: 'Pears', share: 0.4, ink: [245, 133, 24] };
const figs: Part = { name: 'Figs', share: 0.3, ink: [84, 162, 75] };

/** A pie that begins at the top, with its legend beside it. */
function pie(parts: readonly Part[]): ReturnType<typeof readPie> {
  const ends = parts.map((_, at) =>
    parts.slice(0, at + 1).reduce((sum, { share }) => sum + share, 0),
  );
  const picture = drawn(600, 400, (x, y) => {
    const row = Math.floor((y - 54) / 40);
    if (x >= 440 && x < 452 && y >= 54 && (y - 54) % 40 < 12) return parts[row]?.ink ?? white;
    if (Math.hypot(x - 200, y - 200) > 120) return white;
    const turn = (Math.atan2(x - 200, 200 - y) / (2 * Math.PI) + 1) % 1;
    return parts[ends.findIndex((end) => turn < end)]?.ink ?? white;
  });
  const legend = parts.map(({ name }, at) => word(name, 460, 60 + at * 40));
  return readPie(picture, legend, white);
}

test('the slices of a pie are told clockwise from the top, wherever its middle lies in a pixel', () => {
  const told = pie([apples, pears, figs]);
  expect(told?.categories).toEqual(['Apples', 'Pears', 'Figs']);
  const values = told?.series[0]?.values ?? [];
  for (const [at, share] of [30, 40, 30].entries()) expect(values[at]).toBeCloseTo(share, 0);
});

test('two slices of nearly one colour are no value of either', () => {
  const alike: Part = { name: 'Dates', share: 0.3, ink: [240, 140, 30] };
  const told = pie([
    { ...apples, share: 0.2 },
    { ...pears, share: 0.3 },
    alike,
    { ...figs, share: 0.2 },
  ]);
  expect(told).toEqual({ type: 'pie', categories: ['Apples', 'Figs'], series: [] });
});
