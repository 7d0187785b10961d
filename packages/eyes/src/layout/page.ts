// A page in reading order: tables by their rulings and diagrams stand where they are, what is above or left of one comes before it,
// and the rest is read column by column.
import type { FoundDiagram } from '../diagram/read-diagrams.ts';
import type { FoundText } from '../look/findings.ts';
import { sortScripts } from '../ocr/script.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { blocksOf, linesOf, type Block } from './blocks.ts';
import { columnsOf } from './columns.ts';
import { ruledTables } from './ruled-table.ts';
import { rowsOf } from './rows.ts';
import type { Grid } from './rulings.ts';
import type { Box } from '../pixels/picture.ts';

export function pageOf(
  pieces: readonly TextLine[],
  grids: readonly Grid[],
  diagrams: readonly FoundDiagram[] = [],
): FoundText {
  const drawn = new Set(diagrams.flatMap((diagram) => [...diagram.pieces]));
  const { read, unread } = sortScripts(pieces.filter((piece) => !drawn.has(piece)));
  const { tables, rest } = ruledTables(grids, read);
  const placed: readonly Block[] = [
    ...tables.map((table): Block => ({ type: 'table', box: table.box, table })),
    ...diagrams.map((diagram): Block => ({ type: 'diagram', ...diagram.place, diagram })),
  ].toSorted((one, other) => one.box[1] - other.box[1]);
  const blocks: Block[] = [];
  let left = rest;
  for (const block of placed) {
    blocks.push(...freeText(left.filter((piece) => isBefore(piece, block.box))), block);
    left = left.filter((piece) => !isBefore(piece, block.box));
  }
  blocks.push(...freeText(left));
  return { blocks, lines: blocks.flatMap((block) => linesOf(block)), unread };
}

function isBefore({ region: { centre } }: TextLine, box: Box): boolean {
  return centre.y < box[1] || (centre.x < box[0] && centre.y < box[3]);
}

function freeText(pieces: readonly TextLine[]): readonly Block[] {
  return columnsOf(rowsOf(pieces)).flatMap((rows) => blocksOf(rows));
}
