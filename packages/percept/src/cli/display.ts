// A stored picture as pixels for a screen: decoded in the door's cell at the size that is shown, and stored nowhere.
import { accept, refuse, type FitTarget, type Outcome, type Size } from '@percept/core';
import type { Door } from '@percept/ingest';
import { createRaster } from '@percept/terminal/internal';
import { type Pixels } from '@percept/terminal';

export interface Showable extends Size {
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/** A PNG that has the size already stays the very file. */
export async function developFor(
  picture: Showable,
  size: Size,
  door: Pick<Door, 'bitmap'>,
): Promise<Outcome<Pixels>> {
  const same = size.width === picture.width && size.height === picture.height;
  if (same && picture.mime === 'image/png') return accept({ ...size, png: picture.bytes });
  if (size.width < 1 || size.height < 1) return refuse(noRoom);
  const target: FitTarget = {
    imageTypes: ['image/png'],
    maxBytes: Infinity,
    maxEdgePx: Math.max(size.width, size.height),
    maxShortEdgePx: Math.min(size.width, size.height),
    maxPixels: size.width * size.height,
  };
  const bitmap = await door.bitmap(picture.bytes, { target });
  if (!bitmap.ok) return bitmap;
  const { width, height, data } = bitmap.value;
  return accept({ width, height, raster: createRaster(width, height, withAlpha(data)) });
}

/** Three bytes of a pixel become four. */
function withAlpha(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] ?? 0;
    rgba[to + 1] = rgb[from + 1] ?? 0;
    rgba[to + 2] = rgb[from + 2] ?? 0;
    rgba[to + 3] = 255;
  }
  return rgba;
}

const noRoom = {
  refused: 'unavailable',
  message: 'The screen has no room for a picture.',
  hint: 'Make the window larger.',
} as const;
