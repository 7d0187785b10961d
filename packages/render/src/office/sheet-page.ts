// Workbooks as tables: every sheet in turn, with the letters of its columns and the numbers of its rows.
import { accept, refuse, type Outcome } from '@percept/core';
import { reasonOf } from '../engine/refusals.ts';
import { resolvePages } from '../options.ts';
import type { Warning } from '../rendering.ts';
import type { Laid, LaidPage, SheetOrder } from '../scribe/order.ts';
import { composeTable, type TableSource } from '../table/compose.ts';
import { isMissingModule, missingPackage } from './missing-package.ts';
import type { Sheet } from './workbook.ts';
import { admitZip } from './zip.ts';

export async function laySheet(order: SheetOrder): Promise<Outcome<Laid>> {
  const admitted = admitZip(order.bytes);
  if (!admitted.ok) return admitted;
  let sheets: readonly Sheet[];
  try {
    const { readWorkbook } = await import('./workbook.ts');
    sheets = readWorkbook(order.bytes);
  } catch (error) {
    if (isMissingModule(error)) return refuse(missingPackage('workbooks', '@e965/xlsx'));
    return refuse({
      refused: 'corrupt',
      message: `The workbook cannot be read: ${reasonOf(error)}.`,
      hint: 'Save it again, or export it as PDF or CSV and look at that.',
    });
  }
  return compose(sheets, order);
}

function compose(sheets: readonly Sheet[], order: SheetOrder): Outcome<Laid> {
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
  const warnings: Warning[] = sheets.flatMap(({ name, isCut }): readonly Warning[] => {
    const message = `The sheet "${name}" is very long: only its first rows are shown.`;
    return isCut ? [{ kind: 'truncated', message }] : [];
  });
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

const maxColumns = 2000;

function sourceOf({ columns, rows }: Sheet): TableSource {
  return {
    maxColumns,
    scan: (visit) => {
      const goOn = (): void => undefined;
      visit(0, (column) => columns[column] ?? '', columns.length, goOn);
      for (const [index, row] of rows.entries()) {
        visit(index + 1, (column) => row[column] ?? '', row.length, goOn);
      }
      return { rowCount: rows.length + 1, columnCount: columns.length };
    },
  };
}
