// How many cells a text takes. What a terminal draws two cells wide counts two; what joins the character before it counts
// nothing.
import { safeLine } from './safe-text.ts';

/** East Asian and pictographic blocks, whole planes of them: what is not assigned yet is drawn wide too. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18fff}\u{1aff0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const joined = /^[\p{Mn}\p{Me}]$/u;
/** Asks for the picture of a character that also has a plain form. */
const asPicture = '\ufe0f';
const ascii = /^[ -~]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters as a reader counts them. */
export function charactersOf(text: string): readonly string[] {
  if (ascii.test(text)) return [...text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

/** Terminals count code points, and not what a reader counts as one; too wide is safe, too narrow breaks a line. */
function widthOfCharacter(character: string): number {
  let width = 0;
  for (const point of character) width += joined.test(point) ? 0 : wide.test(point) ? 2 : 1;
  return character.includes(asPicture) ? Math.max(2, width) : width;
}

/** At most so many cells, with the end cut and marked. */
export function cutTo(text: string, cells: number): string {
  const shown = safeLine(text);
  if (widthOf(shown) <= cells) return shown;
  const characters = charactersOf(shown);
  return `${characters.slice(0, endIn(characters, cells - 1)).join('')}…`;
}

/** Behind the last of these characters, from `start` on, that so many cells have room for. */
export function endIn(characters: readonly string[], cells: number, start = 0): number {
  let end = start;
  for (let left = cells; end < characters.length; end++) {
    left -= widthOfCharacter(characters[end] ?? '');
    if (left < 0) break;
  }
  return end;
}

/** A measure that reads well; a wider screen stays empty at the side. */
const maxWidth = 100;
const minWidth = 8;

export function textWidth(columns: number): number {
  return Math.max(minWidth, Math.min(columns - 1, maxWidth));
}
