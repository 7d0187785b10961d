// Reads the movie header of an MP4: its length and its kinds of track. A file with a video track is never sound.
import { accept, type Outcome } from '@percept/core';
import { fourCc, u32be, u64be, u8 } from '../bytes.ts';
import { corrupt } from '../verdict.ts';
import { findBox, readBoxes, type Box } from './boxes.ts';
import type { Tracks } from './sound.ts';
import { maxMp4Tracks } from '../../limits.ts';

export function readMovie(bytes: Uint8Array): Tracks | undefined {
  let isWhole = true;
  let moov: Box | undefined;
  for (const box of readBoxes(bytes, 0, bytes.length)) {
    isWhole &&= box.isWhole;
    if (box.type === 'moov') moov ??= box;
  }
  if (!moov) return undefined;
  let hasVideo = false;
  let hasSound = false;
  let tracks = 0;
  for (const box of readBoxes(bytes, moov.data, moov.end)) {
    if (box.type !== 'trak' || ++tracks > maxMp4Tracks) continue;
    const media = findBox(bytes, box, 'mdia');
    const handler = media && findBox(bytes, media, 'hdlr');
    const kind = handler && fourCc(bytes, handler.data + 8);
    hasVideo ||= kind === 'vide';
    hasSound ||= kind === 'soun';
  }
  return { isWhole, hasVideo, hasSound, seconds: movieSeconds(bytes, moov) };
}

/** `mvhd` holds a clock and a length in its ticks: 32 bits each in version 0, a 64-bit length in version 1. */
function movieSeconds(bytes: Uint8Array, moov: Box): number | undefined {
  const header = findBox(bytes, moov, 'mvhd');
  if (!header) return undefined;
  const isLong = u8(bytes, header.data) === 1;
  const scale = u32be(bytes, header.data + (isLong ? 20 : 12));
  const length = isLong ? u64be(bytes, header.data + 24) : u32be(bytes, header.data + 16);
  const isUnknown = length === 0 || length === 0xffff_ffff || length >= 2 ** 64 - 1;
  return scale === 0 || isUnknown ? undefined : length / scale;
}

export function probeMp4(bytes: Uint8Array): Outcome<number | undefined> {
  const movie = readMovie(bytes);
  if (!movie) return corrupt('The MP4 has no movie header; it was cut short or is not finished.');
  if (!movie.isWhole) return corrupt('The MP4 ends before the length that it names.');
  if (!movie.hasSound) return corrupt('The MP4 holds no sound.');
  return accept(movie.seconds);
}
