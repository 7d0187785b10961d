export { codeCache } from './code-cache.ts';
export { warmDecoder } from './warm-decoder.ts';
export type { Decoder, DecodeOptions, Isolation, Tier } from './decoder.ts';
export { DecoderPool, type PoolOptions } from './pool.ts';
export type { Sandbox } from './tier.ts';
