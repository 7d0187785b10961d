// EXIF orientation as plain geometry, so that it is applied once, after the pixels have shrunk, whatever the source said.
import type { Size } from '@percept/core';
import { orientations, type Orientation } from '../probe/picture.ts';
import type { Region } from './picture.ts';

/** Mirror first, then turn clockwise: the order in which sharp does it, whatever the order of the calls. */
interface Turn {
  readonly degrees: 0 | 90 | 180 | 270;
  readonly mirror: 'none' | 'left-right' | 'top-bottom';
}

export function turnOf(orientation: Orientation): Turn {
  switch (orientation) {
    case 1:
      return { degrees: 0, mirror: 'none' };
    case 2:
      return { degrees: 0, mirror: 'left-right' };
    case 3:
      return { degrees: 180, mirror: 'none' };
    case 4:
      return { degrees: 0, mirror: 'top-bottom' };
    case 5:
      return { degrees: 90, mirror: 'top-bottom' };
    case 6:
      return { degrees: 90, mirror: 'none' };
    case 7:
      return { degrees: 270, mirror: 'top-bottom' };
    case 8:
      return { degrees: 270, mirror: 'none' };
  }
}

export function readOrientation(value: unknown): Orientation | undefined {
  return orientations.find((known) => known === value);
}

/** The size that a person sees; the same swap leads back. */
export function orientedSize(size: Size, orientation: Orientation): Size {
  return orientation >= 5 ? { width: size.height, height: size.width } : size;
}

/** Where a region of the oriented picture lies in the stored one, whose size is `stored`. */
export function storedRegion(region: Region, stored: Size, orientation: Orientation): Region {
  const { left, top, width, height } = region;
  const farLeft = stored.width - left - width;
  const farTop = stored.height - top - height;
  switch (orientation) {
    case 1:
      return region;
    case 2:
      return { left: farLeft, top, width, height };
    case 3:
      return { left: farLeft, top: farTop, width, height };
    case 4:
      return { left, top: farTop, width, height };
    case 5:
      return { left: top, top: left, width: height, height: width };
    case 6:
      return { left: top, top: stored.height - left - width, width: height, height: width };
    case 7:
      return {
        left: stored.width - top - height,
        top: stored.height - left - width,
        width: height,
        height: width,
      };
    case 8:
      return { left: stored.width - top - height, top: left, width: height, height: width };
  }
}
