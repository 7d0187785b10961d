// What the decoder is told about a picture: the facts of its header, and those parts of its bytes that are needed to
// show it.
import type { FitTarget } from '@percept/core';
import type { DecodeTask } from '../fit/index.ts';
import type { Probe } from '../probe/index.ts';
import { loneGifFrame, stripMetadata } from '../strip/index.ts';

export function jobOf(source: Uint8Array, facts: Probe, target: FitTarget): DecodeTask {
  const { width, height, frames, orientation, hasAlpha, inset, codePoint, breaksOff } = facts;
  const { part } = facts;
  const whole = part ? source.subarray(part.from, part.to) : source;
  const mime = part?.mime ?? facts.mime;
  const isLone = inset !== undefined && mime === 'image/gif';
  const bytes = isLone ? loneGifFrame(whole) : stripMetadata(whole, mime);
  const job = { bytes, mime, width, height, frames, orientation, hasAlpha, target };
  return {
    ...job,
    ...(inset && { inset }),
    ...(codePoint && { codePoint }),
    ...(breaksOff && { breaksOff }),
  };
}
