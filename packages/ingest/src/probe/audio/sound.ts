// What the pre-filter knows of a sound without decoding it. A figure that the headers do not hold is absent, not guessed.
import type { AudioType } from '@percept/core';

export interface SoundProbe {
  readonly mime: AudioType;
  readonly durationMs?: number;
  readonly channels?: number;
  readonly sampleRate?: number;
}

/** The figures that make sense; a header may claim a rate of zero or a length of centuries. */
export function soundProbe(
  mime: AudioType,
  claims: {
    seconds?: number | undefined;
    channels?: number | undefined;
    sampleRate?: number | undefined;
  },
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
