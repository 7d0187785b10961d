// Every pixel gets the nearest colour of the palette, and what that misses goes on to its neighbours
// (Floyd and Steinberg), so that few colours look like many.
import { opaqueFrom, type Raster } from '../raster.ts';
import { absent, type Indexed } from './indexed.ts';

export function indexDithered(raster: Raster, palette: Uint8Array): Indexed {
  const { width, height, data } = raster;
  const indices = new Uint16Array(width * height);
  const nearest = new NearestColour(palette);
  // Sixteenths of a level, one pixel of border on each side.
  let here = new Int32Array((width + 2) * 3);
  let below = new Int32Array((width + 2) * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const at = pixel * 4;
      if ((data[at + 3] ?? 0) < opaqueFrom) {
        indices[pixel] = absent;
        continue;
      }
      const cell = (x + 1) * 3;
      const red = clamp((data[at] ?? 0) + ((here[cell] ?? 0) >> 4));
      const green = clamp((data[at + 1] ?? 0) + ((here[cell + 1] ?? 0) >> 4));
      const blue = clamp((data[at + 2] ?? 0) + ((here[cell + 2] ?? 0) >> 4));
      const index = nearest.of(red, green, blue);
      indices[pixel] = index;
      spread(here, below, cell, red - (palette[index * 3] ?? 0));
      spread(here, below, cell + 1, green - (palette[index * 3 + 1] ?? 0));
      spread(here, below, cell + 2, blue - (palette[index * 3 + 2] ?? 0));
    }
    [here, below] = [below, here];
    below.fill(0);
  }
  return { width, height, palette, indices };
}

function spread(here: Int32Array, below: Int32Array, cell: number, error: number): void {
  here[cell + 3] = (here[cell + 3] ?? 0) + error * 7;
  below[cell - 3] = (below[cell - 3] ?? 0) + error * 3;
  below[cell] = (below[cell] ?? 0) + error * 5;
  below[cell + 3] = (below[cell + 3] ?? 0) + error;
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/** Nearest by squared distance to the middle of a cell of 32 levels; searched once for each cell that occurs. */
class NearestColour {
  readonly #palette: Uint8Array;
  readonly #known: Int16Array = new Int16Array(1 << 15).fill(-1);

  constructor(palette: Uint8Array) {
    this.#palette = palette;
  }

  of(red: number, green: number, blue: number): number {
    const cell = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const known = this.#known[cell] ?? -1;
    if (known >= 0) return known;
    const found = this.#search((red & 0xf8) + 4, (green & 0xf8) + 4, (blue & 0xf8) + 4);
    this.#known[cell] = found;
    return found;
  }

  #search(red: number, green: number, blue: number): number {
    const palette = this.#palette;
    let best = 0;
    let least = Infinity;
    for (let at = 0; at < palette.length; at += 3) {
      const r = (palette[at] ?? 0) - red;
      const g = (palette[at + 1] ?? 0) - green;
      const b = (palette[at + 2] ?? 0) - blue;
      const distance = r * r + g * g + b * b;
      if (distance < least) {
        least = distance;
        best = at;
      }
    }
    return best / 3;
  }
}
