// Probes a FLAC file by its metadata blocks. The sample count is exact when the encoder wrote it, and is refused when so
// few bytes cannot hold so many samples.
import { accept, type Outcome } from '@percept/core';
import { spells, u16be, u24be, u32be, u8 } from '../bytes.ts';
import { corrupt } from '../verdict.ts';
import { afterId3 } from './mpeg-frame.ts';

const streamInfoBytes = 34;
/** The shortest frame, and the most samples that one frame can hold. */
const minFrameBytes = 8;
const maxFrameSamples = 65_536;

export function probeFlac(bytes: Uint8Array): Outcome<number | undefined> {
  const start = afterId3(bytes);
  const info = start + 8;
  const isInfo = (u8(bytes, start + 4) & 0x7f) === 0 && u24be(bytes, start + 5) === streamInfoBytes;
  if (!spells(bytes, start, 'fLaC') || !isInfo)
    return corrupt('The FLAC file has no stream header.');
  const sound = skipMetadata(bytes, start + 4);
  if (sound === undefined) return corrupt('The FLAC file ends inside its metadata.');
  if ((u16be(bytes, sound) & 0xfffc) !== 0xfff8)
    return corrupt('The FLAC file holds no sound data.');
  const sampleRate = u24be(bytes, info + 10) >> 4;
  const samples = (u8(bytes, info + 13) & 15) * 0x1_0000_0000 + u32be(bytes, info + 14);
  if (sampleRate === 0) return corrupt('The FLAC file names no sample rate.');
  if (samples > ((bytes.length - sound) / minFrameBytes) * maxFrameSamples)
    return corrupt('The FLAC file names more samples than its bytes can hold.');
  // Zero: the encoder did not know.
  return accept(samples === 0 ? undefined : samples / sampleRate);
}

/** Where the first frame starts. Each block is at least four bytes further, so the walk ends. */
function skipMetadata(bytes: Uint8Array, from: number): number | undefined {
  let at = from;
  while (at + 4 <= bytes.length) {
    const isLast = (u8(bytes, at) & 0x80) !== 0;
    at += 4 + u24be(bytes, at + 1);
    if (isLast) return at < bytes.length ? at : undefined;
  }
  return undefined;
}
