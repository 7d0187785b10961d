// One sentence that holds in every conversation, on every face and wire, and the function that finds where a run breaks it.
import type { Run, Turn } from './run.ts';

export type InvariantName =
  | 'requests-are-legal'
  | 'media-or-words'
  | 'pasted-stays'
  | 'words-stand-in'
  | 'nothing-twice'
  | 'bill-is-whole'
  | 'full-means-full'
  | 'told-is-sent'
  | 'words-agree'
  | 'words-work'
  | 'looks-are-true'
  | 'edits-are-true'
  | 'taken-back-is-gone'
  | 'prefix-holds'
  | 'sizes-are-true'
  | 'refusals-say-why'
  | 'failures-are-told'
  | 'cancel-ends'
  | 'nothing-waits'
  | 'helpers-only-when-needed'
  | 'strict-is-strict'
  | 'no-bytes-in-logs'
  | 'store-is-sound'
  | 'advertised-is-delivered';

export interface Violation {
  readonly invariant: InvariantName;
  readonly step: number;
  readonly what: string;
}

export interface Invariant {
  readonly name: InvariantName;
  /** Of which promise it is a part, by its number in the design. */
  readonly promise: number;
  readonly sentence: string;
  /** One line for every place where it does not hold. */
  readonly broken: (run: Run) => Iterable<Found>;
}

interface Found {
  readonly turn?: Turn | undefined;
  readonly what: string;
}
