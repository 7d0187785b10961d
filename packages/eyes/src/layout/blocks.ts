// Visual lines that belong together become blocks, and blocks come in reading order: cut the page where no block stands,
// first across, then along, as a reader's eye does with columns.
import type { Diagram } from '../description.ts';
import type { Box } from '../pixels/picture.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { columnsText, pitchOf } from './code.ts';
import { pairsOf, type Pair } from './pairs.ts';
import { rowsOf, type Row } from './rows.ts';
import { tablesOf, type FoundTable } from './table.ts';
import { around, lineOf, visualLinesOf, type VisualLine } from './visual-line.ts';

export type Block =
  | { readonly type: 'text'; readonly box: Box; readonly lines: readonly VisualLine[] }
  | {
      readonly type: 'code';
      readonly box: Box;
      readonly lines: readonly VisualLine[];
      /** One per line, with the columns that the picture shows. */
      readonly text: readonly string[];
    }
  | {
      readonly type: 'pairs';
      readonly box: Box;
      readonly lines: readonly VisualLine[];
      /** A label and what stands beside it, row by row. */
      readonly pairs: readonly Pair[];
    }
  | {
      readonly type: 'diagram';
      readonly box: Box;
      readonly lines: readonly VisualLine[];
      readonly diagram: Diagram;
    }
  | { readonly type: 'table'; readonly box: Box; readonly table: FoundTable };

/** Lines farther apart than this many heights are not of one block. */
const maxLead = 1.1;

export function blocksOf(rows: readonly Row[]): readonly Block[] {
  const isFixed = monospaced(rows);
  const tables = isFixed ? [] : tablesOf(rows);
  const inTable = (piece: TextLine): boolean => tables.some(({ pieces }) => pieces.has(piece));
  // In a listing a row is one line, however far apart its words stand.
  const left = isFixed
    ? rows.map((row) => [lineOf(row)])
    : rows.map((row) => visualLinesOf(row.filter((piece) => !inTable(piece))));
  const runs = isFixed ? [] : pairsOf(left);
  const paired = new Set(runs.flat(2).flatMap(({ pieces }) => pieces));
  const free = left.flat().filter(({ pieces }) => !pieces.some((piece) => paired.has(piece)));
  const blocks: Block[] = tables.map((table) => ({ type: 'table', box: table.box, table }));
  for (const pairs of runs) {
    const lines = pairs.flat();
    blocks.push({ type: 'pairs', box: around(lines.map(({ box }) => box)), lines, pairs });
  }
  for (const lines of grouped(free)) {
    const box = around(lines.map((line) => line.box));
    const pitch = pitchOf(lines);
    if (pitch === undefined) blocks.push({ type: 'text', box, lines });
    else blocks.push({ type: 'code', box, lines, text: columnsText(lines, pitch) });
  }
  return readingOrder(blocks);
}

/** The lines of a block, from above. */
export function linesOf(block: Block): readonly VisualLine[] {
  if (block.type !== 'table') return block.lines;
  return rowsOf([...block.table.pieces]).flatMap((row) => visualLinesOf(row));
}

/** Columns of fixed pitch are kept as they are: a listing is not a table. */
function monospaced(rows: readonly Row[]): boolean {
  return pitchOf(rows.flatMap((row) => visualLinesOf(row))) !== undefined;
}

function grouped(lines: readonly VisualLine[]): readonly (readonly VisualLine[])[] {
  const groups: VisualLine[][] = [];
  const fixed = pitchOf(lines) !== undefined;
  for (const line of lines) {
    const height = line.box[3] - line.box[1];
    const group = groups.findLast((candidate) => {
      const last = candidate.at(-1);
      if (!last) return false;
      const lead = line.box[1] - last.box[3];
      const ratio = height / (last.box[3] - last.box[1]);
      if (fixed) return lead < height * 3 && ratio > 0.4 && ratio < 2.5;
      const shared = Math.min(line.box[2], last.box[2]) - Math.max(line.box[0], last.box[0]);
      return lead < height * maxLead && shared > 0 && ratio > 0.6 && ratio < 1.7;
    });
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

function readingOrder(blocks: readonly Block[]): readonly Block[] {
  if (blocks.length < 2) return blocks;
  const parts = cut(blocks, 1) ?? cut(blocks, 0);
  if (parts) return parts.flatMap((part) => readingOrder(part));
  return blocks.toSorted((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

/** Along axis 0 (x) or 1 (y): the parts between empty bands, or undefined when there is none. */
function cut(blocks: readonly Block[], axis: 0 | 1): readonly (readonly Block[])[] | undefined {
  const parts: Block[][] = [];
  let edge = -Infinity;
  for (const block of blocks.toSorted((a, b) => a.box[axis] - b.box[axis])) {
    const size = block.box[3] - block.box[1];
    const slack = Math.min(size, 24) * 0.25;
    const part = parts.at(-1);
    if (part && block.box[axis] < edge - slack) part.push(block);
    else parts.push([block]);
    edge = Math.max(edge, block.box[axis === 0 ? 2 : 3]);
  }
  return parts.length > 1 ? parts : undefined;
}
