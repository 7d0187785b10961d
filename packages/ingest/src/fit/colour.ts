// What leaves is 8-bit sRGB. How a picture gets there is decided by what its header and its profile say in numbers.
import type { Metadata, Sharp } from 'sharp';
import { profileOfBmp } from '../bmp/header.ts';
import { describeCodePoint } from '../colour/code-point.ts';
import { profileChunk, profileOf } from '../colour/profile.ts';
import { isPlainSrgb, judgeProfile } from '../probe/icc.ts';
import type { DecodeJob } from './picture.ts';
import { finish, open, type Pixels, type SharpFactory } from './pixels.ts';

export type ColourWay =
  /** The numbers are sRGB already: a profile that says so is not even applied, so that they stay what they are. */
  | { readonly kind: 'as-it-is'; readonly changes: boolean }
  /** By its profile. `odd`: it could show something else than the numbers alone. */
  | { readonly kind: 'by-profile'; readonly odd: boolean }
  /** Ink without a profile, mixed as browsers mix it. */
  | { readonly kind: 'ink' };

export function colourWay({ depth, space, icc }: Metadata): ColourWay {
  if (space === 'cmyk' && !icc) return { kind: 'ink' };
  // The engine takes no profile of a single channel of 16 bits.
  if (!icc || space === 'grey16') {
    const changes = depth !== 'uchar' || (space !== 'srgb' && space !== 'b-w');
    return { kind: 'as-it-is', changes };
  }
  const judged = judgeProfile(icc);
  if (judged === 'plain') return { kind: 'as-it-is', changes: depth !== 'uchar' };
  return { kind: 'by-profile', odd: judged === 'odd' };
}

/** Each ink takes its light away, and black takes from what is left. */
export function inkToRgb({ data, width, height }: Pixels): Pixels {
  const out = new Uint8Array(width * height * 3);
  let to = 0;
  for (let from = 0; from < data.length; from += 4) {
    const light = 255 - (data[from + 3] ?? 0);
    for (let ink = 0; ink < 3; ink += 1) {
      out[to] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255);
      to += 1;
    }
  }
  return { data: out, width, height, channels: 3 };
}

/**
 * Four kinds of pictures reach the colour engine without their profile, or leave it in another space: it takes none of a single
 * channel of 16 bits, makes Display P3 of three, code points of an AVIF are not read, and bitmaps are decoded here. Such a picture
 * becomes one of eight bits first, with the profile, and is then read like any other. This is what has to be put beside its pixels,
 * or undefined where the engine finds it by itself.
 */
export function missingProfile(
  { bytes, mime, codePoint }: DecodeJob,
  { space, icc }: Metadata,
): Uint8Array | undefined {
  if (mime === 'image/bmp') return profileOfBmp(bytes);
  if (icc) return space === 'grey16' || (space === 'rgb16' && !isPlainSrgb(icc)) ? icc : undefined;
  const description = codePoint && describeCodePoint(codePoint);
  return description && profileOf(description, isGrey(space));
}

function isGrey(space: string | undefined): boolean {
  return space === 'grey16' || space === 'b-w';
}

const headerBytes = 33;

/** One of three equal channels, and the alpha beside it: a conversion to grey would drop that. */
function greyOf({ data, width, height, channels }: Pixels): Pixels {
  if (channels === 1 || channels === 2) return { data, width, height, channels };
  const kept = channels === 4 ? 2 : 1;
  const out = new Uint8Array(width * height * kept);
  for (let from = 0, to = 0; to < out.length; from += channels, to += kept) {
    out[to] = data[from] ?? 0;
    if (kept === 2) out[to + 1] = data[from + 3] ?? 0;
  }
  return { data: out, width, height, channels: kept };
}

/** A PNG of eight bits a channel. `image` is read without its own profile. */
export async function profiledPng(
  factory: SharpFactory,
  image: Sharp,
  { space }: Metadata,
  profile: Uint8Array,
): Promise<Uint8Array> {
  const colours = await finish(image.toColourspace('srgb'));
  const [numbers, pixels] = isGrey(space)
    ? (['b-w', greyOf(colours)] as const)
    : (['srgb', colours] as const);
  const png = await open(factory, pixels)
    .toColourspace(numbers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const header = png.subarray(0, headerBytes);
  return Buffer.concat([header, profileChunk(profile), png.subarray(headerBytes)]);
}
