// Pages of a table, laid out in the text renderer's thread: a header row on every page, numbered rows, whole columns. Pages go to
// the right first, so that page 2 of a wide table shows the other columns of the same rows.
import type { Outcome } from '@percept/core';
import type { Laid, TableOrder } from '../text-renderer/order.ts';
import { sniffDelimiter } from './delimiter.ts';
import { scanTable } from './scan.ts';
import { composeTable, type TableSource } from './compose.ts';
import { maxTableColumns } from '../limits.ts';

const sampleBytes = 64 * 1024;

export function layTable(order: TableOrder): Outcome<Laid> {
  const { bytes } = order;
  const head = new TextDecoder().decode(bytes.subarray(0, sampleBytes));
  const delimiter = (order.delimiter ?? sniffDelimiter(head)).charCodeAt(0);
  const source: TableSource = {
    scan: (visit) => scanTable(bytes, delimiter, visit, maxTableColumns),
    maxColumns: maxTableColumns,
  };
  return composeTable(source, order);
}
