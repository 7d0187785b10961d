import { expect, test } from 'vitest';
import { regionsOf } from '../src/ocr/geometry.ts';
import type { Point } from '../src/pixels/picture.ts';

/** The corners of a core of a line, turned around its left end. */
function core(left: number, top: number, width: number, angle: number): readonly Point[] {
  const turned = (x: number, y: number): Point => ({
    x: left + x * Math.cos(angle) - y * Math.sin(angle),
    y: top + x * Math.sin(angle) + y * Math.cos(angle),
  });
  return [turned(0, 0), turned(width, 0), turned(width, 8), turned(0, 8)];
}

const angles = (hulls: readonly (readonly Point[])[]): readonly number[] =>
  regionsOf(hulls).map(({ angle }) => Math.round(angle * 100) / 100);

test('a short word on an upright page is upright, and one that is turned on purpose is not', () => {
  const lines = [0, 20, 40].map((top) => core(0, top, 300, 0));
  expect(angles([...lines, core(0, 80, 40, 0.06), core(90, 80, 60, 0.5)])).toEqual([
    0, 0, 0, 0, 0.5,
  ]);
});

test('on a page that is tilted every word keeps its direction', () => {
  const lines = [0, 20, 40].map((top) => core(0, top, 300, 0.06));
  expect(angles([...lines, core(0, 80, 40, 0.06)])).toEqual([0.06, 0.06, 0.06, 0.06]);
});
