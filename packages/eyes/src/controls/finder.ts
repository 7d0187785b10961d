// Finds controls: a network of our own, trained on drawn pages, over the picture in steps of its own size, so that the
// runtime's memory does not grow with every new one; what it may have found is looked at again.
import type { Box, Picture } from '../pixels/picture.ts';
import { padded, resample } from '../pixels/resample.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { readWeights } from '../ocr/weights.ts';
import { floatsOf, Tensor, type Network, type Runtime } from '../runtime/ort.ts';
import { candidatesOf } from './decode.ts';
import type { Sighting } from './sighting.ts';
import { isLookAlike } from './look-alike.ts';
import { hiddenLetters } from './hidden-letters.ts';
import { scrollPosition } from './scroll-position.ts';
import { SecondLook } from './second-look.ts';

/** Larger pictures are reduced: time and memory grow with the area, and controls of a dense screen stay large enough. */
const maxAreaPx = 1_500_000;
/** The network halves its input six times. */
const shapeStep = 64;

export class ControlFinder {
  readonly #network: Network;
  readonly #second: SecondLook;

  private constructor(network: Network, second: SecondLook) {
    this.#network = network;
    this.#second = second;
  }

  static async open(runtime: Runtime): Promise<ControlFinder> {
    return new ControlFinder(
      await runtime.open(await readWeights('controls.onnx')),
      await SecondLook.open(runtime),
    );
  }

  /** What was read tells letters from circles. */
  async find(picture: Picture, lines: readonly TextLine[]): Promise<readonly Sighting[]> {
    const scale = Math.min(1, Math.sqrt(maxAreaPx / (picture.width * picture.height)));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const shown = padded(resample(picture, width, height), shapeStep);
    const input = new Tensor('float32', planesOf(shown), [1, 3, shown.height, shown.width]);
    const [name = 'x'] = this.#network.inputNames;
    const outputs = await this.#network.run({ [name]: input });
    const told = floatsOf(outputs, 'y');
    const sightings = await this.#second.judge(
      { shown, told, roles: floatsOf(outputs, 'roles'), states: floatsOf(outputs, 'states') },
      candidatesOf(told),
    );
    return sightings
      .map((sighting) => ({
        ...sighting,
        box: inPicture(sighting.box, picture, picture.width / width, picture.height / height),
      }))
      .filter((sighting) => !isLookAlike(picture, sighting, lines))
      .map((sighting) => ({
        ...sighting,
        value: scrollPosition(picture, sighting) ?? sighting.value,
        hidden: hiddenLetters(picture, sighting),
      }));
  }
}

export function planesOf({ width, height, data }: Picture): Float32Array {
  const plane = width * height;
  const input = new Float32Array(plane * 3);
  for (let channel = 0; channel < 3; channel += 1)
    for (let at = 0; at < plane; at += 1)
      input[channel * plane + at] = (data[at * 3 + channel] ?? 0) / 127.5 - 1;
  return input;
}

function inPicture([left, top, right, bottom]: Box, picture: Picture, sx: number, sy: number): Box {
  return [
    Math.max(0, left * sx),
    Math.max(0, top * sy),
    Math.min(picture.width, right * sx),
    Math.min(picture.height, bottom * sy),
  ];
}
