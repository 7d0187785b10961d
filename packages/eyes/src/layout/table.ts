// Tables: neighbouring rows whose cells stand in the same columns. Columns are found as the gaps that no cell of any row
// crosses, so prose (which crosses everything) never becomes one.
import type { Table } from '../description.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Row } from './rows.ts';
import { around } from './visual-line.ts';

const minColumns = 3;
const minRows = 3;
/** Share of the cells of a table that must have something in them. */
const minFilled = 0.6;

interface Span {
  left: number;
  right: number;
}

export interface FoundTable extends Table {
  readonly pieces: ReadonlySet<TextLine>;
}

export function tablesOf(rows: readonly Row[]): readonly FoundTable[] {
  const found: FoundTable[] = [];
  for (let start = 0; start < rows.length;) {
    const end = extentOf(rows, start);
    const table = end - start >= minRows ? tableOf(rows.slice(start, end)) : undefined;
    if (table) found.push(table);
    start = table ? end : start + 1;
  }
  return found;
}

/** The first row after `start` that breaks the columns. */
function extentOf(rows: readonly Row[], start: number): number {
  let columns: readonly Span[] = spansOf(rows[start] ?? []);
  if (columns.length < minColumns) return start;
  let end = start + 1;
  for (let at = end; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    if (isFar(rows[at - 1] ?? [], row)) break;
    const merged = merge([...columns, ...spansOf(row)]);
    // Few cells make no new column; fewer than half of them are a row of the table under full ones, and one alone above others.
    const isSparse = row.length < Math.max(2, columns.length * 0.5);
    if (row.length < minColumns && merged.length > columns.length) break;
    if (isSparse && at - start < minRows) break;
    if (merged.length < (isSparse ? columns.length : Math.max(minColumns, columns.length - 1)))
      break;
    columns = merged;
    if (row.length > 1) end = at + 1;
  }
  return end;
}

function isFar(above: Row, below: Row): boolean {
  const [, , , bottom] = around(above.map(({ box }) => box));
  const [, top] = around(below.map(({ box }) => box));
  const height = Math.max(...below.map(({ region }) => region.height));
  return top - bottom > height * 3;
}

/** The network's growth of a region is taken back, so that narrow gutters stay open. */
function spansOf(row: Row): readonly Span[] {
  return row.map(({ box: [left, , right], region: { height } }) => {
    const inset = Math.min(height * 0.2, (right - left) / 4);
    return { left: left + inset, right: right - inset };
  });
}

function merge(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const { left, right } of spans.toSorted((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else merged.push({ left, right });
  }
  return merged;
}

function tableOf(rows: readonly Row[]): FoundTable | undefined {
  const columns = merge(rows.flatMap((row) => spansOf(row)));
  if (columns.length < minColumns) return undefined;
  const cells = rows.map((row) =>
    columns.map(({ left, right }) =>
      row
        .filter(({ region }) => region.centre.x >= left && region.centre.x <= right)
        .map(({ text }) => text)
        .join(' '),
    ),
  );
  const filled = cells.flat().filter((cell) => cell !== '').length;
  if (filled / (columns.length * rows.length) < minFilled) return undefined;
  const pieces = rows.flat();
  return { rows: cells, box: around(pieces.map(({ box }) => box)), pieces: new Set(pieces) };
}
