// Rows of a table of any size, found in one pass over its bytes: what is not asked for is counted and not kept. Quotes as
// in RFC 4180; a quote inside a field that did not begin with one is a character.
import { decodeLossless } from '../grid/utf8.ts';
import { maxFieldBytes } from '../limits.ts';

export interface TableScan {
  readonly rowCount: number;
  /** Of the longest row. */
  readonly columnCount: number;
}

const quote = 0x22;
const newline = 10;
const carriage = 13;

/** Called for every row with a reader of its fields, which is only good during the call. */
export type RowVisitor = (
  row: number,
  field: (column: number) => string,
  fieldCount: number,
  /** Ends the walk: nobody wants the rows that follow. */
  stop: () => void,
) => void;

export function scanTable(
  bytes: Uint8Array,
  delimiter: number,
  visit: RowVisitor,
  maxKeptFields: number,
): TableScan {
  /** Starts and ends of the fields of this row, as pairs. */
  const marks = new Uint32Array(maxKeptFields * 2);
  let rowCount = 0;
  let columnCount = 0;
  const walk = { isOver: false };
  const stop = (): void => {
    walk.isOver = true;
  };
  const field = (column: number): string =>
    decodeField(bytes, marks[column * 2] ?? 0, marks[column * 2 + 1] ?? 0);
  for (let at = 0; at < bytes.length && !walk.isOver;) {
    const rowStart = at;
    let count = 0;
    for (;;) {
      const start = at;
      at = fieldEnd(bytes, at, delimiter);
      if (count < maxKeptFields) {
        marks[count * 2] = start;
        marks[count * 2 + 1] = at;
      }
      count++;
      if (bytes[at] !== delimiter) break;
      at++;
    }
    if (bytes[at] === carriage) at++;
    const isBlank = count === 1 && at - rowStart <= 1 && (bytes[rowStart] ?? 10) < 0x20;
    if (bytes[at] === newline) at++;
    if (isBlank) continue;
    visit(rowCount, field, Math.min(count, maxKeptFields), stop);
    rowCount++;
    columnCount = Math.max(columnCount, count);
  }
  return { rowCount, columnCount };
}

/** Where the field that starts here ends: at a delimiter, an end of line or the end. */
function fieldEnd(bytes: Uint8Array, from: number, delimiter: number): number {
  let at = from;
  if (bytes[at] === quote) {
    for (at++; at < bytes.length; at++) {
      if (bytes[at] !== quote) continue;
      if (bytes[at + 1] !== quote) break;
      at++;
    }
  }
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === delimiter || byte === newline) return at;
    if (byte === carriage && bytes[at + 1] === newline) return at;
  }
  return at;
}

function decodeField(bytes: Uint8Array, start: number, end: number): string {
  const isQuoted = bytes[start] === quote;
  const from = isQuoted ? start + 1 : start;
  const whole = isQuoted && bytes[end - 1] === quote && end - 1 > start ? end - 1 : end;
  const to = Math.min(whole, from + maxFieldBytes);
  // What is left out is clipped and counted with its column, unless what was read is blank: then it is seen by this.
  const text = decodeLossless(bytes.subarray(from, to)) + (to < whole ? '…' : '');
  return isQuoted ? text.replaceAll('""', '"') : text;
}
