// Pages of code and text, laid out in the text renderer's thread. One walk over the bytes finds where every page begins; only the
// lines of the pages that were asked for are decoded, coloured and placed.
import { accept, type Outcome } from '@percept/core';
import { inkOf, type Ink } from '../grid/ink.ts';
import { countLines, scanRows, type Row } from '../grid/rows.ts';
import { layGrid, type GridPage, type GridRow } from '../grid/scene.ts';
import { segmentsOf, type StyleRun } from '../grid/segment.ts';
import { decodeLossless } from '../grid/utf8.ts';
import { prettyJson } from '../json/pretty.ts';
import { resolvePages, type Theme } from '../options.ts';
import type { Warning } from '../rendering.ts';
import { plain, type CodeOrder, type Laid } from '../text-renderer/order.ts';
import { AnsiReader } from './ansi.ts';
import { guessLanguage, highlight } from './highlight.ts';
import {
  maxAnsiBytes,
  maxAnsiLineChars,
  maxLeadBytes,
  maxLeadLines,
  maxStyledLineBytes,
} from '../limits.ts';

const wrapMark = '»';

export async function layCode(order: CodeOrder): Promise<Outcome<Laid>> {
  const { paper, theme, form } = order;
  const ink = inkOf(theme);
  const warnings: Warning[] = [];
  const bytes = prepareBytes(order, warnings);
  const lineCount = countLines(bytes);
  const gutter = Math.max(3, String(lineCount).length) + 2;
  const rowsPerPage = paper.rowsDown;
  const across = paper.cellsAcross - gutter;
  const first = (order.pages.first - 1) * rowsPerPage;
  const wanted = { first, end: order.pages.last * rowsPerPage };
  const scan = scanRows(bytes, across, wanted, maxLeadLines);
  const pageCount = Math.ceil(scan.rowCount / rowsPerPage);
  const range = resolvePages(order.pages, pageCount);
  if (!range.ok) return range;
  const styles =
    form === 'ansi'
      ? styleAnsi(order.bytes, lineRange(scan.rows), theme)
      : await styleCode(bytes, scan.rows, scan.lead, order, warnings);
  const pages = [];
  for (let page = range.value.first; page <= range.value.last; page++) {
    const start = (page - range.value.first) * rowsPerPage;
    const rows = scan.rows.slice(start, start + rowsPerPage);
    const grid: GridPage = {
      header: order.label,
      note: `${linesOf(rows)} of ${lineCount} · page ${page}/${pageCount}`,
      gutter,
      rows: rows.map((row) => gridRow(row, bytes, styles, form === 'diff' ? ink : undefined)),
    };
    pages.push({ page, ...layGrid(grid, paper, ink) });
  }
  return accept({ pageCount, pages, warnings });
}

function prepareBytes(order: CodeOrder, warnings: Warning[]): Uint8Array {
  const { bytes } = order;
  switch (order.form) {
    case 'ansi': {
      const { plain, isCut } = plainAnsi(bytes, order.theme);
      if (isCut) {
        const message = 'The output is very long: only its beginning was looked at.';
        warnings.push({ kind: 'truncated', message });
      }
      return plain;
    }
    case 'json':
      return prettyJson(bytes, warnings);
    case 'code':
    case 'diff':
      return bytes;
  }
}

