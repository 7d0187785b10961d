// Decoding happens once and fully: the pixel limit stands, only the first frame is read, and colour becomes 8-bit sRGB on
// the way. It is strict first; a picture that only a lenient decoder shows, as browsers are, is shown and said to be
// damaged. Shrink-on-load keeps large photographs cheap.
import { accept, fitSize, refuse, type Outcome, type Refusal, type Size } from '@percept/core';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { decodeBmp } from '../bmp/decode.ts';
import { dimmed } from '../colour/bright.ts';
import { isBright, type CodePoint } from '../colour/code-point.ts';
import { holdsEveryPixel } from '../gif/lzw.ts';
import { judgeScans } from '../jpeg/rewrite.ts';
import { release } from '../release.ts';
import { colourWay, inkToRgb, missingProfile, profiledPng, type ColourWay } from './colour.ts';
import { hidesSomething } from './hidden.ts';
import { orientedSize, storedRegion } from './orientation.ts';
import { orientationOf, type Orientation } from '../probe/picture.ts';
import type { DecodeJob, Note, Region } from './picture.ts';
import { finish, open as openPixels, type Pixels, type SharpFactory } from './pixels.ts';

export interface DecodeLimits {
  readonly maxSourcePixels: number;
}

export interface Decoded {
  /** As stored: not yet oriented, already resized. */
  readonly pixels: Pixels;
  readonly orientation: Orientation;
  /** The size of the whole picture as a person sees it. */
  readonly seen: Size;
  readonly colourConverted: boolean;
  readonly cropped: boolean;
  readonly resized: boolean;
  readonly notes: readonly Note[];
}

type Open = (more: SharpOptions) => Sharp;

export function sourceOptions({ maxSourcePixels }: DecodeLimits): SharpOptions {
  return {
    failOn: 'warning',
    limitInputPixels: maxSourcePixels,
    sequentialRead: true,
    autoOrient: false,
    pages: 1,
  };
}

export async function decode(
  factory: SharpFactory,
  job: DecodeJob,
  limits: DecodeLimits,
): Promise<Outcome<Decoded>> {
  const opener =
    (bytes: Uint8Array): Open =>
    (more) =>
      factory(bytes, { ...sourceOptions(limits), ...more });
  // libvips says nothing about data that is missing in the last rows.
  const isJpeg = job.mime === 'image/jpeg';
  if (job.breaksOff && isJpeg && judgeScans(job.bytes) !== 'whole') return refuse(brokenOff);
  if (job.mime === 'image/gif' && !holdsEveryPixel(job.bytes)) return refuse(brokenOff);
  const openSource = opener(job.bytes);
  const bright = job.codePoint && isBright(job.codePoint) ? job.codePoint : undefined;
  const canvas =
    ownPixels(job) ??
    (job.inset && (await onCanvas(openSource, job, job.inset))) ??
    (bright && (await dim(openSource, bright)));
  let open: Open = canvas ? () => openPixels(factory, canvas) : openSource;
  let header = await open({ failOn: 'truncated' }).metadata();
  const { orientation: stated } = header;
  const profile = missingProfile(job, header);
  if (profile) {
    const bare = open({ failOn: 'truncated', ignoreIcc: true });
    open = opener(await profiledPng(factory, bare, header, profile));
    header = await open({}).metadata();
  }
  // A GIF's frames may reach over the canvas that its header states, and the decoder then widens the canvas; an AVIF may be
  // cropped by it.
  const agrees = header.width === job.width && header.height === job.height;
  if (!agrees && job.mime !== 'image/gif' && job.mime !== 'image/avif')
    return refuse(disagreement(job, header));
  // The probe may have read an orientation from a chunk that was stripped; where it saw none, the decoder may.
  const orientation = job.orientation === 1 ? orientationOf(stated) : job.orientation;
  const stored = { width: header.width, height: header.height };
  const seen = orientedSize(stored, orientation);
  const region = job.region && clip(job.region, seen);
  if (region && !region.ok) return region;
  const shown: Size = region?.value ?? seen;
  const fitted = fitSize(shown, job.target);
  const resized = fitted.width !== shown.width || fitted.height !== shown.height;

  const shape = (image: Sharp): Sharp => {
    const cut = region
      ? image.extract({ ...storedRegion(region.value, stored, orientation) })
      : image;
    if (!resized) return cut;
    const { width, height } = orientedSize(fitted, orientation);
    return cut.resize({ width, height, fit: 'fill', kernel: 'lanczos3' });
  };
  const way = colourWay(header);
  // No browser shows a TIFF: there is nobody whose forgiveness could be a measure.
  const isForgiven = job.mime !== 'image/tiff' && !job.breaksOff;
  const { pixels, damaged } = await read(open, shape, way, isForgiven);
  const scans = isJpeg && !job.breaksOff && endsEmpty(pixels) ? judgeScans(job.bytes) : 'whole';
  if (scans === 'missing') return refuse(brokenOff);
  const hidden = way.kind === 'by-profile' && way.odd && (await showsAnother(open, stored));
  return accept({
    pixels,
    orientation,
    seen,
    colourConverted: bright !== undefined || (way.kind === 'as-it-is' ? way.changes : true),
    cropped: shown.width !== seen.width || shown.height !== seen.height,
    resized,
    notes: [
      ...(damaged || scans === 'damaged' ? (['damaged'] as const) : []),
      ...(hidden ? (['hidden'] as const) : []),
    ],
  });
}

