// The bound before any decoder: what a picture claims, checked against its own bytes and the door's limits. Never
// throws, allocates at most a list of chunks, and reads no byte twice.
import { overLimit } from '@percept/core/internal';
import { refuse, type DoorLimits, type Outcome, type SourceType } from '@percept/core';
import { probeAvif } from './avif.ts';
import { probeBmp, probeIcon } from './bmp.ts';
import { probeGif } from './gif.ts';
import { probeJpeg } from './jpeg.ts';
import type { Probe } from './picture.ts';
import { probePng } from './png.ts';
import { probeTiff } from './tiff.ts';
import { probeWebp } from './webp.ts';

/**
 * @param mime what `sniff` said of the same bytes, never a name or a header
 * @example
 * const sniffed = sniff(bytes);
 * if (sniffed.kind === 'image') probe(bytes, sniffed.mime, doorLimits);
 */
export function probe(bytes: Uint8Array, mime: SourceType, limits: DoorLimits): Outcome<Probe> {
  if (bytes.length > limits.maxSourceBytes) {
    const hint = 'Send a smaller file.';
    return refuse(overLimit('maxSourceBytes', limits.maxSourceBytes, bytes.length, hint));
  }
  return probes[mime](bytes, limits);
}

const probes: Readonly<
  Record<SourceType, (bytes: Uint8Array, limits: DoorLimits) => Outcome<Probe>>
> = {
  'image/png': probePng,
  'image/jpeg': probeJpeg,
  'image/gif': probeGif,
  'image/webp': probeWebp,
  'image/avif': probeAvif,
  'image/bmp': probeBmp,
  'image/tiff': probeTiff,
  'image/vnd.microsoft.icon': probeIcon,
};