function linesOf(rows: readonly Row[]): string {
  const { first, last } = lineRange(rows);
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

function lineRange(rows: readonly Row[]): { readonly first: number; readonly last: number } {
  return { first: rows.at(0)?.line ?? 1, last: rows.at(-1)?.line ?? 1 };
}

type Styles = ReadonlyMap<number, readonly StyleRun[]>;

/** Styles by line number, for the lines that these rows are of. */
async function styleCode(
  bytes: Uint8Array,
  rows: readonly Row[],
  lead: readonly number[],
  order: CodeOrder,
  warnings: Warning[],
): Promise<Styles> {
  const head = rows.at(0);
  if (!head) return new Map();
  const texts: string[] = [];
  for (const [start, end] of leadLines(lead, head.lineStart))
    texts.push(end - start > maxStyledLineBytes ? '' : lineText(bytes, start, end));
  const skipped = texts.length;
  const lines: number[] = [];
  let longLines = 0;
  for (const { line, lineStart, lineEnd } of rows) {
    if (lines.at(-1) === line) continue;
    lines.push(line);
    const isLong = lineEnd - lineStart > maxStyledLineBytes;
    longLines += isLong ? 1 : 0;
    texts.push(isLong ? '' : decodeLossless(bytes.subarray(lineStart, lineEnd)));
  }
  const language = order.language ?? guessLanguage(order.name, bytes);
  if (longLines > 0 && language !== plain) {
    const message = `Lines of more than ${maxStyledLineBytes} bytes are drawn without colours: ${longLines} of those shown.`;
    warnings.push({ kind: 'not-highlighted', message });
  }
  const styled = await highlight(texts, language, order.theme, maxStyledLineBytes);
  return new Map(lines.map((line, index) => [line, styled[skipped + index] ?? []]));
}

/** The last of the lines before, as many as the budget takes. */
function leadLines(lead: readonly number[], end: number): readonly (readonly [number, number])[] {
  const spans = lead.map((start, index) => [start, lead[index + 1] ?? end] as const);
  const from = spans.findIndex(([start]) => end - start <= maxLeadBytes);
  return from < 0 ? [] : spans.slice(from);
}

function lineText(bytes: Uint8Array, start: number, end: number): string {
  return decodeLossless(bytes.subarray(start, end)).replace(/\r?\n$/, '');
}

function gridRow(row: Row, bytes: Uint8Array, styles: Styles, diff: Ink | undefined): GridRow {
  const { lineStart, lineEnd, start, end } = row;
  const isLong = lineEnd - lineStart > maxStyledLineBytes;
  const from = isLong ? start : lineStart;
  const text = decodeLossless(bytes.subarray(from, isLong ? end : lineEnd));
  const before = decodeLossless(bytes.subarray(from, start)).length;
  const length = decodeLossless(bytes.subarray(start, end)).length;
  const runs = isLong ? [] : (styles.get(row.line) ?? []);
  return {
    label: row.part === 0 ? String(row.line) : wrapMark,
    segments: segmentsOf(text, runs, before, before + length),
    ground: diff && diffGround(bytes, row, diff),
  };
}

const plus = 0x2b;
const minus = 0x2d;
const at = 0x40;

function diffGround(bytes: Uint8Array, { lineStart }: Row, ink: Ink): string | undefined {
  const first = bytes[lineStart];
  const isName = bytes[lineStart + 1] === first && bytes[lineStart + 2] === first;
  if (isName && (first === plus || first === minus)) return undefined;
  if (first === plus) return ink.added;
  if (first === minus) return ink.removed;
  return first === at ? ink.hunk : undefined;
}

/**
 * Terminal output as plain lines, twice: once for all lines without their styles, to find the pages; once more for the styles of
 * the lines on a page. Colours last over line ends, so both start at the beginning.
 */
function* ansiLines(bytes: Uint8Array): Generator<string> {
  const text = decodeLossless(bytes.subarray(0, maxAnsiBytes));
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const isReturned = end > start && text[end - 1] === '\r';
    yield text.slice(start, Math.min(start + maxAnsiLineChars, isReturned ? end - 1 : end));
    start = next < 0 ? text.length : next + 1;
  }
}

function plainAnsi(
  bytes: Uint8Array,
  theme: Theme,
): { readonly plain: Uint8Array; readonly isCut: boolean } {
  const reader = new AnsiReader(theme);
  const lines: string[] = [];
  let isCut = bytes.length > maxAnsiBytes;
  for (const line of ansiLines(bytes)) {
    isCut ||= line.length >= maxAnsiLineChars;
    lines.push(reader.read(line).text);
  }
  return { plain: Buffer.from(lines.join('\n'), 'utf8'), isCut };
}

function styleAnsi(
  bytes: Uint8Array,
  { first, last }: { readonly first: number; readonly last: number },
  theme: Theme,
): ReadonlyMap<number, readonly StyleRun[]> {
  const reader = new AnsiReader(theme);
  const styles = new Map<number, readonly StyleRun[]>();
  let number = 0;
  for (const line of ansiLines(bytes)) {
    number++;
    if (number > last) break;
    const { runs } = reader.read(line);
    if (number >= first) styles.set(number, runs);
  }
  return styles;
}
