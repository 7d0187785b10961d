// One piece of text as it was read: its characters with their places, and how surely each was seen.
import type { Box } from '../pixels/picture.ts';
import type { Region } from './geometry.ts';
import type { PackName } from '../models/catalogue.ts';
import type { Glyph } from './recogniser.ts';

interface Character extends Glyph {
  /** Along the line, in pixels of the picture from the left end of the region. */
  readonly x: number;
}

/** What is lower is a rule, a texture or an icon. */
export const minLineHeightPx = 10;

export interface TextLine {
  readonly text: string;
  readonly characters: readonly Character[];
  readonly region: Region;
  readonly box: Box;
  /** The mean over the characters, 0 to 1. */
  readonly confidence: number;
  /** Of the character that was seen the least surely: the line is right when that one is. */
  readonly weakest: number;
  /** The colours of the line: of its strokes, and of what it stands on. */
  readonly ink: string;
  readonly paper: string;
  /** Set when a pack for another language read it. */
  readonly pack?: PackName;
}

export function confidenceOf(glyphs: readonly { readonly probability: number }[]): number {
  if (glyphs.length === 0) return 0;
  return glyphs.reduce((sum, { probability }) => sum + probability, 0) / glyphs.length;
}
