// EXIF orientation as plain geometry, so that it is applied once, after the pixels have shrunk, whatever the source said.
import type { Size } from '@percept/core';
import type { Orientation } from '../probe/picture.ts';
import type { Region } from './picture.ts';

/** Mirror first, then turn clockwise: the order in which sharp does it, whatever the order of the calls. */
interface Turn {
  readonly degrees: 0 | 90 | 180 | 270;
  readonly mirror: 'none' | 'left-right' | 'top-bottom';
}

const turns: Readonly<Record<Orientation, Turn>> = {
  1: { degrees: 0, mirror: 'none' },
  2: { degrees: 0, mirror: 'left-right' },
  3: { degrees: 180, mirror: 'none' },
  4: { degrees: 0, mirror: 'top-bottom' },
  5: { degrees: 90, mirror: 'top-bottom' },
  6: { degrees: 90, mirror: 'none' },
  7: { degrees: 270, mirror: 'top-bottom' },
  8: { degrees: 270, mirror: 'none' },
};

export function turnOf(orientation: Orientation): Turn {
  return turns[orientation];
}

/** The size that a person sees; the same swap leads back. */
export function orientedSize(size: Size, orientation: Orientation): Size {
  return orientation >= 5 ? { width: size.height, height: size.width } : size;
}

const fromRight: ReadonlySet<Orientation> = new Set([2, 3, 7, 8]);
const fromBottom: ReadonlySet<Orientation> = new Set([3, 4, 6, 7]);

/** Where a region of the oriented picture lies in the stored one, whose size is `stored`. */
export function storedRegion(region: Region, stored: Size, orientation: Orientation): Region {
  const { width, height } = orientedSize(region, orientation);
  const [left, top] = orientation >= 5 ? [region.top, region.left] : [region.left, region.top];
  return {
    left: fromRight.has(orientation) ? stored.width - left - width : left,
    top: fromBottom.has(orientation) ? stored.height - top - height : top,
    width,
    height,
  };
}
