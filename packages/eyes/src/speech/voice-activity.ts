// Where somebody speaks: Silero VAD over frames of 32 ms, joined over short pauses and cut at long ones, so that a piece is
// never longer than what the recogniser was made for.
import { floatsOf, openNetwork, Tensor, type Network } from '../runtime/ort.ts';
import { hearingRate } from './sound.ts';

const frame = 512;
const context = 64;
const starts = 0.5;
const ends = 0.35;
const padding = 3;
const minSpeechFrames = 6;
const maxPauseFrames = 18;
const maxPieceFrames = Math.floor((20 * hearingRate) / frame);

/** In samples. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export type VoiceActivity = (samples: Float32Array) => Promise<readonly Span[]>;

export async function openVoiceActivity(model: Uint8Array): Promise<VoiceActivity> {
  const network = await openNetwork(model);
  return async (samples) =>
    pieces(await oddsOf(network, samples)).map(({ from, to }) => ({
      from: Math.max(0, from - padding) * frame,
      to: Math.min(samples.length, (to + padding) * frame),
    }));
}

async function oddsOf(network: Network, samples: Float32Array): Promise<Float32Array> {
  const odds = new Float32Array(Math.ceil(samples.length / frame));
  const rate = new Tensor('int64', new BigInt64Array([BigInt(hearingRate)]), [1]);
  let state = new Tensor('float32', new Float32Array(256), [2, 1, 128]);
  for (let at = 0; at < odds.length; at += 1) {
    const window = new Float32Array(context + frame);
    const from = at * frame - context;
    const start = Math.max(0, from);
    window.set(samples.subarray(start, at * frame + frame), start - from);
    const input = new Tensor('float32', window, [1, window.length]);
    const outputs = await network.run({ input, state, sr: rate });
    odds[at] = floatsOf(outputs, 'output').data[0] ?? 0;
    const next = floatsOf(outputs, 'stateN');
    state = new Tensor('float32', next.data, next.dims);
  }
  return odds;
}

/** In frames. */
function pieces(odds: Float32Array): readonly Span[] {
  const found: { from: number; to: number; voiced: number }[] = [];
  let speaking = false;
  for (const [at, value] of odds.entries()) {
    speaking = speaking ? value >= ends : value >= starts;
    if (!speaking) continue;
    const last = found.at(-1);
    const joins =
      last !== undefined && at - last.to <= maxPauseFrames && at - last.from < maxPieceFrames;
    if (joins) {
      last.to = at + 1;
      last.voiced += 1;
    } else found.push({ from: at, to: at + 1, voiced: 1 });
  }
  return found.filter(({ voiced }) => voiced >= minSpeechFrames);
}
