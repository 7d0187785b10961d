// Every limit of the asset host: one name, one default, its unit in its name.

export interface AssetLimits {
  /** Up to this size an asset is answered from one buffer; a larger one is read piece by piece. */
  readonly maxBufferedBytes: number;
  /** What the buffers of lately read assets may weigh together. */
  readonly maxHotBytes: number;
  /** A reader that takes nothing for so long is let go. */
  readonly idleTimeoutMs: number;
}

export const assetLimits: AssetLimits = {
  maxBufferedBytes: 1024 * 1024,
  maxHotBytes: 64 * 1024 * 1024,
  idleTimeoutMs: 30_000,
};

// assets
export const maxAssetAgeSeconds = 300;
/** How long what was loaded is taken for all there is. */
export const maxKeyRingAgeMs = 10_000;
