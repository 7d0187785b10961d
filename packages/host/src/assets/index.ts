export { Assets, type AssetsParts, type MintedAsset, type MintRequest } from './assets.ts';
export { openKeyRing, type KeyRing } from './key-ring.ts';
export { openSharedKeyRing } from './shared-key-ring.ts';
export { redactHandles } from './handle.ts';
