export { createAssets, type Assets } from './assets.ts';
export { type AssetsParts, type MintedAsset, type MintRequest } from './asset-host.ts';
export { openKeyRing, type KeyRing } from './key-ring.ts';
export { openSharedKeyRing } from './shared-key-ring.ts';
export { redactHandles } from './handle.ts';
