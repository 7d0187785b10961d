// Pages of a table, laid out in the text renderer's thread: a header row on every page, numbered rows, whole columns. Pages go to
// the right first, so that page 2 of a wide table shows the other columns of the same rows.
import type { Outcome } from '@percept/core';
import type { Laid, TableOrder } from '../text-renderer/order.ts';
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

const candidates = [',', ';', '\t', '|'] as const;
const sampleLines = 50;
const sampleChars = 64 * 1024;

/**
 * Which character separates the fields of a table: the one that gives the most lines the same number of fields, quotes respected.
 * Semicolons, tabs and bars are as common as commas where commas are decimal points.
 */
export function sniffDelimiter(text: string): string {
  const sample = text.slice(0, sampleChars);
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const score = consistency(sample, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** How many fields the typical line has, weighed by the share of lines that have as many. */
function consistency(sample: string, delimiter: string): number {
  const counts = fieldCounts(sample, delimiter);
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  const [typical, lines] = [...tally].toSorted((one, other) => other[1] - one[1])[0] ?? [1, 0];
  if (typical < 2 || counts.length === 0) return 0;
  const share = lines / counts.length;
  return share * share * Math.log2(typical + 1);
}

function fieldCounts(sample: string, delimiter: string): readonly number[] {
  const counts: number[] = [];
  let fields = 1;
  let isQuoted = false;
  let length = 0;
  for (const char of sample) {
    length++;
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === delimiter) fields++;
    else if (char === '\n') {
      if (length > 1) counts.push(fields);
      if (counts.length === sampleLines) return counts;
      fields = 1;
      length = 0;
    }
  }
  // The last line of a sample may be cut.
  if (length > 0 && counts.length === 0) counts.push(fields);
  return counts;
}
