// What is on every screen: a bar, the picture as `percept view` draws it, the words, and another bar. The bars are
// background colours from the shared palette, so a bar that is whole is text that nothing covered.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { areaOf, isSolid, type Area, type Rgb, type Screenshot } from './screenshot.ts';

export const picture = { width: 200, height: 120 } as const;
export const quadrants = {
  topLeft: [220, 40, 60],
  topRight: [30, 170, 80],
  bottomLeft: [40, 80, 220],
  bottomRight: [240, 200, 40],
} as const satisfies Record<string, Rgb>;
export const bars = { before: [255, 0, 255], after: [0, 255, 255] } as const;

export interface Scene extends Disposable {
  readonly folder: string;
  readonly done: string;
  readonly program: readonly string[];
}

export async function createScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-screen-'));
  const file = join(folder, 'quadrants.png');
  await sharp(pixels(), { raw: { ...picture, channels: 3 } })
    .png()
    .toFile(file);
  const done = join(folder, 'done');
  const show = new URL('show.ts', import.meta.url).pathname;
  return {
    folder,
    done,
    program: [process.execPath, show, file, folder],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function pixels(): Uint8Array {
  const { width, height } = picture;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, right] =
        y < height / 2
          ? [quadrants.topLeft, quadrants.topRight]
          : [quadrants.bottomLeft, quadrants.bottomRight];
      data.set(x < width / 2 ? left : right, (y * width + x) * 3);
    }
  }
  return data;
}

/** The colours are right, each where it belongs, and the text above and below is whole. */
export function expectScene(shot: Screenshot, exact: 'pixels' | 'shape'): void {
  const before = found(shot, bars.before, 'the bar above', 0);
  const after = found(shot, bars.after, 'the bar below', 0);
  const topLeft = found(shot, quadrants.topLeft, 'top left');
  const topRight = found(shot, quadrants.topRight, 'top right');
  const bottomLeft = found(shot, quadrants.bottomLeft, 'bottom left');
  const bottomRight = found(shot, quadrants.bottomRight, 'bottom right');
  expect(isSolid(before), 'nothing covers the bar above').toBe(true);
  expect(isSolid(after), 'nothing covers the bar below').toBe(true);
  expect([after.right - after.left, after.bottom - after.top]).toEqual([
    before.right - before.left,
    before.bottom - before.top,
  ]);
  expect(topLeft.top, 'the picture begins below the bar').toBeGreaterThanOrEqual(before.bottom);
  expect(bottomLeft.bottom, 'the picture ends above the bar').toBeLessThanOrEqual(after.top);
  expect(topRight.left).toBeGreaterThanOrEqual(topLeft.right);
  expect(bottomLeft.top).toBeGreaterThanOrEqual(topLeft.bottom);
  expect(bottomRight.left).toBeGreaterThanOrEqual(bottomLeft.right);
  expect(bottomRight.top).toBeGreaterThanOrEqual(topRight.bottom);
  if (exact === 'shape') return;
  expect(topLeft.top - before.bottom, 'right below the bar').toBe(0);
  expect(topLeft.left, 'at the beginning of the line').toBe(before.left);
  for (const area of [topLeft, topRight, bottomLeft, bottomRight]) {
    expect(isSolid(area), 'every pixel of a quadrant has its colour').toBe(true);
    expect([area.right - area.left, area.bottom - area.top]).toEqual([100, 60]);
  }
}

function found(shot: Screenshot, colour: Rgb, name: string, tolerance?: number): Area {
  const area = areaOf(shot, colour, tolerance);
  if (!area) throw new Error(`${name} (${colour.join(',')}) is nowhere on the screen`);
  return area;
}
