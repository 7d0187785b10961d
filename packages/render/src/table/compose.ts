// From rows to pages of cells: the first walk measures, the second keeps the rows of the pages that were asked for.
import { accept, type Outcome } from '@percept/core';
import { inkOf, type Ink } from '../grid/ink.ts';
import { layGrid, type GridPage, type GridRow } from '../grid/scene.ts';
import { SegmentBuilder, type Segment } from '../grid/segment.ts';
import { resolvePages, type PageRange } from '../options.ts';
import type { Warning } from '../rendering.ts';
import type { GridOrder, Laid, LaidPage } from '../text-renderer/order.ts';
import type { RowVisitor, TableScan } from './scan.ts';

export interface TableSource {
  /** Row 0 is the header. */
  readonly scan: (visit: RowVisitor) => TableScan;
  readonly maxColumns: number;
}

export interface TableRequest extends Pick<GridOrder, 'label' | 'paper' | 'theme' | 'pages'> {
  /** Where this table stands among others that are counted on. */
  readonly numbering?: { readonly offset: number; readonly total: number };
}

/** Widths are taken from the beginning: a table looks the same however long it is. */
const sampleRows = 200;
const sampleColumns = 2000;

export function composeTable(source: TableSource, request: TableRequest): Outcome<Laid> {
  const { paper, pages } = request;
  const needed: number[] = [];
  const { rowCount, columnCount } = source.scan((row, field, fieldCount) => {
    if (row >= sampleRows) return;
    const sampled = row === 0 ? fieldCount : Math.min(fieldCount, sampleColumns);
    for (let column = 0; column < sampled; column++)
      needed[column] = Math.max(needed[column] ?? 0, cellsOf(oneLine(field(column))));
  });
  const shownColumns = Math.min(columnCount, source.maxColumns);
  while (needed.length < shownColumns) needed.push(8);
  const gutter = Math.max(3, String(rowCount).length) + 2;
  const across = paper.cellsAcross - gutter;
  const bands = bandsOf(columnWidths(needed, across), across);
  const bodyRows = paper.rowsDown - 1;
  const rowPages = Math.max(1, Math.ceil(Math.max(0, rowCount - 1) / bodyRows));
  const pageCount = Math.max(1, rowPages * bands.length);
  const range = resolvePages(pages, pageCount);
  if (!range.ok) return range;
  const sketches = sketchPages(range.value, bands, bodyRows);
  const header = new Map<number, string>();
  const lastRow = Math.max(...sketches.map(({ firstRow }) => firstRow)) + bodyRows;
  source.scan((row, field, fieldCount, stop) => {
    if (row > lastRow) stop();
    for (const { firstRow, band, cells } of sketches) {
      const isHeader = row === 0;
      if (!isHeader && (row < firstRow || row >= firstRow + bodyRows)) continue;
      const fields = band.widths.map((_, index) =>
        band.first + index < fieldCount ? field(band.first + index) : '',
      );
      if (isHeader)
        for (const [index, text] of fields.entries()) header.set(band.first + index, text);
      else cells.push(fields);
    }
  });
  const context = { ...request, gutter, rowCount, columnCount, pageCount, header };
  const clipped = { count: 0 };
  const laid = sketches.map((sketch) => pageOf(sketch, context, clipped));
  const warnings = warningsOf(clipped.count, columnCount, source);
  return accept({ pageCount, pages: laid, warnings });
}

interface Sketch {
  readonly page: number;
  readonly firstRow: number;
  readonly band: Band;
  readonly cells: (readonly string[])[];
}

function sketchPages(
  { first, last }: PageRange,
  bands: readonly Band[],
  bodyRows: number,
): readonly Sketch[] {
  const sketches: Sketch[] = [];
  for (let page = first; page <= last; page++) {
    const across = Math.max(1, bands.length);
    const band = bands[(page - 1) % across] ?? { first: 0, widths: [] };
    const firstRow = 1 + Math.floor((page - 1) / across) * bodyRows;
    sketches.push({ page, firstRow, band, cells: [] });
  }
  return sketches;
}

interface PageContext extends TableRequest {
  readonly gutter: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly pageCount: number;
  readonly header: ReadonlyMap<number, string>;
}

