// Where each character of a draft stands on the screen. Rows break between words and lose nothing: the spaces at a break
// hang over the edge, so text never jumps while the cursor moves through it.
import type { Draft } from './editor.ts';
import { safeLine } from './safe-text.ts';
import { widthOf } from './text-width.ts';

interface Row {
  /** The first character, and the one behind the last. */
  readonly start: number;
  readonly end: number;
  /** As it is drawn. */
  readonly text: string;
}

export interface DraftLayout {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export function layOut({ characters, cursor }: Draft, width: number): DraftLayout {
  const cells = characters.map(shower());
  const rows = rowsOf(cells, width);
  const row = rows.findLastIndex(({ start }) => start <= cursor);
  const column = widthOfAll(cells.slice(rows[row]?.start ?? 0, cursor));
  return { rows, cursor: { row, column: Math.min(column, width) } };
}

/** The draft with its cursor one row up or down; undefined when there is none. */
export function moveRow(draft: Draft, width: number, step: -1 | 1): Draft | undefined {
  const { rows, cursor } = layOut(draft, width);
  const target = rows[cursor.row + step];
  if (!target) return undefined;
  // Behind the last character of a row that goes on is the beginning of the next.
  const goesOn = rows[cursor.row + step + 1]?.start === target.end;
  const last = goesOn ? target.end - 1 : target.end;
  const cells = draft.characters.slice(target.start, last).map(shower());
  let column = 0;
  const beyond = cells.findIndex((cell) => {
    column += cell.width;
    return column > cursor.column;
  });
  return { ...draft, cursor: beyond === -1 ? last : target.start + beyond };
}

/** A character as it is drawn. */
interface Cell {
  readonly text: string;
  readonly width: number;
}

const lineBreak = '\n';

/** A long text has few different characters, and each is measured once. */
function shower(): (character: string) => Cell {
  const known = new Map<string, Cell>();
  return (character) => {
    const found = known.get(character);
    if (found) return found;
    const text = character === lineBreak ? lineBreak : safeLine(character);
    const cell = { text, width: text === lineBreak ? 0 : widthOf(text) };
    known.set(character, cell);
    return cell;
  };
}

function rowsOf(cells: readonly Cell[], width: number): readonly Row[] {
  const rows: Row[] = [];
  let start = 0;
  let used = 0;
  /** Behind the last space of this row. */
  let gap = 0;
  const finish = (end: number): void => {
    const row = cells.slice(start, end);
    rows.push({
      start,
      end,
      text: row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    });
  };
  for (const [at, { text, width: size }] of cells.entries()) {
    if (text === lineBreak) {
      finish(at);
      [start, used, gap] = [at + 1, 0, at + 1];
      continue;
    }
    if (text === ' ') gap = at + 1;
    else if (used + size > width && at > start) {
      const cut = gap > start ? gap : at;
      finish(cut);
      [start, used, gap] = [cut, widthOfAll(cells.slice(cut, at)), cut];
    }
    used += size;
  }
  finish(cells.length);
  return rows;
}

function widthOfAll(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
