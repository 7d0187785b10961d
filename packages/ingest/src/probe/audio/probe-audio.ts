// The bound before any audio decoder: what a sound claims, checked against its own bytes. Never throws.
import { overLimit } from '@percept/core/internal';
import { refuse, type AudioType, type DoorLimits, type Outcome } from '@percept/core';
import { probeFlac } from './flac.ts';
import { probeMp4 } from './mp4.ts';
import { probeMpeg } from './mpeg.ts';
import { probeOgg } from './ogg.ts';
import type { SoundProbe } from './sound.ts';
import { probeWav } from './wav.ts';
import { probeWebm } from './webm.ts';

/** @example probeAudio(bytes, 'audio/wav', doorLimits) // { ok: true, value: { mime, durationMs, channels, sampleRate } } */
export function probeAudio(
  bytes: Uint8Array,
  mime: AudioType,
  limits: DoorLimits,
): Outcome<SoundProbe> {
  if (bytes.length > limits.maxSourceBytes) {
    const hint = 'Send a shorter or more compressed recording.';
    return refuse(overLimit('maxSourceBytes', limits.maxSourceBytes, bytes.length, hint));
  }
  switch (mime) {
    case 'audio/wav':
      return probeWav(bytes, limits);
    case 'audio/flac':
      return probeFlac(bytes);
    case 'audio/ogg':
      return probeOgg(bytes);
    case 'audio/mp4':
      return probeMp4(bytes);
    case 'audio/webm':
      return probeWebm(bytes);
    case 'audio/mpeg':
    case 'audio/aac':
      return probeMpeg(bytes, mime);
  }
}
