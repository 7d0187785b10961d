// Finds where text is: PP-OCRv4's detection network over a picture that is padded to a few fixed shapes, so that the
// runtime's memory does not grow with every new size.
import type { Picture } from '../pixels/picture.ts';
import { padded, resample } from '../pixels/resample.ts';
import { floatsOf, Tensor, type Network, type Runtime } from '../runtime/ort.ts';
import { componentsOf } from './components.ts';
import { grown, hullOf, regionsOf, type Region } from './geometry.ts';
import { readWeights } from './weights.ts';

const maxSidePx = 1280;
/** What the network's memory grows with. */
const maxAreaPx = 740_000;
const threshold = 0.25;
const minProbability = 0.45;
const growth = 1.6;
const shapeStep = 64;
const minRegionPx = 3;
/** ImageNet's statistics, in the blue-green-red order in which the network was trained. */
const channels = [
  { offset: 2, mean: 0.485, deviation: 0.229 },
  { offset: 1, mean: 0.456, deviation: 0.224 },
  { offset: 0, mean: 0.406, deviation: 0.225 },
] as const;

export type Detector = (picture: Picture) => Promise<readonly Region[]>;

export async function openDetector(runtime: Runtime): Promise<Detector> {
  const network = await runtime.open(await readWeights('ch_PP-OCRv4_det_infer.onnx'));
  return (picture) => find(network, picture);
}

async function find(network: Network, picture: Picture): Promise<readonly Region[]> {
  const scale = Math.min(
    1,
    maxSidePx / Math.max(picture.width, picture.height),
    Math.sqrt(maxAreaPx / (picture.width * picture.height)),
  );
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const shown = padded(resample(picture, width, height), shapeStep);
  const input = new Tensor('float32', normalise(shown), [1, 3, shown.height, shown.width]);
  const [name = 'x'] = network.inputNames;
  const outputs = await network.run({ [name]: input });
  const { data } = floatsOf(outputs, network.outputNames[0]);
  const sx = picture.width / width;
  const sy = picture.height / height;
  const hulls = componentsOf(data, shown.width, shown.height, threshold)
    .filter(({ meanProbability }) => meanProbability >= minProbability)
    .map(({ outline }) => hullOf(outline));
  return regionsOf(hulls)
    .filter((region) => Math.min(region.width, region.height) >= minRegionPx)
    .map((region) => unclipped(region))
    .map((region) => ({
      ...region,
      centre: { x: region.centre.x * sx, y: region.centre.y * sy },
      width: region.width * sx,
      height: region.height * sy,
    }));
}

/** The network marks the core of a line; its true edge is this far out. */
function unclipped(region: Region): Region {
  const { width, height } = region;
  return grown(region, (width * height * growth) / (2 * (width + height)));
}

function normalise({ width, height, data }: Picture): Float32Array {
  const plane = width * height;
  const input = new Float32Array(plane * 3);
  for (const [index, { offset, mean, deviation }] of channels.entries()) {
    for (let at = 0; at < plane; at += 1) {
      input[index * plane + at] = ((data[at * 3 + offset] ?? 0) / 255 - mean) / deviation;
    }
  }
  return input;
}
