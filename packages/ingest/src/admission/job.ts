// What the decoder is told about a picture: the facts of its header, and its bytes without anything that is not needed to show
// it.
import type { FitTarget } from '@percept/core';
import type { DecodeJob } from '../fit/index.ts';
import type { Probe } from '../probe/index.ts';
import { stripMetadata } from '../strip/index.ts';

export function jobOf(source: Uint8Array, facts: Probe, target: FitTarget): DecodeJob {
  const { mime, width, height, frames, orientation, hasAlpha } = facts;
  const bytes = stripMetadata(source, mime);
  return { bytes, mime, width, height, frames, orientation, hasAlpha, target };
}
