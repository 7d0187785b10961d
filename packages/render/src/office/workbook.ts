// The cells of a workbook as they are shown: formatted text by row and column. Formulas and macros are not run.
import { inside, isRecord, readList } from '@percept/core/internal';
import { read, utils } from '@e965/xlsx';
import { maxSheetColumns, maxSheetRows, maxSheets } from '../limits.ts';

export interface Sheet {
  readonly name: string;
  /** A, B, C … */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** There are more rows than are kept. */
  readonly isLong: boolean;
  /** All columns, those that are not kept included. */
  readonly columnCount: number;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** All sheets, those that are not kept included. */
  readonly sheetCount: number;
}

export function readWorkbook(bytes: Uint8Array): Workbook {
  const book = read(bytes, {
    type: 'array',
    dense: true,
    sheetRows: maxSheetRows + 1,
    cellFormula: false,
    cellHTML: false,
    bookVBA: false,
  });
  const kept = book.SheetNames.slice(0, maxSheets);
  return {
    sheets: kept.map((name) => readSheet(name, book.Sheets[name])),
    sheetCount: book.SheetNames.length,
  };
}

function readSheet(name: string, sheet: unknown): Sheet {
  const all = readList(inside(sheet, '!data'));
  let columnCount = 1;
  const rows = all.slice(0, maxSheetRows).map((row: unknown): readonly string[] => {
    const cells = readList(row);
    columnCount = Math.max(columnCount, cells.length);
    return Array.from(cells.slice(0, maxSheetColumns), cellText);
  });
  const width = Math.min(columnCount, maxSheetColumns);
  const columns = Array.from({ length: width }, (_, index) => utils.encode_col(index));
  return { name, columns, rows, isLong: all.length > maxSheetRows, columnCount };
}

function cellText(cell: unknown): string {
  if (!isRecord(cell)) return '';
  const { w: shown, v: value } = cell;
  if (typeof shown === 'string') return shown;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
