// The kitty protocol with Unicode placeholders: the picture is text, so a multiplexer that knows nothing of pictures
// moves, scrolls and erases it correctly. Only the transmission passes the multiplexer by.
import { terminalLimits } from '../limits.ts';
import { diacritics } from './diacritics.ts';
import { kittyChunks, wholeId } from './direct.ts';

const placeholder = '\u{10eeee}';

export interface PlacedPicture {
  readonly png: Uint8Array;
  readonly id: number;
  readonly cells: { readonly columns: number; readonly rows: number };
}

export interface Placeholders {
  /** Sequences for the terminal that draws, past any multiplexer. */
  readonly transmission: readonly string[];
  /** One line of text for each row, for whoever keeps the screen. */
  readonly lines: readonly string[];
}

export function encodePlaceholders({ png, id, cells }: PlacedPicture): Placeholders {
  const { columns, rows } = cells;
  const max = terminalLimits.maxPlaceholderCells;
  if (columns < 1 || rows < 1 || columns > max || rows > max)
    throw new RangeError(
      `Placeholders name at most ${max} columns and rows, not ${columns}x${rows}.`,
    );
  const keys = `a=T,U=1,f=100,t=d,i=${wholeId(id)},q=2,c=${columns},r=${rows}`;
  // The colour of the text is the id of the picture.
  const colour = `\u001b[38;2;${(id >> 16) & 255};${(id >> 8) & 255};${id & 255}m`;
  const lines = diacritics
    .slice(0, rows)
    .map((row) => `${colour}${cellsOf(row, columns)}\u001b[39m`);
  return { transmission: kittyChunks(keys, png), lines };
}

/** Row and column in every cell, so that a line which is redrawn in part stays right. */
function cellsOf(row: string, columns: number): string {
  return diacritics
    .slice(0, columns)
    .map((column) => placeholder + row + column)
    .join('');
}
