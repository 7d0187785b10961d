// What the pre-filter knows of a sound without decoding it.

export interface SoundProbe {
  /** Absent where the headers do not hold it: nothing is guessed. */
  readonly durationMs?: number;
}

/** What a container says of what is in it. */
export interface Tracks {
  readonly isWhole: boolean;
  readonly hasVideo: boolean;
  readonly hasSound: boolean;
  readonly seconds: number | undefined;
}
