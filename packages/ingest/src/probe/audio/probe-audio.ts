// The bound before any audio decoder: what a sound claims, checked against its own bytes. Never throws.
import { overLimit } from '@percept/core/internal';
import { accept, refuse, type AudioType, type DoorLimits, type Outcome } from '@percept/core';
import { probeFlac } from './flac.ts';
import { probeMp4 } from './mp4.ts';
import { probeMpeg } from './mpeg.ts';
import { probeOgg } from './ogg.ts';
import type { SoundProbe } from './sound.ts';
import { probeWav } from './wav.ts';
import { probeWebm } from './webm.ts';

/** @example probeAudio(bytes, 'audio/wav', doorLimits) // { ok: true, value: { durationMs } } */
export function probeAudio(
  bytes: Uint8Array,
  mime: AudioType,
  limits: DoorLimits,
): Outcome<SoundProbe> {
  if (bytes.length > limits.maxSourceBytes) {
    const hint = 'Send a shorter or more compressed recording.';
    return refuse(overLimit('maxSourceBytes', limits.maxSourceBytes, bytes.length, hint));
  }
  const seconds = secondsOf[mime](bytes, limits);
  if (!seconds.ok) return seconds;
  // A header may claim a length of centuries.
  const durationMs = Math.round((seconds.value ?? Number.NaN) * 1000);
  return accept(Number.isSafeInteger(durationMs) && durationMs >= 0 ? { durationMs } : {});
}

const secondsOf: Readonly<
  Record<AudioType, (bytes: Uint8Array, limits: DoorLimits) => Outcome<number | undefined>>
> = {
  'audio/wav': probeWav,
  'audio/flac': probeFlac,
  'audio/ogg': probeOgg,
  'audio/mp4': probeMp4,
  'audio/webm': probeWebm,
  'audio/mpeg': (bytes) => probeMpeg(bytes, 'audio/mpeg'),
  'audio/aac': (bytes) => probeMpeg(bytes, 'audio/aac'),
};
