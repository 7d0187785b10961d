// What the first bytes of a picture say: its type and its size, so that its place is reserved before it is decoded, and
// bytes of any other type (SVG above all) never become a picture.
import type { ImageType } from '@percept/core';

export interface PictureHeader {
  readonly type: ImageType;
  /** Zero when the header does not say. */
  readonly width: number;
  readonly height: number;
}

export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  if (bytes.length < 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
  } catch {
    return undefined; // Cut off inside its header.
  }
}

function png(view: DataView): PictureHeader | undefined {
  if (view.getUint32(0) !== 0x89504e47) return undefined;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): PictureHeader | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined;
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webp(view: DataView): PictureHeader | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
  const type = 'image/webp';
  const form = view.getUint8(15);
  // The last letter of `VP8X`, `VP8L` and `VP8 `.
  if (form === 0x58)
    return {
      type,
      width: (view.getUint32(24, true) & 0xffffff) + 1,
      height: (view.getUint32(26, true) >>> 8) + 1,
    };
  if (form === 0x4c) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return {
    type,
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  };
}

function jpeg(view: DataView): PictureHeader | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  let turned = false;
  for (let at = 2; at < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker === 0xffe1) turned ||= isTurned(view, at + 4);
    // A frame header: C0 to CF, without the tables that share the range.
    if (marker >> 4 === 0xffc && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return {
        type: 'image/jpeg',
        width: turned ? height : width,
        height: turned ? width : height,
      };
    }
  }
  return { type: 'image/jpeg', width: 0, height: 0 };
}

/** Exif orientations 5 to 8 lie on their side; a browser stands them up. */
function isTurned(view: DataView, at: number): boolean {
  if (view.getUint32(at) !== 0x45786966) return false;
  const tiff = at + 6;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  const entries = view.getUint16(directory, little);
  for (let entry = directory + 2; entry < directory + 2 + entries * 12; entry += 12)
    if (view.getUint16(entry, little) === 0x112) return view.getUint16(entry + 8, little) > 4;
  return false;
}
