// Two kinds of pictures reach the colour engine without their profile: it takes none of a single channel of 16 bits, and code
// points of an AVIF are not read. Such a picture becomes one of eight bits first, with the profile, and is then read like any
// other.
import { pngChunk } from '@percept/core/internal';
import { deflateSync } from 'node:zlib';
import type { Metadata, Sharp } from 'sharp';
import { describeCodePoint } from '../colour/code-point.ts';
import { profileOf } from '../colour/profile.ts';
import type { DecodeJob } from './picture.ts';
import { finish, open, type SharpFactory } from './pixels.ts';

/** What has to be put beside the pixels, or undefined where the engine finds it by itself. */
export function missingProfile(
  { codePoint }: DecodeJob,
  { space, icc }: Metadata,
): Uint8Array | undefined {
  if (icc) return space === 'grey16' ? icc : undefined;
  const description = codePoint && describeCodePoint(codePoint);
  return description && profileOf(description, isGrey(space));
}

function isGrey(space: string | undefined): boolean {
  return space === 'grey16' || space === 'b-w';
}

const headerBytes = 33;

/** A PNG of eight bits a channel. `image` is read without its own profile. */
export async function profiledPng(
  factory: SharpFactory,
  image: Sharp,
  { space }: Metadata,
  profile: Uint8Array,
): Promise<Uint8Array> {
  const numbers = isGrey(space) ? 'b-w' : 'srgb';
  const pixels = await finish(image.toColourspace(numbers));
  const png = await open(factory, pixels)
    .toColourspace(numbers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(profile)]));
  return Buffer.concat([png.subarray(0, headerBytes), chunk, png.subarray(headerBytes)]);
}
