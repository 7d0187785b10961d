// Probes MP3 and ADTS streams. The length comes from a Xing or VBRI tag when it is believable, else from walking the
// frames; the walk is bounded, and a longer file is measured by the rate of what was walked.
import { accept, type Outcome } from '@percept/core';
import { spells, u32be } from '../bytes.ts';
import { corrupt } from '../verdict.ts';
import { afterId3, isSameStream, readAudioFrame, type AudioFrame } from './mpeg-frame.ts';
import { maxMpegFrames } from '../../limits.ts';

/** The shortest MPEG audio frame there is. */
const minFrameBytes = 24;

export function probeMpeg(bytes: Uint8Array, mime: 'audio/mpeg' | 'audio/aac'): Outcome<number> {
  const start = afterId3(bytes);
  if (start >= bytes.length) return corrupt('The ID3 tag of the file is longer than the file.');
  const frame = readAudioFrame(bytes, start);
  if (!frame || frame.mime !== mime)
    return corrupt('The file has no audio frame where its sound starts.');
  const tagged = mime === 'audio/mpeg' ? taggedFrames(bytes, start, frame) : undefined;
  const samples = tagged === undefined ? walkFrames(bytes, start, frame) : tagged * frame.samples;
  if (samples === undefined) return corrupt('The file ends inside its first audio frame.');
  return accept(samples / frame.sampleRate);
}

/** The frame count of a Xing, Info or VBRI tag, unless the file could not hold as many. */
function taggedFrames(bytes: Uint8Array, at: number, frame: AudioFrame): number | undefined {
  const xing = at + 4 + frame.sideBytes;
  const isXing = spells(bytes, xing, 'Xing') || spells(bytes, xing, 'Info');
  const hasCount = isXing && (u32be(bytes, xing + 4) & 1) === 1;
  const vbri = at + 36;
  const count = hasCount
    ? u32be(bytes, xing + 8)
    : spells(bytes, vbri, 'VBRI')
      ? u32be(bytes, vbri + 14)
      : 0;
  return count > 0 && count * minFrameBytes <= bytes.length ? count : undefined;
}

/** Samples up to the first byte that is no frame of this stream: a tag at the end, or a cut. */
function walkFrames(bytes: Uint8Array, start: number, first: AudioFrame): number | undefined {
  let at = start;
  let samples = 0;
  let frame: AudioFrame | undefined = first;
  for (let count = 0; count < maxMpegFrames; count++) {
    if (!frame || !isSameStream(first, frame) || at + frame.frameBytes > bytes.length)
      return count === 0 ? undefined : samples;
    samples += frame.samples;
    at += frame.frameBytes;
    frame = readAudioFrame(bytes, at);
  }
  return samples * ((bytes.length - start) / (at - start));
}
