// The short way for the most common picture, a screenshot that has to shrink: decoded, fitted and written as PNG in one pass, so
// that its pixels are never held. Its own weight says what it is: no photograph weighs so little as a PNG, and what weighs
// less still may fit a palette, which only its pixels can tell. Whatever does not come out as expected goes the long way.
import { fitSize, type Size } from '@percept/core';
import type { SharpOptions } from 'sharp';
import { isBare } from './bare.ts';
import { colourWay } from './colour.ts';
import { sourceOptions, type DecodeLimits } from './decode.ts';
import { losslessBytesPerPixel, writePng } from './encode.ts';
import type { DecodeJob, EncodedPicture } from './picture.ts';
import type { SharpFactory } from './pixels.ts';

/** In a header, which is always first; the colour type follows. */
const bitDepthAt = 24;
/** Bytes a pixel of what comes. */
const weight = { least: 0.08, most: 0.25 } as const;

export async function fitStraight(
  factory: SharpFactory,
  job: DecodeJob,
  limits: DecodeLimits,
): Promise<EncodedPicture | undefined> {
  const size = straightSize(job);
  if (!size) return undefined;
  const open = sourceOptions(limits);
  try {
    if (!(isPlain(job.bytes) || (await saysNothingNew(factory, job, open)))) return undefined;
    // A profile that says nothing new is not even applied.
    const source = factory(job.bytes, { ...open, ignoreIcc: true });
    const small = source.resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
    const bytes = await writePng(small.toColourspace('srgb'), 'graphic');
    const most = size.width * size.height * losslessBytesPerPixel;
    if (bytes.length > Math.min(most, job.target.maxBytes)) return undefined;
    const steps = ['resized'] as const;
    return { kind: 'encoded', bytes, mime: 'image/png', ...size, steps, encodes: 1, notes: [] };
  } catch {
    // Damage, or worse: the long way finds the words for it.
    return undefined;
  }
}

/** Eight bits of red, green and blue, and not a chunk more: there is nothing to ask a decoder about. */
function isPlain(png: Uint8Array): boolean {
  return isBare(png, 'image/png') && png[bitDepthAt] === 8 && png[bitDepthAt + 1] === 2;
}

async function saysNothingNew(
  factory: SharpFactory,
  { bytes, width, height }: DecodeJob,
  open: SharpOptions,
): Promise<boolean> {
  const header = await factory(bytes, open).metadata();
  const way = colourWay(header);
  const isSrgb = way.kind === 'as-it-is' && !way.changes && header.channels === 3;
  const agrees = header.width === width && header.height === height;
  return isSrgb && agrees && !header.isPalette && (header.orientation ?? 1) === 1;
}

/** What it becomes, where the short way may be tried. */
function straightSize(job: DecodeJob): Size | undefined {
  const { bytes, mime, width, height, target, frames, orientation, output = 'file' } = job;
  if (mime !== 'image/png' || output !== 'file' || job.region || job.hasAlpha) return undefined;
  if (job.codePoint) return undefined;
  if (frames !== 1 || orientation !== 1 || !target.imageTypes.includes('image/png'))
    return undefined;
  const each = bytes.length / (width * height);
  if (each < weight.least || each > weight.most) return undefined;
  const size = fitSize({ width, height }, target);
  return size.width < width && size.height < height ? size : undefined;
}
