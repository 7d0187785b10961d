// What the first bytes of a picture say: its type and its size, so that its place is reserved before it is decoded, and
// bytes of any other type (SVG above all) never become a picture.
import type { ImageType } from '@percept/core';
import { readImageType } from '@percept/core/internal';
import { overBytes, peek } from '@percept/core/internal/lens';

export interface PictureHeader {
  readonly type: ImageType;
  /** Zero when the header does not say. */
  readonly width: number;
  readonly height: number;
}

export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const { mime, width = 0, height = 0 } = peek(overBytes(bytes));
  const type = mime === undefined ? undefined : readImageType(mime);
  if (!type) return undefined;
  const turned = type === 'image/jpeg' && isTurned(bytes);
  return turned ? { type, width: height, height: width } : { type, width, height };
}

function isTurned(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (let at = 2; at < view.byteLength; at += 2 + view.getUint16(at + 2)) {
      const marker = view.getUint16(at);
      if (marker === 0xffe1 && view.getUint32(at + 4) === 0x45786966)
        return isSideways(view, at + 10);
      // The picture begins: what stands behind it is not looked at.
      if (marker === 0xffda || marker >> 8 !== 0xff) return false;
    }
  } catch {
    // Cut off inside its header.
  }
  return false;
}

/** Exif orientations 5 to 8 lie on their side; a browser stands them up. */
function isSideways(view: DataView, tiff: number): boolean {
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  const entries = view.getUint16(directory, little);
  for (let entry = directory + 2; entry < directory + 2 + entries * 12; entry += 12)
    if (view.getUint16(entry, little) === 0x112) return view.getUint16(entry + 8, little) > 4;
  return false;
}
