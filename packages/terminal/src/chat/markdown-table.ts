// A table of Markdown with its columns in line. It needs all of its rows at once, and room for the widest of each column.
import { inline } from './markdown-inline.ts';
import { span, type Line, type Marks } from './style.ts';
import { widthOfLine } from './wrap.ts';

const gap = '  ';

export function isTableRow(line: string): boolean {
  return /^ {0,3}\|.*\|\s*$/.test(line);
}

/** Undefined when the second row does not make it a table, or the screen is too narrow for it. */
export function dressTable(
  rows: readonly string[],
  width: number,
  marks: Marks,
): readonly Line[] | undefined {
  const [head, divider, ...body] = rows.map(cellsOf);
  if (!head || !divider?.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const lines = [
    head.map((cell) => inline(cell, { bold: true })),
    ...body.map((cells) => cells.map((cell) => inline(cell))),
  ];
  const columns = divider.map((cell, at) => ({
    isRight: cell.endsWith(':') && !cell.startsWith(':'),
    width: Math.max(1, ...lines.map((cells) => widthOfLine(cells[at] ?? []))),
  }));
  const total = columns.reduce((sum, column) => sum + column.width + gap.length, -gap.length);
  if (total > width) return undefined;
  const rule = columns.map((column) => marks.rule.repeat(column.width)).join(gap);
  const [first = [], ...rest] = lines.map((cells) => columns.flatMap(placed(cells)));
  return [first, [span(rule, { dim: true })], ...rest];
}

interface Column {
  readonly isRight: boolean;
  readonly width: number;
}

function placed(cells: readonly Line[]): (column: Column, at: number) => Line {
  return ({ isRight, width }, at) => {
    const cell = cells[at] ?? [];
    const space = span(' '.repeat(Math.max(0, width - widthOfLine(cell))));
    const between = at === 0 ? [] : [span(gap)];
    return isRight ? [...between, space, ...cell] : [...between, ...cell, space];
  };
}

/** Without the bars at both ends; a bar behind a backslash is a letter. */
function cellsOf(row: string): readonly string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
