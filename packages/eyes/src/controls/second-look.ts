// The second look: what the network of controls may have found on a picture, all of it beside each other, is judged again by a small network, from what the first says and saw at
// each place and from how it looks: numbers and two cut-outs. Whether it is a control, of which role, in which state and with which value is its word; places and kinds of icons are those of the first.
import type { Picture } from '../pixels/picture.ts';
import { readWeights } from '../ocr/weights.ts';
import { floatsOf, Tensor, type Floats, type Network, type Runtime } from '../runtime/ort.ts';
import { cutBytes, cutHeight, cutsOf, cutWidth } from './cuts.ts';
import { channelCount, heatsAround, stateAt, type Candidate } from './decode.ts';
import { lookCount, lookOf } from './look.ts';
import {
  controlRoles,
  controlStates,
  groupOf,
  type ControlRole,
  type ControlState,
  type Sighting,
} from './sighting.ts';

/** Surer than this a control is told. */
const leastScore = 0.5;
/** And a state: what gives the best F1 on held-out pages that these numbers were fitted to. Pages for training have more that is disabled or focused than others. */
const leastState: Readonly<Record<ControlState, number>> = {
  on: 0.5,
  mixed: 0.5,
  disabled: 0.6,
  focused: 0.6,
  default: 0.5,
  placeholder: 0.5,
};

/** So many are judged together: time and memory grow with their square. */
const togetherAtMost = 240;
/** What the first network saw at a place: of the bodies that tell roles and states. */
const seenChannels = 64;
const numberCount =
  controlRoles.length * 2 + channelCount - stateAt + 4 + 2 * seenChannels + lookCount;
const answerCount = controlRoles.length + controlStates.length + 1;

/** What the first network told of a picture. */
export interface FirstLook {
  /** In the pixels that the network was shown. */
  readonly shown: Picture;
  readonly told: Floats;
  readonly roles: Floats;
  readonly states: Floats;
}

export class SecondLook {
  readonly #network: Network;

  private constructor(network: Network) {
    this.#network = network;
  }

  static async open(runtime: Runtime): Promise<SecondLook> {
    return new SecondLook(await runtime.open(await readWeights('controls-second.onnx')));
  }

  async judge(first: FirstLook, candidates: readonly Candidate[]): Promise<readonly Sighting[]> {
    const fromAbove = candidates.toSorted((one, other) => one.box[1] - other.box[1]);
    const found: Sighting[] = [];
    for (let from = 0; from < fromAbove.length; from += togetherAtMost)
      found.push(...(await this.#judged(first, fromAbove.slice(from, from + togetherAtMost))));
    return found.toSorted((one, other) => other.score - one.score);
  }

  async #judged(first: FirstLook, candidates: readonly Candidate[]): Promise<readonly Sighting[]> {
    const count = candidates.length;
    const { numbers, cuts } = seenOf(first, candidates);
    const outputs = await this.#network.run({
      numbers: new Tensor('float32', numbers, [count, numberCount]),
      cuts: new Tensor('uint8', cuts, [count, 2, 3, cutHeight, cutWidth]),
    });
    const { data } = floatsOf(outputs, 'y');
    return candidates.flatMap((candidate, index) =>
      sightingOf(candidate, data.subarray(index * answerCount, (index + 1) * answerCount)),
    );
  }
}

interface Seen {
  /** Of each in the order in which `training/controls/second.py` takes them. */
  readonly numbers: Float32Array;
  readonly cuts: Uint8Array;
}

export function seenOf(first: FirstLook, candidates: readonly Candidate[]): Seen {
  const numbers = new Float32Array(candidates.length * numberCount);
  const cuts = new Uint8Array(candidates.length * cutBytes);
  for (const [at, { role, score, box, place }] of candidates.entries()) {
    const own = controlRoles.indexOf(role);
    const its = cuts.subarray(at * cutBytes, (at + 1) * cutBytes);
    cutsOf(first.shown, box, its);
    numbers.set(
      [
        ...controlRoles.map((_, index) => (index === own ? 1 : 0)),
        ...heatsAround(first.told, place).map((heat, index) => (index === own ? score : heat)),
        ...column(first.told, place).subarray(stateAt, channelCount),
        ...box,
        ...column(first.roles, place),
        ...column(first.states, place),
        ...lookOf(its),
      ],
      at * numberCount,
    );
  }
  return { numbers, cuts };
}

/** All that is told at one place. */
function column({ data, dims: [, channels = 0, rows = 0, columns = 0] }: Floats, place: number) {
  return Float32Array.from(
    { length: channels },
    (_, channel) => data[channel * rows * columns + place] ?? 0,
  );
}

/** Nothing, where it is no control. */
function sightingOf(candidate: Candidate, answer: Float32Array): readonly Sighting[] {
  const group = groupOf[candidate.role];
  let [role, score]: [ControlRole, number] = [candidate.role, 0];
  for (const [index, other] of controlRoles.entries())
    if (groupOf[other] === group && (answer[index] ?? 0) > score)
      [role, score] = [other, answer[index] ?? 0];
  if (score < leastScore) return [];
  const is = (state: ControlState): boolean =>
    (answer[controlRoles.length + controlStates.indexOf(state)] ?? 0) > leastState[state];
  return [
    {
      role,
      // What only one of the two networks is sure of is not sure: in a picture that is read, such a thing is none.
      score: Math.min(score, candidate.score),
      box: candidate.box,
      states: {
        on: is('on'),
        mixed: is('mixed'),
        disabled: is('disabled'),
        focused: is('focused'),
        default: is('default'),
        placeholder: is('placeholder'),
      },
      value: answer[answerCount - 1] ?? 0,
      icon: candidate.icon,
    },
  ];
}
