// Pictures of two colours on a screen, judged by every pixel: where they stand, how large they are, and what is around them.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Size } from '@percept/core';
import { areaOf, isSolid, type Rgb, type Screenshot } from '../terminals/screenshot.ts';
import type { TerminalChat } from './terminal-chat.ts';

/** Pixel for pixel, or half blocks that have the colours in about the shape. */
type Exactness = 'pixels' | 'shape';

export interface Manner {
  readonly exact: Exactness;
  /** Pixels around the text. */
  readonly border?: number;
}

/** A pixel of half blocks is half a cell. */
export const sizes = {
  pixels: { width: 100, height: 60 },
  shape: { width: 24, height: 12 },
} as const;

/** Left and right half of each picture; no terminal's theme has these. */
export const named: Halves = [
  [220, 40, 60],
  [30, 170, 80],
];
export const dropped: Halves = [
  [40, 80, 220],
  [240, 200, 40],
];
export const pasted: Halves = [
  [150, 60, 190],
  [250, 130, 20],
];
export type Halves = readonly [left: Rgb, right: Rgb];

export function draw([left, right]: Halves, { width, height }: Size): Promise<Buffer> {
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    data.set(pixel % width < width / 2 ? left : right, pixel * 3);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Each stands right below its own line of words, at the beginning of the line. */
export function expectPictures(
  shot: Screenshot,
  chat: TerminalChat,
  taken: readonly Halves[],
  { exact, border = 0 }: Manner,
): void {
  const areas = taken.map((halves) => expectHalves(shot, halves, exact));
  for (const [at, area] of areas.entries()) {
    const next = areas[at + 1];
    if (next) expect(area.bottom, 'one below the other').toBeLessThan(next.top);
  }
  if (exact === 'shape') return;
  const rows = chat
    .screen()
    .split('\n')
    .flatMap((line, row) => (line.startsWith('▸ [image: ') ? [row] : []));
  expect(rows).toHaveLength(taken.length);
  const height = chat.cell?.height ?? 0;
  expect(areas.map(({ left, top }) => [left, top])).toEqual(
    rows.map((row) => [border, border + (row + 1) * height]),
  );
}

/** The row right above each picture, as it looks; its picture is whole. */
export function wordsAbove(
  shot: Screenshot,
  chat: TerminalChat,
  taken: readonly Halves[],
  { exact, border = 0 }: Manner,
): readonly string[] {
  const { width, height } = chat.cell ?? { width: 0, height: 0 };
  return taken.map((halves) => {
    const { top } = expectHalves(shot, halves, exact);
    return looksOf(shot, { left: border, top: top - height, width: 40 * width, height });
  });
}

function looksOf(
  shot: Screenshot,
  { left, top, width, height }: Size & { readonly left: number; readonly top: number },
): string {
  const hash = createHash('sha256');
  const colours = new Set<string>();
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const colour = shot.at(x, y).join();
      colours.add(colour);
      hash.update(colour);
    }
  }
  expect(colours.size, 'letters and no empty row').toBeGreaterThan(1);
  return hash.digest('hex');
}

export function expectHalves(shot: Screenshot, [left, right]: Halves, exact: Exactness) {
  const [one, other] = [
    areaOf(shot, left, tolerance(exact)),
    areaOf(shot, right, tolerance(exact)),
  ];
  if (!one || !other) throw new Error(`${left.join()} or ${right.join()} is not on the screen`);
  expect(isSolid(one) && isSolid(other), 'every pixel of it').toBe(true);
  expect([other.top, other.bottom]).toEqual([one.top, one.bottom]);
  expect(other.left).toBe(one.right);
  const { width, height } = sizes.pixels;
  if (exact === 'pixels')
    expect([other.right - one.left, one.bottom - one.top]).toEqual([width, height]);
  return { left: one.left, top: one.top, right: other.right, bottom: one.bottom };
}

/** 256 colours are near; a protocol with pixels is exact, but for sixel's hundred steps. */
function tolerance(exact: Exactness): number {
  return exact === 'pixels' ? 3 : 24;
}

/** A line that was written with nothing around it, and again below pictures, looks the same. */
export function expectEqualRows(
  shot: Screenshot,
  chat: TerminalChat,
  { width, height }: Size,
  border: number,
  sentence: string,
): void {
  const rows = chat
    .screen()
    .split('\n')
    .flatMap((shown, row) => (shown.startsWith(sentence) ? [row] : []));
  expect(rows.length, 'before and after').toBe(2);
  const looks = rows.map((row) =>
    looksOf(shot, {
      left: border,
      top: border + row * height,
      width: sentence.length * width,
      height,
    }),
  );
  expect(looks[1], 'the same pixels').toBe(looks[0]);
}
