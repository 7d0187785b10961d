// What a view may ask of the element that shows it. Views are functions from data to a template and keep nothing.
import type { SavedFile } from './source.ts';

export interface Stage {
  readonly origins: readonly string[];
  readonly lineNumbers: boolean;
  /** How many envelopes stand around this one. */
  readonly depth: number;
  /** How often somebody asked for more of this part. */
  pagesOf(key: string): number;
  more(key: string): void;
  /** The part that was copied last. */
  readonly copied: string | undefined;
  copy(key: string, content: () => string): void;
  save(file: SavedFile, name: string): void;
}
