// A page in reading order: tables by their rulings stand where they are, what is above or left of one comes before it, and
// the rest is read column by column.
import type { FoundText } from '../look/findings.ts';
import { sortScripts } from '../ocr/script.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { blocksOf, linesOf, type Block } from './blocks.ts';
import { columnsOf } from './columns.ts';
import { ruledTables } from './ruled-table.ts';
import { rowsOf } from './rows.ts';
import type { Grid } from './rulings.ts';
import type { FoundTable } from './table.ts';

export function pageOf(pieces: readonly TextLine[], grids: readonly Grid[]): FoundText {
  const { read, unread } = sortScripts(pieces);
  const { tables, rest } = ruledTables(grids, read);
  const blocks: Block[] = [];
  let left = rest;
  for (const table of tables) {
    blocks.push(...freeText(left.filter((piece) => isBefore(piece, table))));
    blocks.push({ type: 'table', box: table.box, table });
    left = left.filter((piece) => !isBefore(piece, table));
  }
  blocks.push(...freeText(left));
  return { blocks, lines: blocks.flatMap((block) => linesOf(block)), unread };
}

function isBefore({ region: { centre } }: TextLine, { box }: FoundTable): boolean {
  return centre.y < box[1] || (centre.x < box[0] && centre.y < box[3]);
}

function freeText(pieces: readonly TextLine[]): readonly Block[] {
  return columnsOf(rowsOf(pieces)).flatMap((rows) => blocksOf(rows));
}
