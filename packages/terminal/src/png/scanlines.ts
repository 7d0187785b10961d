// Scanlines after decompression: each begins with the filter that was applied to it, which is undone in place.

/** False when a filter is none of the five. `stride` is the length of a line without its filter byte. */
export function unfilter(
  lines: Uint8Array,
  start: number,
  rows: number,
  stride: number,
  pixelBytes: number,
): boolean {
  for (let row = 0; row < rows; row++) {
    const at = start + row * (stride + 1) + 1;
    const above = row === 0 ? -1 : at - stride - 1;
    const filter = lines[at - 1] ?? 5;
    if (filter > 4) return false;
    if (filter > 0) undo(filter, lines, at, above, stride, pixelBytes);
  }
  return true;
}

function undo(
  filter: number,
  lines: Uint8Array,
  at: number,
  above: number,
  stride: number,
  pixelBytes: number,
): void {
  for (let x = 0; x < stride; x++) {
    const left = x >= pixelBytes ? (lines[at + x - pixelBytes] ?? 0) : 0;
    const up = above >= 0 ? (lines[above + x] ?? 0) : 0;
    const corner = above >= 0 && x >= pixelBytes ? (lines[above + x - pixelBytes] ?? 0) : 0;
    lines[at + x] = (lines[at + x] ?? 0) + predict(filter, left, up, corner);
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default: {
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - corner - corner);
      if (toLeft <= toUp && toLeft <= toCorner) return left;
      return toUp <= toCorner ? up : corner;
    }
  }
}
