// The pipeline: decode → orient → flatten → encode, over an injected sharp. Deterministic: the same job gives the same
// bytes on the native and on the wasm build. Whatever leaves was written here; what fits keeps its pixels exactly.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { reasonOf } from '@percept/core/internal';
import { judgeScans, rewriteJpeg } from '../jpeg/rewrite.ts';
import { isLossyWebp } from '../probe/webp.ts';
import { flatten, isTransparent } from './alpha.ts';
import { contentOf } from './content.ts';
import { brokenOff, decode, type Decoded, type DecodeLimits } from './decode.ts';
import { planFor, type Care } from './encode.ts';
import {
  steps,
  type Bitmap,
  type DecodeJob,
  type Developed,
  type EncodedPicture,
  type Stage,
  type Step,
} from './picture.ts';
import { finish, orient, threeChannels, type Pixels, type SharpFactory } from './pixels.ts';
import { release } from '../release.ts';
import { fitStraight } from './straight.ts';
import { weigh } from './weigh.ts';

/**
 * @example
 * const picture = await fitPicture(sharp, job, doorLimits);
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
  const straight = await fitStraight(factory, job, limits);
  if (straight) return accept(straight);
  const read = await decode(factory, job, limits);
  if (!read.ok) return read;
  const decoded = read.value;
  if (job.output === 'bitmap') return accept(await bitmapOf(factory, decoded));
  if (job.output === 'check') {
    release(decoded.pixels.data);
    return accept({ kind: 'checked', ...decoded.seen, notes: decoded.notes });
  }
  onStage('encoding');
  try {
    return await develop(factory, job, decoded);
  } finally {
    release(decoded.pixels.data);
  }
}

async function develop(
  factory: SharpFactory,
  job: DecodeJob,
  decoded: Decoded,
): Promise<Outcome<Developed>> {
  const done = stepsOf(job, decoded);
  const kept = done.size === 0 ? await keepCoefficients(factory, job, decoded.pixels) : undefined;
  if (kept) return accept({ ...kept, notes: decoded.notes });
  // Its coefficients could not be written again: damage in the last rows is one reason, and nobody has said so yet.
  const isJudged = done.size > 0 || job.mime !== 'image/jpeg' || decoded.notes.includes('damaged');
  const scans = isJudged ? 'whole' : judgeScans(job.bytes);
  if (scans === 'missing') return refuse(brokenOff);
  const notes = scans === 'damaged' ? (['damaged', ...decoded.notes] as const) : decoded.notes;
  const pixels = flatten(await orient(factory, decoded.pixels, decoded.orientation));
  const care = careFor(job, done.size === 0);
  const cameBytes = isLossless(job) && !done.has('resized') ? job.bytes.length : Infinity;
  const plan = planFor(pixels, contentOf(pixels), job.target, { care, cameBytes });
  if (!plan) return refuse(noType(job));
  const weighed = await weigh(factory, pixels, plan, job.target.maxBytes);
  release(pixels.data);
  if (!weighed.ok) return weighed;
  const { bytes, mime, width, height, encodes, shrunk } = weighed.value;
  if (shrunk) done.add('resized');
  if (mime !== job.mime || mime !== 'image/png') done.add('re-encoded');
  const inOrder = steps.filter((step) => done.has(step));
  return accept({ kind: 'encoded', bytes, mime, width, height, steps: inOrder, encodes, notes });
}

/** A JPEG that fits is written again from its own coefficients, if that shows the very same pixels. */
async function keepCoefficients(
  factory: SharpFactory,
  { bytes, mime, target }: DecodeJob,
  pixels: Pixels,
): Promise<Omit<EncodedPicture, 'notes'> | undefined> {
  if (mime !== 'image/jpeg' || !target.imageTypes.includes(mime)) return undefined;
  const rewritten = rewriteJpeg(bytes);
  if (!rewritten || rewritten.length > target.maxBytes) return undefined;
  const again = await finish(factory(rewritten, { failOn: 'warning' }).toColourspace('srgb'));
  const isAlike = isSame(again, pixels);
  release(again.data);
  if (!isAlike) return undefined;
  const { width, height } = pixels;
  return { kind: 'encoded', bytes: rewritten, mime, width, height, steps: [], encodes: 0 };
}

function isSame(one: Pixels, other: Pixels): boolean {
  return one.channels === other.channels && Buffer.compare(one.data, other.data) === 0;
}

function careFor(job: DecodeJob, isUntouched: boolean): Care {
  if (job.lossless) return 'lossless';
  if (!isUntouched) return 'none';
  return isLossless(job) ? 'lossless' : 'untouched-lossy';
}

function isLossless({ mime, bytes }: DecodeJob): boolean {
  return !(
    mime === 'image/jpeg' ||
    mime === 'image/avif' ||
    (mime === 'image/webp' && isLossyWebp(bytes))
  );
}

async function bitmapOf(
  factory: SharpFactory,
  { pixels, orientation, notes }: Decoded,
): Promise<Bitmap> {
  const opaque = flatten(await orient(factory, pixels, orientation));
  const { width, height } = opaque;
  return { kind: 'bitmap', width, height, data: threeChannels(opaque), notes };
}

/** What has to be done to the pixels; nothing means that they leave as they are. */
function stepsOf(job: DecodeJob, decoded: Decoded): Set<Step> {
  const done = new Set<Step>();
  if (decoded.cropped) done.add('cropped');
  if (job.frames > 1) done.add('still-of-animation');
  if (decoded.colourConverted) done.add('colour-converted');
  if (decoded.orientation !== 1) done.add('oriented');
  if (isTransparent(decoded.pixels)) done.add('flattened');
  if (decoded.resized) done.add('resized');
  return done;
}

function noType(job: DecodeJob): Refusal {
  return {
    refused: 'unsupported-type',
    message: `No type that can be written is among those the target takes (${job.target.imageTypes.join(', ') || 'none'}).`,
    hint: 'Allow image/png, image/jpeg or image/webp.',
  };
}

const hint = 'Open the picture in an image program and save it again.';

/** Whatever a decoder throws about its input becomes a refusal. Its text is untrusted: bounded, one line, printable. */
function refusalOf(error: unknown): Refusal {
  const reason = reasonOf(error);
  if (/pixel limit/i.test(reason))
    return {
      refused: 'too-large',
      message: `The picture has too many pixels to decode: ${reason}.`,
      hint: 'Scale the picture down before it is given.',
    };
  if (/out of memory|cannot allocate|bad_alloc|memory access|allocation/i.test(reason))
    return {
      refused: 'too-large',
      message: `The picture needs more memory than a decoder may have: ${reason}.`,
      hint: 'Scale the picture down, or save it without interlacing.',
    };
  if (/unsupported image format|operation is blocked/i.test(reason))
    return { refused: 'unsupported-type', message: `No decoder takes this: ${reason}.`, hint };
  return { refused: 'corrupt', message: `The picture cannot be decoded: ${reason}.`, hint };
}
