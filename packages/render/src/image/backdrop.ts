// Transparent drawings get a ground, or their ink would be shown on black. White, unless the ink itself is so light that
// it would vanish on white.

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Rows of RGBA. */
  readonly rgba: Uint8Array;
}

export type Ground = 'white' | 'dark';

const white = 255;
/** Dark enough for white ink, and told apart from black ink. */
const dark = 38;
/** Ink is judged by the pixels that cover; the rest is edge. */
const inkAlpha = 96;
const lightInk = 216;
/** With more than this share of dark ink, the drawing is legible on white. */
const darkInkShare = 0.04;

/** The ground that this ink can be seen on. */
export function chooseGround({ rgba }: Raster): Ground {
  let ink = 0;
  let light = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) < inkAlpha) continue;
    ink++;
    const luma = (rgba[at] ?? 0) * 54 + (rgba[at + 1] ?? 0) * 183 + (rgba[at + 2] ?? 0) * 19;
    if (luma >= lightInk * 256) light++;
  }
  // An opaque picture brings its own ground.
  if (ink === 0 || ink === rgba.length / 4) return 'white';
  return light / ink > 1 - darkInkShare ? 'dark' : 'white';
}

/** Puts straight (not premultiplied) colours on the ground, in place. */
export function flatten({ rgba }: Raster, ground: Ground): void {
  const base = ground === 'white' ? white : dark;
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 255) continue;
    const rest = base * (255 - alpha);
    rgba[at] = Math.round(((rgba[at] ?? 0) * alpha + rest) / 255);
    rgba[at + 1] = Math.round(((rgba[at + 1] ?? 0) * alpha + rest) / 255);
    rgba[at + 2] = Math.round(((rgba[at + 2] ?? 0) * alpha + rest) / 255);
    rgba[at + 3] = 255;
  }
}
