// The colour engine takes no profile of a single channel of 16 bits. Such a picture becomes one of eight bits first, with the
// same profile, and is then read like any other.
import { pngChunk } from '@percept/core/internal';
import { deflateSync } from 'node:zlib';
import type { Metadata, Sharp } from 'sharp';
import { finish, open, type SharpFactory } from './pixels.ts';

export function isDeepGrey({ space, icc }: Metadata): boolean {
  return space === 'grey16' && icc !== undefined;
}

const headerBytes = 33;

/** A PNG of eight bits a pixel. */
export async function shallowGrey(
  factory: SharpFactory,
  image: Sharp,
  icc: Uint8Array,
): Promise<Uint8Array> {
  const grey = await finish(image.toColourspace('b-w'));
  const again = open(factory, grey).toColourspace('b-w');
  const png = await again.png({ compressionLevel: 1 }).toBuffer();
  const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(icc)]));
  return Buffer.concat([png.subarray(0, headerBytes), profile, png.subarray(headerBytes)]);
}
