// Words of one piece of speech: Moonshine tiny, greedy, with its key-value cache. English only.
import llamaTokenizer from 'llama-tokenizer-js';
import { floatsOf, openNetwork, Tensor, type Network } from '../runtime/ort.ts';
import { hearingRate } from './sound.ts';

const layers = 6;
const heads = 8;
const headSize = 36;
const startToken = 1;
const endToken = 2;
/** As the model's authors bound it: speech has fewer tokens per second. */
const tokensPerSecond = 6.5;

/** What is said in a piece of speech; nothing where it is none. */
export type Speech = (samples: Float32Array) => Promise<string>;

export async function openMoonshine(encoder: Uint8Array, decoder: Uint8Array): Promise<Speech> {
  const networks = { encoder: await openNetwork(encoder), decoder: await openNetwork(decoder) };
  return (samples) => words(networks, samples);
}

async function words(
  { encoder, decoder }: { readonly encoder: Network; readonly decoder: Network },
  samples: Float32Array,
): Promise<string> {
  const encoded = await encoder.run({
    input_values: new Tensor('float32', samples, [1, samples.length]),
  });
  const hidden = encoded['last_hidden_state'];
  if (!hidden) throw new Error('The encoder did not answer.');
  const cache = new Map<string, Tensor>();
  for (let layer = 0; layer < layers; layer += 1) {
    for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value']) {
      cache.set(
        `${layer}.${part}`,
        new Tensor('float32', new Float32Array(0), [0, heads, 1, headSize]),
      );
    }
  }
  const most = Math.ceil((samples.length / hearingRate) * tokensPerSecond);
  const tokens: number[] = [];
  for (let next = startToken, step = 0; step < most; step += 1) {
    const past = [...cache].map(([name, tensor]) => [`past_key_values.${name}`, tensor] as const);
    const outputs = await decoder.run({
      ...Object.fromEntries(past),
      input_ids: new Tensor('int64', new BigInt64Array([BigInt(next)]), [1, 1]),
      encoder_hidden_states: hidden,
      use_cache_branch: new Tensor('bool', new Uint8Array([step > 0 ? 1 : 0]), [1]),
    });
    next = strongest(floatsOf(outputs, 'logits').data);
    if (next === endToken) break;
    tokens.push(next);
    for (const name of cache.keys()) {
      const present = outputs[`present.${name}`];
      // The encoder's part is computed once, in the first step.
      if (present && (step === 0 || name.includes('decoder'))) cache.set(name, present);
    }
    if (isStuck(tokens)) break;
  }
  return isStuck(tokens) ? '' : llamaTokenizer.decode([startToken, ...tokens]).trim();
}

function strongest(logits: Float32Array): number {
  let best = 0;
  for (let at = 1; at < logits.length; at += 1) {
    if ((logits[at] ?? 0) > (logits[best] ?? 0)) best = at;
  }
  return best;
}

/** The same few tokens over and over: the network hears something that is not speech. */
function isStuck(tokens: readonly number[]): boolean {
  const recent = tokens.slice(-24);
  return recent.length === 24 && new Set(recent).size <= 4;
}
