// Tables by their rulings: what stands in a cell of a grid of lines is one cell, however many lines it has and however many
// cells are empty. A row of words over the grid, one for each column, is its head.
import type { TextLine } from '../ocr/text-line.ts';
import type { Box } from '../pixels/picture.ts';
import { partedAt } from './part.ts';
import { rowsOf } from './rows.ts';
import type { Grid } from './rulings.ts';
import type { FoundTable } from './table.ts';
import { around } from './visual-line.ts';

/** Share of the cells that have words in them: the grid of a plot and the frames of a page have fewer. */
const minFilled = 0.25;
const minFilledCells = 6;
/** Cells with more lines than this are areas of a page. */
const maxLines = 3;
/** How far above the grid its head may stand, in heights of the words. */
const headReach = 2;

/** Tables from above, and the pieces that are in none of them. */
export function ruledTables(
  grids: readonly Grid[],
  pieces: readonly TextLine[],
): { readonly tables: readonly FoundTable[]; readonly rest: readonly TextLine[] } {
  const tables: FoundTable[] = [];
  let rest = pieces;
  for (const grid of grids) {
    const parted = rest.flatMap((piece) => partedBy(grid, piece));
    const table = tableOf(grid, parted);
    if (!table) continue;
    tables.push(table);
    rest = parted.filter((piece) => !table.pieces.has(piece));
  }
  return { tables: tables.toSorted((one, other) => one.box[1] - other.box[1]), rest };
}

function boxOf({ xs, ys }: Grid): Box {
  return [xs[0] ?? 0, ys[0] ?? 0, xs.at(-1) ?? 0, ys.at(-1) ?? 0];
}

function isIn([left, top, right, bottom]: Box, { region: { centre } }: TextLine): boolean {
  return centre.x > left && centre.x < right && centre.y > top && centre.y < bottom;
}

/** Words of two cells are sometimes found as one piece. */
function partedBy(grid: Grid, piece: TextLine): readonly TextLine[] {
  if (!isIn(boxOf(grid), piece)) return [piece];
  const slack = piece.region.height * 0.3;
  const x = grid.xs.find((edge) => edge > piece.box[0] + slack && edge < piece.box[2] - slack);
  const parts = x === undefined ? undefined : partedAt(piece, x, 1);
  return parts ? [parts[0], ...partedBy(grid, parts[1])] : [piece];
}

function tableOf(grid: Grid, pieces: readonly TextLine[]): FoundTable | undefined {
  const inside = pieces.filter((piece) => isIn(boxOf(grid), piece));
  const columnOf = ({ region: { centre } }: TextLine): number =>
    grid.xs.findLastIndex((edge) => edge <= centre.x);
  const body = between(grid.ys).map(([top, bottom]) => {
    const row = inside.filter(({ region: { centre } }) => centre.y >= top && centre.y < bottom);
    return between(grid.xs).map((_, column) => row.filter((piece) => columnOf(piece) === column));
  });
  const filled = body.flat().filter((cell) => cell.length > 0);
  const lines = filled.reduce((sum, cell) => sum + rowsOf(cell).length, 0);
  const cells = body.length * (body[0]?.length ?? 0);
  const isTable =
    filled.length >= minFilledCells &&
    filled.length >= cells * minFilled &&
    lines <= filled.length * maxLines;
  if (!isTable) return undefined;
  const head = headOf(grid, pieces);
  const own = [...head, ...inside];
  const heads = between(grid.xs).map((_, column) =>
    head.filter((piece) => columnOf(piece) === column),
  );
  const rows = [...(head.length > 0 ? [heads] : []), ...body];
  return {
    rows: rows.filter((row) => row.some((cell) => cell.length > 0)).map((row) => row.map(textOf)),
    box: around([boxOf(grid), ...head.map(({ box }) => box)]),
    pieces: new Set(own),
  };
}

function headOf(grid: Grid, pieces: readonly TextLine[]): readonly TextLine[] {
  const [left, top, right] = boxOf(grid);
  const above = pieces.filter(
    ({ region: { centre, height } }) =>
      centre.x > left && centre.x < right && centre.y < top && centre.y > top - height * headReach,
  );
  const columns = above.map(({ region }) =>
    grid.xs.findLastIndex((edge) => edge <= region.centre.x),
  );
  const isHead =
    new Set(columns).size === columns.length && columns.length * 2 > grid.xs.length - 1;
  return isHead ? above : [];
}

function textOf(cell: readonly TextLine[]): string {
  return rowsOf(cell)
    .map((row) => row.map(({ text }) => text).join(' '))
    .join(' ');
}

function between(edges: readonly number[]): readonly (readonly [number, number])[] {
  return edges.slice(1).map((edge, index) => [edges[index] ?? 0, edge] as const);
}
