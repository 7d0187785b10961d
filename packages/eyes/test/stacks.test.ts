import { describe, expect, it } from 'vitest';
import type { Rgb } from '../src/colour/oklab.ts';
import { readStacks } from '../src/chart/stacks.ts';
import { emptyPicture } from '../src/pixels/picture.ts';

const ground: Rgb = [255, 255, 255];
const blue: Rgb = [40, 90, 200];
const orange: Rgb = [230, 130, 30];
const green: Rgb = [30, 150, 70];
const legend = [
  { name: 'North', colour: blue },
  { name: 'South', colour: orange },
];
const categories = {
  items: [
    { name: 'May', x: 120 },
    { name: 'June', x: 220 },
  ],
  spacing: 100,
};
const axis = {
  valueAt: (y: number) => (360 - y) / 3,
  yOf: (value: number) => 360 - value * 3,
  min: 0,
  max: 100,
  left: 60,
  right: 300,
  top: 60,
  bottom: 360,
  perPixel: 1 / 3,
  labels: new Set<never>(),
};

type Part = readonly [colour: Rgb, height: number];

/** Two bars of the same parts, from the zero line up. */
function bars(parts: readonly Part[]) {
  const picture = emptyPicture(320, 400);
  picture.data.fill(255);
  for (const { x } of categories.items) {
    let bottom = 360;
    for (const [colour, height] of parts) {
      for (let y = bottom - height; y < bottom; y += 1)
        for (let at = x - 20; at < x + 20; at += 1)
          picture.data.set(colour, (y * picture.width + at) * 3);
      bottom -= height;
    }
  }
  return { picture, axis, ground };
}

describe('Stacked bars', { tags: ['f-eyes-charts-bars'] }, () => {
  it('have the value of every segment', () => {
    const chart = readStacks(
      bars([
        [blue, 90],
        [orange, 60],
      ]),
      categories,
      legend,
    );
    expect(chart?.series).toEqual([
      { name: 'North', values: [30, 30] },
      { name: 'South', values: [20, 20] },
    ]);
  });

  it('have none where a thin segment at the foot would be counted to the one above it', () => {
    const chart = readStacks(
      bars([
        [green, 3],
        [blue, 90],
        [orange, 60],
      ]),
      categories,
      legend,
    );
    expect(chart).toMatchObject({ stacked: true, series: [] });
  });
});
