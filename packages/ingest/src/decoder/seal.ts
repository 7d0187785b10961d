// Only four loaders, and only from memory: every other decoder and every path is switched off, not merely unused.
import type { SharpFactory } from '../fit/pixels.ts';

export function seal(factory: SharpFactory): void {
  factory.block({ operation: ['VipsForeignLoad'] });
  factory.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });
  // Nothing of one picture stays for the next, and one picture uses one core: the pool uses the others.
  factory.cache(false);
  factory.concurrency(1);
}
