// What is known of a picture before it is decoded: what the pre-filter says, and the orientation where only compressed text
// tells it. Inflating is bounded, happens at most once, and yields one number from 1 to 8. And what the decoder is told of it: these facts,
// and those parts of its bytes that are needed to show it.
import {
  accept,
  type DoorLimits,
  type FitTarget,
  type Outcome,
  type SourceType,
} from '@percept/core';
import { definedOf } from '@percept/core/internal';
import { inflateSync } from 'node:zlib';
import type { DecodeTask } from '../fit/index.ts';
import { loneGifFrame, stripMetadata } from '../strip/index.ts';
import { probe, type Orientation, type Probe } from '../probe/index.ts';
import { readPlainText } from '../probe/orientation.ts';
import { maxExaminedTextBytes } from '../limits.ts';

export function examine(bytes: Uint8Array, mime: SourceType, limits: DoorLimits): Outcome<Probe> {
  const probed = probe(bytes, mime, limits);
  if (!probed.ok || !probed.value.packedText) return probed;
  const { from, to } = probed.value.packedText;
  return accept({ ...probed.value, orientation: orientationIn(bytes.subarray(from, to)) });
}

function orientationIn(packed: Uint8Array): Orientation {
  try {
    const text = inflateSync(packed, { maxOutputLength: maxExaminedTextBytes });
    return readPlainText(text, 0, text.length);
  } catch {
    // Broken, or far too long: as if it were not there.
    return 1;
  }
}

export function jobOf(source: Uint8Array, facts: Probe, target: FitTarget): DecodeTask {
  const { width, height, frames, orientation, hasAlpha, inset, codePoint, breaksOff } = facts;
  const { part } = facts;
  const whole = part ? source.subarray(part.from, part.to) : source;
  const mime = part?.mime ?? facts.mime;
  const isLone = inset !== undefined && mime === 'image/gif';
  const bytes = isLone ? loneGifFrame(whole) : stripMetadata(whole, mime);
  const job = { bytes, mime, width, height, frames, orientation, hasAlpha, target };
  return { ...job, ...definedOf({ inset, codePoint, breaksOff }) };
}
