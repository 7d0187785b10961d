export { warmDecoder } from './warm-decoder.ts';
export { type Decoder, type DecodeOptions, type Isolation, type Tier } from './decoder.ts';
export { parseAccept } from './accept.ts';
export { DecoderPool, type PoolOptions } from './pool.ts';
export { type Sandbox } from './tier.ts';
