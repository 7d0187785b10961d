export { warmDecoder } from './warm-decoder.ts';
export { type Decoder, type DecodeOptions, type Isolation, type Tier } from './decoder.ts';
export { DecoderPool, type PoolOptions } from './pool.ts';
export { type Sandbox } from './tier.ts';
