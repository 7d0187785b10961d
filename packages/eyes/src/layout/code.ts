// Text in a fixed pitch keeps its columns: every piece is placed at the column where it stands, so indentation and line
// numbers survive as the picture shows them.
import type { TextLine } from '../ocr/text-line.ts';
import type { VisualLine } from './visual-line.ts';

const minCharacters = 10;
const minLines = 3;
const maxDeviation = 0.035;

/** The distance between characters in pixels, or undefined when the text is proportional. */
export function pitchOf(lines: readonly VisualLine[]): number | undefined {
  const pitches = lines
    .flatMap(({ pieces }) => pieces)
    .flatMap((piece) => pitchOfPiece(piece))
    .toSorted((a, b) => a - b);
  const median = pitches[Math.floor(pitches.length / 2)];
  if (median === undefined || pitches.length < minLines) return undefined;
  const close = pitches.filter((pitch) => Math.abs(pitch / median - 1) < maxDeviation).length;
  return close >= pitches.length * 0.75 ? median : undefined;
}

function pitchOfPiece({ characters, text }: TextLine): readonly number[] {
  const first = characters[0];
  const last = characters.at(-1);
  if (text.length < minCharacters || !first || !last) return [];
  return [(last.x - first.x) / (characters.length - 1)];
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
