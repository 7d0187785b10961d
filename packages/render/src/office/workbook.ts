// The cells of a workbook as they are shown: formatted text by row and column. Formulas and macros are not run.
import { isRecord } from '@percept/core';
import { read, utils } from '@e965/xlsx';

export interface Sheet {
  readonly name: string;
  /** A, B, C … */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isCut: boolean;
}

const maxSheets = 50;
const maxRows = 5000;
const maxColumns = 500;

export function readWorkbook(bytes: Uint8Array): readonly Sheet[] {
  const book = read(bytes, {
    type: 'array',
    dense: true,
    sheetRows: maxRows + 1,
    cellFormula: false,
    cellHTML: false,
    bookVBA: false,
  });
  return book.SheetNames.slice(0, maxSheets).map((name) => readSheet(name, book.Sheets[name]));
}

function readSheet(name: string, sheet: unknown): Sheet {
  const data: unknown = isRecord(sheet) ? sheet['!data'] : undefined;
  const all: readonly unknown[] = Array.isArray(data) ? data : [];
  const rows = all.slice(0, maxRows).map((row: unknown): readonly string[] => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [];
    return Array.from(cells.slice(0, maxColumns), cellText);
  });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const columns = Array.from({ length: width }, (_, index) => utils.encode_col(index));
  return { name, columns, rows, isCut: all.length > maxRows };
}

function cellText(cell: unknown): string {
  if (!isRecord(cell)) return '';
  const { w: shown, v: value } = cell;
  if (typeof shown === 'string') return shown;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
