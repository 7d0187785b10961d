// The pipeline: decode → orient → flatten → encode, over an injected sharp. Deterministic: the same job gives the same
// bytes on the native and on the wasm build. What fits already is decoded all the same, and left alone.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { flatten, isTransparent } from './alpha.ts';
import { contentOf } from './content.ts';
import { decode, type Decoded, type DecodeLimits } from './decode.ts';
import { planFor } from './encode.ts';
import { refusalOf } from './failure.ts';
import {
  steps,
  type Bitmap,
  type DecodeJob,
  type Developed,
  type Stage,
  type Step,
} from './picture.ts';
import { orient, threeChannels, type SharpFactory } from './pixels.ts';
import { weigh } from './weigh.ts';

/**
 * @example
 * const picture = await fitPicture(sharp, { bytes, mime: 'image/png', …, target: defaultFit }, doorLimits);
 */
export async function fitPicture(
  factory: SharpFactory,
  job: DecodeJob,
  limits: DecodeLimits,
  onStage: (stage: Stage) => void = () => {},
): Promise<Outcome<Developed>> {
  try {
    return await fit(factory, job, limits, onStage);
  } catch (error) {
    return refuse(refusalOf(error));
  }
}

async function fit(
  factory: SharpFactory,
  job: DecodeJob,
  limits: DecodeLimits,
  onStage: (stage: Stage) => void,
): Promise<Outcome<Developed>> {
  onStage('decoding');
  const decoded = await decode(factory, job, limits);
  if (!decoded.ok) return decoded;
  if (job.output === 'bitmap') return accept(await bitmapOf(factory, decoded.value));
  if (job.output === 'check') return accept({ kind: 'checked', ...decoded.value.seen });
  const transparent = isTransparent(decoded.value.pixels);
  const done = stepsOf(job, decoded.value, transparent);
  if (done.size === 0) {
    const { width, height } = decoded.value.pixels;
    return accept({ kind: 'unchanged', width, height });
  }

  onStage('encoding');
  const upright = await orient(factory, decoded.value.pixels, decoded.value.orientation);
  const pixels = flatten(upright);
  const plan = planFor(pixels, contentOf(pixels), job.target, job.lossless === true);
  if (!plan) return refuse(noType(job));
  const weighed = await weigh(factory, pixels, plan, job.target.maxBytes);
  if (!weighed.ok) return weighed;
  const { bytes, mime, width, height, encodes, shrunk } = weighed.value;
  if (shrunk) done.add('resized');
  if (mime !== job.mime) done.add('re-encoded');
  return accept({
    kind: 'encoded',
    bytes,
    mime,
    width,
    height,
    steps: steps.filter((step) => done.has(step)),
    encodes,
  });
}

async function bitmapOf(factory: SharpFactory, { pixels, orientation }: Decoded): Promise<Bitmap> {
  const opaque = flatten(await orient(factory, pixels, orientation));
  const { width, height } = opaque;
  return { kind: 'bitmap', width, height, data: threeChannels(opaque) };
}

/** What has to be done; nothing means that the source can stay as it is. */
function stepsOf(job: DecodeJob, decoded: Decoded, transparent: boolean): Set<Step> {
  const done = new Set<Step>();
  if (decoded.cropped) done.add('cropped');
  if (job.frames > 1) done.add('still-of-animation');
  if (decoded.colourConverted) done.add('colour-converted');
  if (decoded.orientation !== 1) done.add('oriented');
  if (transparent) done.add('flattened');
  if (decoded.resized) done.add('resized');
  const typeMayLeave = job.mime !== 'image/gif' && job.target.imageTypes.includes(job.mime);
  if (!typeMayLeave || job.bytes.length > job.target.maxBytes) done.add('re-encoded');
  return done;
}

function noType(job: DecodeJob): Refusal {
  return {
    refused: 'unsupported-type',
    message: `No type that can be written is among those the target takes (${job.target.imageTypes.join(', ') || 'none'}).`,
    hint: 'Allow image/png, image/jpeg or image/webp.',
  };
}
