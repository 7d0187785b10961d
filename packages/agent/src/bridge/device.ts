// What holds for whoever looks on this device.
import type { FitTarget } from '@percept/core';

/** Where nothing leaves the device, a host's name is a promise. */
export const thisDevice = 'this device';

/** Pixels cost nothing here, and small print needs them. */
export const localFit: FitTarget = {
  imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 40 * 1024 * 1024,
  maxEdgePx: 8_000,
  maxPixels: 16_000_000,
};
