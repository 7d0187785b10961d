// What was said in a sound, with times.

export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

export interface Transcript {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly durationMs: number;
  /** The only language that the model knows; speech in another one is not recognised as such. */
  readonly language: 'en';
  /** Said to whoever reads the transcript. */
  readonly notice: string;
  readonly engine: string;
  readonly version: string;
  readonly complete: boolean;
}
