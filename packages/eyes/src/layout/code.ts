// Text in a fixed pitch keeps its columns: every piece is placed at the column where it stands, so indentation and line
// numbers survive as the picture shows them.
import { median } from '../median.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { VisualLine } from './visual-line.ts';

const minCharacters = 10;
const minLines = 3;
const maxDeviation = 0.035;
/** Words are placed less exactly than lines. */
const minWords = 4;
const minWordChars = 6;
const wordDeviation = 0.05;

/** The distance between characters in pixels, or undefined when the text is proportional. */
export function pitchOf(lines: readonly VisualLine[]): number | undefined {
  const pieces = lines.flatMap((line) => line.pieces);
  // The same words twice have the same width in any font.
  const different = new Map(pieces.map((piece) => [piece.text, piece])).values();
  const pitches = [...different].flatMap((piece) => pitchOfPiece(piece));
  if (pitches.length < minLines) return undefined;
  const usual = median(pitches);
  const close = pitches.filter((pitch) => Math.abs(pitch / usual - 1) < maxDeviation).length;
  return close >= pitches.length * 0.75 && wordsAgree(pieces) ? usual : undefined;
}

function pitchOfPiece({ characters, text }: TextLine): readonly number[] {
  const first = characters[0];
  const last = characters.at(-1);
  if (text.length < minCharacters || !first || !last) return [];
  return [(last.x - first.x) / (characters.length - 1)];
}

/** Lines of prose have one mean width of a character; words of it do not. */
function wordsAgree(pieces: readonly TextLine[]): boolean {
  const pitches = pieces.flatMap((piece) => wordPitches(piece));
  if (pitches.length < minWords) return true;
  const usual = median(pitches);
  const close = pitches.filter((pitch) => Math.abs(pitch / usual - 1) < wordDeviation).length;
  return close >= pitches.length * 0.7;
}

function wordPitches({ characters }: TextLine): readonly number[] {
  const pitches: number[] = [];
  let start = 0;
  for (let end = 0; end <= characters.length; end += 1) {
    if (end < characters.length && characters[end]?.char !== ' ') continue;
    const [first, last] = [characters[start], characters[end - 1]];
    if (first && last && end - start >= minWordChars)
      pitches.push((last.x - first.x) / (end - start - 1));
    start = end + 1;
  }
  return pitches;
}

/** One text line per visual line, with the columns of the picture. */
export function columnsText(lines: readonly VisualLine[], pitch: number): readonly string[] {
  const startOf = ({ box, characters }: TextLine): number => box[0] + (characters[0]?.x ?? 0);
  const left = Math.min(...lines.flatMap(({ pieces }) => pieces.map(startOf)));
  return lines.map(({ pieces }) => {
    let text = '';
    for (const piece of pieces) {
      const column = Math.max(0, Math.round((startOf(piece) - left) / pitch));
      text = text === '' ? ' '.repeat(column) : text.padEnd(Math.max(column, text.length + 1));
      text += piece.text;
    }
    return text.trimEnd();
  });
}
