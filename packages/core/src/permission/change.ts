// An edit as the lines that it takes away and adds, whole: every changed line, a little of what stands around it, and how
// lines end where that is not as in the rest of the file.
import { spelled, spelledWithBlanks } from './spelled.ts';

/** One replacement; `at` counts in the text before. */
export interface Replacement {
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

export interface ChangeLine {
  readonly change: 'same' | 'removed' | 'added' | 'gap';
  /** Spelled; for a gap, what is left out. */
  readonly text: string;
}

interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly added: string;
}

const contextLines = 3;

export function replaced(before: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { at, removed, added } of replacements) {
    pieces.push(before.slice(done, at), added);
    done = at + removed;
  }
  return [...pieces, before.slice(done)].join('');
}

/** In the order of the file; replacements do not overlap and are in order. */
export function changeLines(
  before: string,
  replacements: readonly Replacement[],
): readonly ChangeLine[] {
  const ending = /^[^\n]*\r\n/.test(before) ? '\r\n' : '\n';
  const shown: ChangeLine[] = [];
  let done = 0;
  for (const { from, start, end, to, added } of passagesOf(before, replacements)) {
    if (from > done) shown.push({ change: 'gap', text: `line ${lineAt(before, from)}` });
    const removed = before.slice(start, end);
    const spell = isBlankChange(removed, added) ? spelledWithBlanks : spelled;
    const write = (change: ChangeLine['change'], text: string): void => {
      for (const line of linesIn(text)) shown.push({ change, text: lineText(line, ending, spell) });
    };
    write('same', before.slice(from, start));
    write('removed', removed);
    write('added', added);
    write('same', before.slice(end, to));
    done = to;
  }
  return shown;
}

/** The same change as git writes it, character for character. */
export function patchOf(
  path: string,
  before: string,
  replacements: readonly Replacement[],
): string {
  const name = (side: string): string => {
    const whole = `${side}/${path.replace(/^\/+/, '')}`;
    return /^[\w./-]+$/.test(whole) ? whole : JSON.stringify(whole);
  };
  const lines = [`diff --git ${name('a')} ${name('b')}`, `--- ${name('a')}`, `+++ ${name('b')}`];
  let drift = 0;
  for (const { from, start, end, to, added } of passagesOf(before, replacements)) {
    const head = linesIn(before.slice(from, start));
    const old = linesIn(before.slice(start, end));
    const now = linesIn(added);
    const tail = linesIn(before.slice(end, to));
    const around = head.length + tail.length;
    const first = lineAt(before, from);
    const at = (line: number, count: number): string => `${count === 0 ? line - 1 : line},${count}`;
    lines.push(
      `@@ -${at(first, around + old.length)} +${at(first + drift, around + now.length)} @@`,
      ...head.map((line) => patchLine(' ', line)),
      ...old.map((line) => patchLine('-', line)),
      ...now.map((line) => patchLine('+', line)),
      ...tail.map((line) => patchLine(' ', line)),
    );
    drift += now.length - old.length;
  }
  return `${lines.join('\n')}\n`;
}

function patchLine(sign: string, line: string): string {
  return line.endsWith('\n')
    ? `${sign}${line.slice(0, -1)}`
    : `${sign}${line}\n\\ No newline at end of file`;
}

interface Passage extends Hunk {
  /** With what stands around it. */
  readonly from: number;
  readonly to: number;
}

function passagesOf(before: string, replacements: readonly Replacement[]): readonly Passage[] {
  const hunks = hunksOf(before, replacements);
  let done = 0;
  return hunks.map((hunk, index) => {
    const from = Math.max(done, backLines(before, hunk.start, contextLines));
    const next = hunks[index + 1]?.start ?? before.length;
    const to = Math.min(next, onLines(before, hunk.end, contextLines));
    done = to;
    return { ...hunk, from, to };
  });
}

/** Whole lines that change; those that touch are one. */
function hunksOf(before: string, replacements: readonly Replacement[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let open: { start: number; end: number; added: string; done: number } | undefined;
  const close = (): void => {
    if (!open) return;
    const added = open.added + before.slice(open.done, open.end);
    const hunk = trimmed(before, { start: open.start, end: open.end, added });
    if (hunk.start < hunk.end || hunk.added !== '') hunks.push(hunk);
  };
  for (const { at, removed, added } of replacements) {
    const start = startOfLine(before, at);
    const end = endOfLine(before, at + removed);
    if (open && start < open.end) {
      open.added += before.slice(open.done, at) + added;
      open.end = Math.max(open.end, end);
    } else {
      close();
      open = { start, end, added: before.slice(start, at) + added, done: 0 };
    }
    open.done = at + removed;
  }
  close();
  return hunks;
}

/** Without the lines that are equal at its beginning and its end. */
function trimmed(before: string, { start, end, added }: Hunk): Hunk {
  const old = linesIn(before.slice(start, end));
  const now = linesIn(added);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const chars = (lines: readonly string[]): number => lines.join('').length;
  return {
    start: start + chars(old.slice(0, head)),
    end: end - chars(old.slice(old.length - tail)),
    added: now.slice(head, now.length - tail).join(''),
  };
}

/** With their ends. */
function linesIn(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A carriage return inside the line is spelled like everything that is not seen; at its end it is, where others have none. */
function lineText(line: string, ending: string, spell: typeof spelled): string {
  if (line.endsWith(ending)) return spell(line.slice(0, -ending.length));
  if (line.endsWith('\n')) return `${spell(line.slice(0, -1))}<U+A>`;
  return `${spell(line)} (no line end)`;
}

function isBlankChange(removed: string, added: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
  return plain(removed) === plain(added);
}

/** A search from before the beginning would look at the beginning, and find its line end. */
function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function backLines(text: string, at: number, count: number): number {
  let start = at;
  for (let line = 0; line < count && start > 0; line++) start = startOfLine(text, start - 1);
  return start;
}

function onLines(text: string, at: number, count: number): number {
  let end = at;
  for (let line = 0; line < count && end < text.length; line++) end = endOfLine(text, end);
  return end;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1))
    line += 1;
  return line;
}
