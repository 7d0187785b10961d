// Every limit of the asset host: one name, one default, its unit in its name.
import { defineLimits } from '@percept/core/internal/options';

export const assetLimits = defineLimits({
  /** Up to this size an asset is answered from one buffer; a larger one is read piece by piece. */
  maxBufferedBytes: 1024 * 1024,
  /** What the buffers of lately read assets may weigh together. */
  maxHotBytes: 64 * 1024 * 1024,
  /** A reader that takes nothing for so long is let go. */
  idleTimeoutMs: 30_000,
});
export type AssetLimits = typeof assetLimits;

// assets
export const maxAssetAgeSeconds = 300;
/** How long what was loaded is taken for all there is. */
export const maxKeyRingAgeMs = 10_000;
