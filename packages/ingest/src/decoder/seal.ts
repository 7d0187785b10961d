// One loader, and only from memory: every other decoder and every path is switched off, not merely unused. Which one is
// decided anew for every job, by the type that the host's own sniffing gave it.
import type { SourceType } from '@percept/core';
import type { SharpFactory } from '../fit/pixels.ts';

/**
 * Bitmaps and icons are read by our own code. What lacks its profile becomes a PNG of our own with one, and is read again as
 * such; no file of a stranger that is taken for an AVIF, a TIFF or a bitmap begins like a PNG.
 */
const loaders: Readonly<Record<SourceType, readonly string[]>> = {
  'image/png': ['VipsForeignLoadPngBuffer'],
  'image/jpeg': ['VipsForeignLoadJpegBuffer'],
  'image/gif': ['VipsForeignLoadNsgifBuffer'],
  'image/webp': ['VipsForeignLoadWebpBuffer'],
  'image/avif': ['VipsForeignLoadHeifBuffer', 'VipsForeignLoadPngBuffer'],
  'image/tiff': ['VipsForeignLoadTiffBuffer', 'VipsForeignLoadPngBuffer'],
  'image/bmp': ['VipsForeignLoadPngBuffer'],
  'image/vnd.microsoft.icon': [],
};

export function seal(factory: SharpFactory): void {
  factory.block({ operation: ['VipsForeignLoad'] });
  // Nothing of one picture stays for the next, and one picture uses one core: the pool uses the others.
  factory.cache(false);
  factory.concurrency(1);
}

/** For the one job that follows. */
export function openLoader(factory: SharpFactory, mime: SourceType): void {
  factory.block({ operation: ['VipsForeignLoad'] });
  factory.unblock({ operation: [...loaders[mime]] });
}
