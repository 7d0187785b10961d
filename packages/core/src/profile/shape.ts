// Sizes of one shape: how they scale, and how many patches cover them.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Models that count square patches show a picture at the largest size whose patches fit. */
export interface PatchGrid {
  readonly sizePx: number;
  readonly max: number;
}

export function patchCount(size: Size, sizePx: number): number {
  return Math.ceil(size.width / sizePx) * Math.ceil(size.height / sizePx);
}

/** A provider that counts patches pads the edge to whole ones before it compares. */
export function paddedEdge(size: Size, patches: PatchGrid): number {
  return Math.ceil(Math.max(size.width, size.height) / patches.sizePx) * patches.sizePx;
}

/** By bisection: what suits must suit at every smaller size too. */
export function largestOfShape(
  size: Size,
  maxEdgePx: number,
  suits: (scaled: Size) => boolean,
): Size {
  let low = 1;
  let high = Math.min(Math.max(size.width, size.height), maxEdgePx);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (suits(scaleTo(size, middle))) low = middle;
    else high = middle - 1;
  }
  return scaleTo(size, low);
}

function scaleTo({ width, height }: Size, longEdge: number): Size {
  const scaled = (Math.min(width, height) * longEdge) / Math.max(width, height);
  const short = Math.max(1, roundHalfEven(scaled));
  return width >= height ? { width: longEdge, height: short } : { width: short, height: longEdge };
}

/** The published examples come out exactly only with the rounding that the providers' servers use. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
