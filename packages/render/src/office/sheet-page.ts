// Workbooks as tables: every sheet in turn, with the letters of its columns and the numbers of its rows.
import { accept, refuse, type Outcome } from '@percept/core';
import { printable, reasonOf } from '@percept/core/internal';
import { missingPackage, missingPackageOf } from '../engine/refusals.ts';
import { maxSheetColumns, maxSheetRows, maxSheets } from '../limits.ts';
import { resolvePages } from '../options.ts';
import type { Warning } from '../rendering.ts';
import type { Laid, LaidPage, SheetOrder } from '../text-renderer/order.ts';
import { composeTable, type TableSource } from '../table/compose.ts';
import type { Sheet, Workbook } from './workbook.ts';
import { admitZip } from './zip.ts';

export async function laySheet(order: SheetOrder): Promise<Outcome<Laid>> {
  const opened = await openWorkbook(order.bytes);
  return opened.ok ? compose(opened.value.book.sheets, order, opened.value.cuts) : opened;
}

export async function openWorkbook(
  bytes: Uint8Array,
): Promise<Outcome<{ readonly book: Workbook; readonly cuts: readonly Warning[] }>> {
  const admitted = admitZip(bytes);
  if (!admitted.ok) return admitted;
  try {
    const { readWorkbook } = await import('./workbook.ts');
    const book = readWorkbook(bytes);
    return accept({ book, cuts: cutsOf(book) });
  } catch (error) {
    if (missingPackageOf(error) !== undefined)
      return refuse(missingPackage('workbooks', '@e965/xlsx', 'export the file as PDF or CSV'));
    return refuse({
      refused: 'corrupt',
      message: `The workbook cannot be read: ${reasonOf(error)}.`,
      hint: 'Save it again, or export it as PDF or CSV and look at that.',
    });
  }
}

/** What there is beyond what can be looked at. */
function cutsOf({ sheets, sheetCount }: Workbook): readonly Warning[] {
  const messages: string[] = [];
  if (sheetCount > maxSheets)
    messages.push(
      `The workbook has ${sheetCount} sheets, and the first ${maxSheets} can be looked at.`,
    );
  for (const { name, isLong, columnCount } of sheets) {
    const sheet = `The sheet "${printable(name)}"`;
    if (isLong)
      messages.push(`${sheet} has more than ${maxSheetRows} rows, and the first can be looked at.`);
    if (columnCount > maxSheetColumns)
      messages.push(
        `${sheet} has ${columnCount} columns, and the first ${maxSheetColumns} can be looked at.`,
      );
  }
  return messages.map((message): Warning => ({ kind: 'truncated', message }));
}

function compose(
  sheets: readonly Sheet[],
  order: SheetOrder,
  cuts: readonly Warning[],
): Outcome<Laid> {
  const counts: number[] = [];
  for (const sheet of sheets) {
    const counted = composeTable(sourceOf(sheet), { ...order, pages: { first: 1, last: 1 } });
    if (!counted.ok) return counted;
    counts.push(counted.value.pageCount);
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const range = resolvePages(order.pages, total);
  if (!range.ok) return range;
  const { first, last } = range.value;
  const pages: LaidPage[] = [];
  const warnings = [...cuts];
  let offset = 0;
  for (const [index, sheet] of sheets.entries()) {
    const count = counts[index] ?? 0;
    const own = { first: Math.max(1, first - offset), last: Math.min(count, last - offset) };
    if (own.first <= own.last) {
      const label = `${order.label} · ${sheet.name}`;
      const numbering = { offset, total };
      const laid = composeTable(sourceOf(sheet), { ...order, label, pages: own, numbering });
      if (!laid.ok) return laid;
      pages.push(...laid.value.pages);
      warnings.push(...laid.value.warnings);
    }
    offset += count;
  }
  return accept({ pageCount: total, pages, warnings });
}

function sourceOf({ columns, rows }: Sheet): TableSource {
  return {
    maxColumns: columns.length,
    scan: (visit) => {
      const goOn = (): void => undefined;
      visit(0, (column) => columns[column] ?? '', columns.length, goOn);
      for (const [index, row] of rows.entries())
        visit(index + 1, (column) => row[column] ?? '', row.length, goOn);
      return { rowCount: rows.length + 1, columnCount: columns.length };
    },
  };
}
