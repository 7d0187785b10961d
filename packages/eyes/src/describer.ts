// The port of everything that can look at a picture or listen to a sound: local eyes, and later a remote vision model.
import type { Outcome } from '@percept/core';
import type { Description } from './description.ts';
import type { Transcript } from './transcript.ts';

export interface LookOptions {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DescribeOptions extends LookOptions {
  /** What somebody wants to know: what it names comes first. What is told stays the same. */
  readonly question?: string | undefined;
  /** For a small context: the words stand before colours and places, which are left out first, and are cut so that no description is longer, with a note that says so. 800 or more. */
  readonly maxCharacters?: number | undefined;
}

export interface Describer {
  /** Recorded beside every description: which tier and model looked. */
  readonly name: string;
  describe(image: Uint8Array, options?: DescribeOptions): Promise<Outcome<Description>>;
  close(): Promise<void>;
}

export interface Transcriber {
  readonly name: string;
  /** Whether a sound would be transcribed right now; audio is advertised only then. */
  ready(): Promise<boolean>;
  transcribe(audio: Uint8Array, options?: LookOptions): Promise<Outcome<Transcript>>;
  close(): Promise<void>;
}
