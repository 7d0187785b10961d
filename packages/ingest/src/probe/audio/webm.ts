// Reads the header of a WebM or Matroska file: its kinds of track and its length. The walk stops at the first cluster of
// unknown length, so a live recording is judged by what stands before its sound.
import { accept, type Outcome } from '@percept/core';
import { corrupt } from '../verdict.ts';
import { findElement, readElements, readFloat, readUnsigned, type Element } from './ebml.ts';
import { soundProbe, type SoundProbe, type Tracks } from './sound.ts';
import { maxWebmTracks } from '../../limits.ts';

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
} as const;
const videoTrack = 1;
const soundTrack = 2;

export function readMatroska(bytes: Uint8Array): Tracks | undefined {
  const [header, segment] = readElements(bytes, 0, bytes.length);
  if (header?.id !== ids.header || segment?.id !== ids.segment) return undefined;
  let isWhole = segment.isWhole;
  let info: Element | undefined;
  let tracks: Element | undefined;
  for (const element of readElements(bytes, segment.data, segment.end)) {
    isWhole &&= element.isWhole;
    if (element.id === ids.info) info ??= element;
    if (element.id === ids.tracks) tracks ??= element;
  }
  let hasVideo = false;
  let sound: Element | undefined;
  const entries = tracks ? readElements(bytes, tracks.data, tracks.end) : [];
  let count = 0;
  for (const entry of entries) {
    if (entry.id !== ids.trackEntry || ++count > maxWebmTracks) continue;
    const type = findElement(bytes, entry, ids.trackType);
    const kind = type && readUnsigned(bytes, type);
    hasVideo ||= kind === videoTrack;
    if (kind === soundTrack) sound ??= entry;
  }
  const audio = sound && findElement(bytes, sound, ids.audio);
  const rate = audio && findElement(bytes, audio, ids.samplingFrequency);
  const channels = audio && findElement(bytes, audio, ids.channels);
  return {
    isWhole,
    hasVideo,
    hasSound: sound !== undefined,
    seconds: info && readSeconds(bytes, info),
    channels: channels && readUnsigned(bytes, channels),
    sampleRate: rate && readFloat(bytes, rate),
  };
}

function readSeconds(bytes: Uint8Array, info: Element): number | undefined {
  const scale = findElement(bytes, info, ids.timestampScale);
  const duration = findElement(bytes, info, ids.duration);
  const ticks = duration && readFloat(bytes, duration);
  // A tick is a million nanoseconds when nothing else is said.
  return ticks === undefined
    ? undefined
    : (ticks * (scale ? readUnsigned(bytes, scale) : 1_000_000)) / 1e9;
}

export function probeWebm(bytes: Uint8Array): Outcome<SoundProbe> {
  const file = readMatroska(bytes);
  if (!file) return corrupt('The file is not a whole Matroska or WebM file.');
  if (!file.isWhole) return corrupt('The WebM ends before the length that it names.');
  if (!file.hasSound) return corrupt('The WebM holds no sound.');
  return accept(soundProbe('audio/webm', file));
}
