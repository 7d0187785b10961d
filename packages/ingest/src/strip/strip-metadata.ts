// Lossless removal of what a picture says beside its pixels, before it leaves: place, device, people, thumbnails,
// comments, and data hidden after the end. The pixels are copied, never decoded.
import type { SourceType } from '@percept/core';
import { stripAvif } from './avif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

/**
 * Gives parts of the file in order: the bytes themselves, alone, when there is nothing to strip. Meant for bytes that `probe` has accepted: what cannot be
 * walked comes back as it is. Types that never leave do too: their pixels are encoded anew.
 * Stripping removes the EXIF orientation too: turn the pixels first, or keep what `probe` said of it.
 */
export function stripMetadata(bytes: Uint8Array, mime: SourceType): readonly Uint8Array[] {
  switch (mime) {
    case 'image/png':
      return stripPng(bytes);
    case 'image/jpeg':
      return stripJpeg(bytes);
    case 'image/webp':
      return stripWebp(bytes);
    case 'image/avif':
      return stripAvif(bytes);
    case 'image/gif':
    case 'image/bmp':
    case 'image/tiff':
    case 'image/vnd.microsoft.icon':
      return [bytes];
  }
}
