// Cumulative moments of the colours in a picture, over a cube of 32 levels each way: the sum over any box of colours is
// then eight look-ups, whatever its size.
import { opaqueFrom, type Raster } from '../raster.ts';

/** 32 levels and a border of zeros. */
export const side = 33;

export interface Moments {
  readonly weight: Float64Array;
  readonly red: Float64Array;
  readonly green: Float64Array;
  readonly blue: Float64Array;
  readonly squares: Float64Array;
}

export type Channel = 'red' | 'green' | 'blue';

/** Levels from (exclusive) and to (inclusive), as the cumulative table needs them. */
export interface Box {
  readonly red: readonly [number, number];
  readonly green: readonly [number, number];
  readonly blue: readonly [number, number];
}

function cellAt(red: number, green: number, blue: number): number {
  return (red * side + green) * side + blue;
}

export function momentsOf({ data }: Raster): Moments {
  const size = side ** 3;
  const weight = new Float64Array(size);
  const red = new Float64Array(size);
  const green = new Float64Array(size);
  const blue = new Float64Array(size);
  const squares = new Float64Array(size);
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < opaqueFrom) continue;
    const r = data[at] ?? 0;
    const g = data[at + 1] ?? 0;
    const b = data[at + 2] ?? 0;
    const cell = cellAt((r >> 3) + 1, (g >> 3) + 1, (b >> 3) + 1);
    weight[cell] = (weight[cell] ?? 0) + 1;
    red[cell] = (red[cell] ?? 0) + r;
    green[cell] = (green[cell] ?? 0) + g;
    blue[cell] = (blue[cell] ?? 0) + b;
    squares[cell] = (squares[cell] ?? 0) + r * r + g * g + b * b;
  }
  const moments = { weight, red, green, blue, squares };
  for (const moment of Object.values(moments)) accumulate(moment);
  return moments;
}

function accumulate(moment: Float64Array): void {
  const area = new Float64Array(side);
  for (let r = 1; r < side; r++) {
    area.fill(0);
    for (let g = 1; g < side; g++) {
      let line = 0;
      for (let b = 1; b < side; b++) {
        const cell = cellAt(r, g, b);
        line += moment[cell] ?? 0;
        area[b] = (area[b] ?? 0) + line;
        moment[cell] = (moment[cell - side * side] ?? 0) + (area[b] ?? 0);
      }
    }
  }
}

/** The sum of a moment over a box. */
export function volume({ red, green, blue }: Box, moment: Float64Array): number {
  const at = (r: number, g: number, b: number): number => moment[cellAt(r, g, b)] ?? 0;
  const [r0, r1] = red;
  const [g0, g1] = green;
  const [b0, b1] = blue;
  return (
    at(r1, g1, b1) -
    at(r1, g1, b0) -
    at(r1, g0, b1) +
    at(r1, g0, b0) -
    at(r0, g1, b1) +
    at(r0, g1, b0) +
    at(r0, g0, b1) -
    at(r0, g0, b0)
  );
}
