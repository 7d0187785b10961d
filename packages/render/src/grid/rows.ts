// Where the rows of a text begin, found in one pass over its bytes: lines are wrapped at the edge of the page, and only the
// rows that somebody asked for are kept, so that a text of any length costs one walk and no memory.
import { nothingBefore, tabWidth, widthOf } from './cell-width.ts';
import { codeAt, codeOf, lengthOf } from './utf8.ts';

/** One row of the page: bytes `start` to `end` of a line that is `lineStart` to `lineEnd`. */
export interface Row {
  /** Counted from 1. */
  readonly line: number;
  /** 0 for the first row of its line. */
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface RowRange {
  readonly first: number;
  /** Not included. */
  readonly end: number;
}

export interface RowScan {
  readonly rowCount: number;
  readonly rows: readonly Row[];
  /** Starts of the lines before the first row, oldest first: what a highlighter reads to know where it is. */
  readonly lead: readonly number[];
}

const newline = 10;
const carriage = 13;
const tab = 9;

/** A last line without an end is a line; the end of the last line begins no other. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === newline) count++;
  return bytes.length > 0 && bytes.at(-1) !== newline ? count + 1 : Math.max(1, count);
}

/** The length of a line without its carriage return. */
function trimmed(bytes: Uint8Array, start: number, end: number): number {
  return end > start && bytes[end - 1] === carriage ? end - 1 : end;
}

export function scanRows(
  bytes: Uint8Array,
  across: number,
  wanted: RowRange,
  maxLead: number,
): RowScan {
  const rows: Row[] = [];
  const lead: number[] = [];
  let rowCount = 0;
  let line = 0;
  for (let lineStart = 0; lineStart < bytes.length || line === 0;) {
    line++;
    // An empty line that nobody asked for is only counted: a file can be all of them.
    if (bytes[lineStart] === newline && (rowCount < wanted.first || rowCount >= wanted.end)) {
      if (rows.length === 0) lead.push(lineStart);
      if (lead.length > maxLead * 2) lead.splice(0, maxLead);
      rowCount++;
      lineStart++;
      continue;
    }
    const next = bytes.indexOf(newline, lineStart);
    const lineEnd = trimmed(bytes, lineStart, next < 0 ? bytes.length : next);
    const isBefore = rows.length === 0;
    let start = lineStart;
    let part = 0;
    const keep = (end: number): void => {
      if (rowCount >= wanted.first && rowCount < wanted.end)
        rows.push({ line, part, start, end, lineStart, lineEnd });
      rowCount++;
      part++;
      start = end;
    };
    walk(bytes, lineStart, lineEnd, across, keep);
    keep(lineEnd);
    if (isBefore && rows.length === 0) {
      lead.push(lineStart);
      if (lead.length > maxLead * 2) lead.splice(0, maxLead);
    }
    lineStart = next < 0 ? Number.POSITIVE_INFINITY : next + 1;
  }
  return { rowCount, rows, lead: lead.slice(-maxLead) };
}

/** Calls `wrap` with the place of every break inside a line. */
function walk(
  bytes: Uint8Array,
  lineStart: number,
  lineEnd: number,
  across: number,
  wrap: (at: number) => void,
): void {
  const before = nothingBefore();
  let column = 0;
  for (let at = lineStart; at < lineEnd;) {
    const byte = bytes[at] ?? 0;
    let width = 1;
    let length = 1;
    if (byte === tab) {
      width = Math.min(tabWidth - (column % tabWidth), across - column || tabWidth);
    } else if (byte >= 0x7f) {
      const packed = codeAt(bytes, at, lineEnd);
      length = lengthOf(packed);
      width = widthOf(codeOf(packed), before);
    } else {
      if (byte < 0x20) width = 2;
      before.code = byte;
      before.marks = 0;
    }
    if (column + width > across) {
      wrap(at);
      column = 0;
    }
    column += width;
    at += length;
  }
}
