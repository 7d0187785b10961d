// Connected regions of a probability map. Only the outline of each is kept: its hull is all that later steps need.
import type { Point } from '../pixels/picture.ts';

export interface Component {
  /** The first and the last pixel of each row that the region touches. */
  readonly outline: readonly Point[];
  readonly pixels: number;
  readonly meanProbability: number;
}

/** Eight-connected, in the order in which their first pixel is met. */
export function componentsOf(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
): readonly Component[] {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const found: Component[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1 || (map[start] ?? 0) <= threshold) continue;
    const rows = new Map<number, [number, number]>();
    let pixels = 0;
    let sum = 0;
    seen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      pixels += 1;
      sum += map[at] ?? 0;
      const row = rows.get(y);
      if (!row) rows.set(y, [x, x]);
      else if (x < row[0]) row[0] = x;
      else if (x > row[1]) row[1] = x;
      for (let dy = -1; dy <= 1; dy += 1) {
        const ny = y + dy;
        if (ny < 0 || ny >= height) continue;
        for (let dx = -1; dx <= 1; dx += 1) {
          const nx = x + dx;
          if (nx < 0 || nx >= width) continue;
          const next = ny * width + nx;
          if (seen[next] === 1 || (map[next] ?? 0) <= threshold) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    const outline: Point[] = [];
    for (const [y, [first, last]] of rows) {
      outline.push(
        { x: first, y },
        { x: last + 1, y },
        { x: first, y: y + 1 },
        { x: last + 1, y: y + 1 },
      );
    }
    found.push({ outline, pixels, meanProbability: sum / pixels });
  }
  return found;
}
