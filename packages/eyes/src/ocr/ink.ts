// Where a line of text has ink: how far each column of a crop departs from the paper beside the text. This is measured on
// pixels, so it can correct the recogniser about gaps and about runs of equal strokes.
import { greyOf, type Picture } from '../pixels/picture.ts';

export interface Ink {
  /** For every column, the strongest departure from the paper, 0 to 1 of the crop's own contrast. */
  readonly columns: Float32Array;
  /** The paper's grey, and how far the ink is from it. */
  readonly paper: number;
  readonly contrast: number;
  readonly grey: Uint8Array;
  readonly width: number;
}

export function inkOf(crop: Picture): Ink {
  const grey = greyOf(crop);
  const { width, height } = crop;
  const paper = paperGrey(grey);
  const columns = new Float32Array(width);
  const trim = Math.floor(height * 0.12);
  for (let x = 0; x < width; x += 1) {
    let strongest = 0;
    for (let y = trim; y < height - trim; y += 1) {
      const value = Math.abs((grey[y * width + x] ?? 0) - paper);
      if (value > strongest) strongest = value;
    }
    columns[x] = strongest;
  }
  const contrast = Math.max(1, columns.toSorted()[Math.floor(width * 0.9)] ?? 1);
  for (let x = 0; x < width; x += 1) columns[x] = Math.min(1, (columns[x] ?? 0) / contrast);
  return { columns, paper, contrast, grey, width };
}

/** The most frequent grey, smoothed over neighbours: text covers less of a line than its paper does. */
export function paperGrey(grey: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  let best = 0;
  let most = -1;
  for (let value = 0; value < 256; value += 1) {
    let sum = 0;
    for (let near = Math.max(0, value - 6); near <= Math.min(255, value + 6); near += 1) {
      sum += counts[near] ?? 0;
    }
    if (sum > most) {
      most = sum;
      best = value;
    }
  }
  return best;
}

/** How many rows the ink around a column spans: the stroke that touches it, from its first to its last row. */
export function rowsSpanned(ink: Ink, x: number, reach = 5): number {
  const { grey, width, paper, contrast } = ink;
  const height = grey.length / width;
  let top = height;
  let bottom = -1;
  const from = Math.max(0, Math.round(x) - reach);
  const to = Math.min(width - 1, Math.round(x) + reach);
  for (let y = 0; y < height; y += 1) {
    for (let column = from; column <= to; column += 1) {
      if (Math.abs((grey[y * width + column] ?? 0) - paper) <= contrast * 0.5) continue;
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return Math.max(0, bottom - top + 1);
}
