// What the pre-filter knows of a sound without decoding it. A figure that the headers do not hold is absent, not guessed.
import type { AudioType } from '@percept/core';

export interface SoundProbe {
  readonly mime: AudioType;
  readonly durationMs?: number;
  readonly channels?: number;
  readonly sampleRate?: number;
}

/** What a container says of what is in it. */
export interface Tracks {
  readonly isWhole: boolean;
  readonly hasVideo: boolean;
  readonly hasSound: boolean;
  readonly seconds: number | undefined;
  readonly channels: number | undefined;
  readonly sampleRate: number | undefined;
}

/** The figures that make sense; a header may claim a rate of zero or a length of centuries. */
export function soundProbe(
  mime: AudioType,
  claims: Partial<Pick<Tracks, 'seconds' | 'channels' | 'sampleRate'>>,
): SoundProbe {
  const { seconds, channels, sampleRate } = claims;
  const durationMs = seconds === undefined ? undefined : Math.round(seconds * 1000);
  return {
    mime,
    ...(durationMs !== undefined &&
      Number.isSafeInteger(durationMs) &&
      durationMs >= 0 && { durationMs }),
    ...(isPositive(channels) && { channels }),
    ...(isPositive(sampleRate) && { sampleRate }),
  };
}

function isPositive(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