/** Of a block without data a decoder makes a middle grey; it says nothing of it in the last rows that it reads. */
function endsEmpty({ data, channels }: Pixels): boolean {
  const colours = data.subarray(data.length - channels).subarray(0, channels < 3 ? 1 : 3);
  return colours.every((value) => Math.abs(value - middleGrey) <= greyTolerance);
}

const middleGrey = 128;
/** A profile moves it a little, and so does making the picture smaller. */
const greyTolerance = 10;

/** Of what is decoded in plain code. */
function ownPixels({ bytes, mime }: DecodeJob): Pixels | undefined {
  if (mime === 'image/bmp') return decodeBmp(bytes, 'file');
  return mime === 'image/vnd.microsoft.icon' ? decodeBmp(bytes, 'icon') : undefined;
}

/** A frame in its place; what it does not cover is transparent. */
async function onCanvas(
  open: Open,
  { width, height }: Size,
  { left, top }: { readonly left: number; readonly top: number },
): Promise<Pixels> {
  const frame = await finish(open({}).ensureAlpha().toColourspace('srgb'));
  const data = new Uint8Array(width * height * 4);
  const columns = Math.min(frame.width, width - left);
  for (let row = 0; row < Math.min(frame.height, height - top); row += 1) {
    const from = row * frame.width * frame.channels;
    const line = frame.data.subarray(from, from + columns * frame.channels);
    data.set(line, ((top + row) * width + left) * 4);
  }
  return { data, width, height, channels: 4 };
}

/** Its light as a page shows it. */
async function dim(open: Open, codePoint: CodePoint): Promise<Pixels> {
  const { depth } = await open({}).metadata();
  const isDeep = depth === 'ushort';
  const { data, info } = await open({ ignoreIcc: true })
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = info.channels === 4 ? 4 : 3;
  const samples = isDeep
    ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
    : Uint16Array.from(data, (value) => value * 0x101);
  const pixels = dimmed(samples, channels, codePoint);
  release(data);
  return { data: pixels, width, height, channels };
}

/** Strictly, and where that fails as browsers read: everything but missing data is forgiven. */
async function read(
  open: Open,
  shape: (image: Sharp) => Sharp,
  way: ColourWay,
  isForgiven: boolean,
): Promise<{ readonly pixels: Pixels; readonly damaged: boolean }> {
  const attempt = (failOn: 'warning' | 'truncated'): Promise<Pixels> => {
    const image = shape(open({ failOn, ignoreIcc: way.kind === 'as-it-is' }));
    return way.kind === 'ink'
      ? finish(image.pipelineColourspace('cmyk').toColourspace('cmyk')).then(inkToRgb)
      : finish(image.toColourspace('srgb'));
  };
  try {
    return { pixels: await attempt('warning'), damaged: false };
  } catch (strict) {
    if (!isForgiven || isPartMissing(strict)) throw strict;
    try {
      return { pixels: await attempt('truncated'), damaged: true };
    } catch {
      throw strict;
    }
  }
}

/** The header of a PNG is wrong, or pixels are not there: nobody could tell what was lost. */
function isPartMissing(error: unknown): boolean {
  const words = /premature end|0xd9 instead of RST|IHDR: CRC error/i;
  return error instanceof Error && words.test(error.message);
}

/** Large enough for a line of text to leave its edges. */
const comparedEdgePx = 1024;

/** With the profile and without it, compared. */
async function showsAnother(open: Open, { width, height }: Size): Promise<boolean> {
  const scale = Math.min(1, comparedEdgePx / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const version = (ignoreIcc: boolean): Promise<Pixels> =>
    finish(
      open({ failOn: 'truncated', ignoreIcc })
        .resize({ ...size, fit: 'fill' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb'),
    );
  return hidesSomething(await version(false), await version(true));
}

function clip(region: Region, seen: Size): Outcome<Region> {
  const { left, top, width, height } = region;
  const whole = [left, top, width, height].every((value) => Number.isSafeInteger(value));
  const inside = left >= 0 && top >= 0 && left + width <= seen.width && top + height <= seen.height;
  if (whole && inside && width > 0 && height > 0) return accept(region);
  return refuse({
    refused: 'invalid-input',
    message: `The region ${left},${top},${width},${height} is not inside a picture of ${seen.width}x${seen.height}.`,
    hint: 'Give left, top, width and height in whole pixels of the upright picture.',
  });
}

export const brokenOff: Refusal = {
  refused: 'corrupt',
  message: 'The picture breaks off before its last pixel.',
  hint: 'Check that it was saved or sent completely, and send it again.',
};

function disagreement(job: DecodeJob, header: Metadata): Refusal {
  return {
    refused: 'corrupt',
    message: `The header says ${job.width}x${job.height}, and the decoder found ${header.width}x${header.height}.`,
    hint: 'Open the picture in an image program and save it again.',
  };
}
