// Reads one number out of an EXIF block: the orientation. Only the first directory is looked at, so directories that
// point to themselves or to each other cannot make a loop.
import { spells, u16be, u16le, u32be, u32le, u8 } from './bytes.ts';
import { orientationOf, type Orientation } from './picture.ts';

const orientationTag = 0x0112;
/** The whole-number types, signed or not, by how many bytes one takes: readers of EXIF accept them all. */
const sizes: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [6, 1],
  [3, 2],
  [8, 2],
  [4, 4],
  [9, 4],
]);

/** The orientation in the TIFF structure at `start` (an `Exif\0\0` prefix is skipped); 1 when there is none. */
export function readOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  const tiff = spells(bytes, start, 'Exif\0\0') ? start + 6 : start;
  if (tiff + 8 > end) return 1;
  const little = spells(bytes, tiff, 'II*\0');
  if (!little && !spells(bytes, tiff, 'MM\0*')) return 1;
  const u16 = little ? u16le : u16be;
  const u32 = little ? u32le : u32be;
  const directory = tiff + u32(bytes, tiff + 4);
  if (directory + 2 > end) return 1;
  const entries = u16(bytes, directory);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > end) return 1;
    if (u16(bytes, entry) !== orientationTag) continue;
    const size = sizes.get(u16(bytes, entry + 2));
    // More than one value stands elsewhere, and readers of EXIF ignore it.
    if (size === undefined || u32(bytes, entry + 4) !== 1) return 1;
    const read = size === 1 ? u8 : size === 2 ? u16 : u32;
    return orientationOf(read(bytes, entry + 8));
  }
  return 1;
}