function pageOf(sketch: Sketch, context: PageContext, clipped: { count: number }): LaidPage {
  const { paper, theme, label, gutter, rowCount, columnCount, pageCount, header } = context;
  const { band, cells, firstRow } = sketch;
  const { offset, total } = context.numbering ?? { offset: 0, total: pageCount };
  const page = sketch.page + offset;
  const ink = inkOf(theme);
  const names = band.widths.map((_, index) => header.get(band.first + index) ?? '');
  const numeric = band.widths.map((_, index) => isNumeric(cells.map((row) => row[index] ?? '')));
  const body = cells.map((fields, index): GridRow => {
    const number = firstRow + index;
    const ground = index % 2 === 1 ? ink.shade : undefined;
    return { label: String(number), segments: rowOf(fields, band, numeric, clipped), ground };
  });
  const heads = rowOf(names, band, numeric, clipped, ink);
  const lastRow = firstRow + cells.length - 1;
  const columns = `columns ${band.first + 1}-${band.first + band.widths.length} of ${columnCount}`;
  const rows = cells.length === 0 ? 'no rows' : `rows ${firstRow}-${lastRow} of ${rowCount - 1}`;
  const grid: GridPage = {
    header: label,
    note: `${rows} · ${columns} · page ${page}/${total}`,
    gutter,
    rows: [{ label: '', segments: heads, ground: ink.band, rule: ink.faint }, ...body],
  };
  return { page, ...layGrid(grid, paper, ink) };
}

/** One row of fields, each in its columns; figures stand to the right. */
function rowOf(
  fields: readonly string[],
  { widths }: Band,
  numeric: readonly boolean[],
  clipped: { count: number },
  heading?: Ink,
): readonly Segment[] {
  let column = 0;
  return widths.flatMap((width, index) => {
    const at = column;
    column += width + columnGap;
    const { segments, used } = clip(fields[index] ?? '', width, clipped, heading !== undefined);
    const shift = numeric[index] === true ? width - used : 0;
    return segments.map((segment) => ({ ...segment, column: segment.column + at + shift }));
  });
}

function clip(
  text: string,
  width: number,
  clipped: { count: number },
  isBold: boolean,
): { readonly segments: readonly Segment[]; readonly used: number } {
  const style = isBold ? { bold: true } : {};
  const builder = new SegmentBuilder();
  const line = oneLine(text);
  const isLong = cellsOf(line) > width;
  for (const char of line) {
    if (isLong && builder.column >= width - 1) break;
    builder.add(char, style);
  }
  if (isLong) {
    clipped.count++;
    builder.add('…', style);
  }
  return { segments: builder.segments(), used: builder.column };
}

function oneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.replaceAll(/\s*[\r\n]+\s*/g, ' / ').trim() : text.trim();
}

function cellsOf(text: string): number {
  // oxlint-disable-next-line no-control-regex
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const builder = new SegmentBuilder();
  builder.add(text.slice(0, 200), {});
  return builder.column;
}

const figure = /^\s*[-+(]?[$€£¥]?\s?[\d.,'  ]*\d[\d.,]*\s?[%)]?(?:e[-+]?\d+)?\s*$/i;

function isNumeric(values: readonly string[]): boolean {
  const given = values.filter((value) => value.trim() !== '');
  return given.length > 0 && given.every((value) => value.length < 40 && figure.test(value));
}

function warningsOf(
  clipped: number,
  columnCount: number,
  { maxColumns }: TableSource,
): readonly Warning[] {
  const warnings: Warning[] = [];
  if (clipped > 0) {
    const message = `${clipped} fields are longer than their column, and end in "…".`;
    warnings.push({ kind: 'truncated', message });
  }
  if (columnCount > maxColumns) {
    const message = `The table has ${columnCount} columns, and the first ${maxColumns} can be looked at.`;
    warnings.push({ kind: 'truncated', message });
  }
  return warnings;
}

/** Columns that stand beside each other: a page shows as many whole ones as fit, and the next goes on to the right before it goes on below. */
interface Band {
  /** The first column of the band, counted from 0. */
  readonly first: number;
  readonly widths: readonly number[];
}

const minWidth = 3;
const columnGap = 2;

/** Widths by what the sample needs, never more than a share of the page. */
function columnWidths(needed: readonly number[], across: number): readonly number[] {
  const most = Math.max(minWidth, Math.min(48, Math.floor(across / 2) - columnGap));
  const total = needed.reduce((sum, width) => sum + Math.max(minWidth, width) + columnGap, 0);
  // What fits whole is shown whole.
  if (total <= across) return needed.map((width) => Math.max(minWidth, width));
  return needed.map((width) => Math.min(most, Math.max(minWidth, width)));
}

function bandsOf(widths: readonly number[], across: number): readonly Band[] {
  const bands: { first: number; widths: number[] }[] = [];
  let room = 0;
  for (const [column, width] of widths.entries()) {
    const last = bands.at(-1);
    if (last && width + columnGap <= room) {
      last.widths.push(width);
      room -= width + columnGap;
    } else {
      bands.push({ first: column, widths: [width] });
      room = across - width - columnGap;
    }
  }
  return bands;
}
