// Markdown as it streams in, lightly dressed for a terminal: a line is finished when its break arrives, and finished lines
// never change. What is no Markdown is text, and stays.
import { code, inline } from './markdown-inline.ts';
import { dressTable, isTableRow } from './markdown-table.ts';
import { linesOf } from './safe-text.ts';
import { quiet, span, type Line, type Marks } from './style.ts';
import { cutTo } from './text-width.ts';
import { wrap, type Wrapping } from './wrap.ts';
import { maxMarkedChars, maxTableRows } from '../limits.ts';

export class MarkdownStream {
  readonly #marks: Marks;
  /** Of the line that is not finished. */
  #pending = '';
  #fence: string | undefined;
  /** Rows that wait for the last one: only then are the columns known. */
  #table: readonly string[] = [];
  #wasBlank = true;
  #hasWritten = false;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** Takes more text, and returns the lines that are finished by it. */
  feed(text: string, width: number): readonly Line[] {
    const all = this.#pending + text;
    // A carriage return at the end may be half of a break.
    const half = all.endsWith('\r') ? '\r' : '';
    const lines = linesOf(half === '' ? all : all.slice(0, -1));
    this.#pending = (lines.at(-1) ?? '') + half;
    return lines.slice(0, -1).flatMap((line) => this.#take(line, width));
  }

  /** Whether anything was said since the beginning. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  begin(): void {
    this.#hasWritten = false;
  }

  /** What is being written, as it looks so far. */
  pending(width: number): readonly Line[] {
    const table = this.#table.length === 0 ? [] : this.#dressTable(width);
    if (this.#pending === '') return table;
    return [...table, ...this.#dress(this.#pending.slice(-maxMarkedChars), width)];
  }

  end(width: number): readonly Line[] {
    const rest = this.#pending.replace(/\r$/, '');
    this.#pending = '';
    const lines = [...(rest === '' ? [] : this.#take(rest, width)), ...this.#finishTable(width)];
    this.#fence = undefined;
    this.#wasBlank = true;
    return lines;
  }

  #take(line: string, width: number): readonly Line[] {
    if (this.#fence === undefined && isTableRow(line)) {
      const full = this.#table.length < maxTableRows ? [] : this.#finishTable(width);
      this.#table = [...this.#table, line];
      this.#wasBlank = false;
      this.#hasWritten = true;
      return full;
    }
    return [...this.#finishTable(width), ...this.#takeLine(line, width)];
  }

  #finishTable(width: number): readonly Line[] {
    if (this.#table.length === 0) return [];
    const lines = this.#dressTable(width);
    this.#table = [];
    return lines;
  }

  /** What has no columns, or too many for the screen, is lines of text. */
  #dressTable(width: number): readonly Line[] {
    const table = dressTable(this.#table, width, this.#marks);
    return table ?? this.#table.flatMap((row) => dressLine(row, width, this.#marks));
  }

  #takeLine(line: string, width: number): readonly Line[] {
    const fence = /^\s*(```+|~~~+)\s*(\S*)/.exec(line);
    if (fence?.[1] !== undefined && (this.#fence === undefined || closes(line, this.#fence))) {
      const opens = this.#fence === undefined;
      this.#fence = opens ? fence[1] : undefined;
      this.#wasBlank = false;
      const label = opens && fence[2] ? ` ${cutTo(fence[2], Math.max(1, width - 4))}` : '';
      return [[span(`${this.#marks.rule.repeat(3)}${label}`, quiet)]];
    }
    const isBlank = line.trim() === '';
    if (isBlank && this.#wasBlank && this.#fence === undefined) return [];
    this.#wasBlank = isBlank;
    this.#hasWritten ||= !isBlank;
    return this.#dress(line, width);
  }

  #dress(line: string, width: number): readonly Line[] {
    if (this.#fence !== undefined) return wrap([span(line, code)], barred(width, this.#marks));
    return dressLine(line, width, this.#marks);
  }
}

function barred(width: number, marks: Marks): Wrapping {
  const edge = [span(`${marks.bar} `, quiet)];
  return { width, first: edge, rest: edge };
}

function closes(line: string, fence: string): boolean {
  return line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim());
}

/** Without the signs that close a heading. By hand: a pattern would try each sign of a long line to its end. */
function unclosed(heading: string): string {
  let end = heading.trimEnd().length;
  while (heading[end - 1] === '#') end -= 1;
  return heading.slice(0, end).trimEnd();
}

function dressLine(line: string, width: number, marks: Marks): readonly Line[] {
  const heading = /^ {0,3}#{1,6}\s+(.*)$/.exec(line);
  if (heading?.[1] !== undefined)
    return wrap(inline(unclosed(heading[1]), { bold: true, colour: 'magenta' }), { width });
  if (/^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(line))
    return [[span(marks.rule.repeat(Math.min(width, 24)), quiet)]];
  const quote = /^ {0,3}>\s?(.*)$/.exec(line);
  if (quote?.[1] !== undefined) return wrap(inline(quote[1], { dim: true }), barred(width, marks));
  const item = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/.exec(line);
  if (item?.[3] !== undefined) {
    const indent = ' '.repeat(Math.min(12, item[1]?.length ?? 0));
    const label = item[2] === undefined ? marks.bullet : `${item[2]}.`;
    const first = [span(`${indent}${label} `, { colour: 'cyan' })];
    return wrap(inline(item[3]), { width, first });
  }
  return wrap(inline(line), { width });
}
