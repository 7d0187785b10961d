// Markdown to blocks: the part of CommonMark and its tables and task lists that answers are written in. Every line is
// looked at once for each level it is nested in, levels are bounded, and HTML means nothing: it is text like any other.
import { maxBlockDepth, maxParagraphChars } from '../../limits.ts';

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph' | 'plain'; readonly text: string }
  | { readonly type: 'code'; readonly lang: string; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | undefined; readonly items: readonly Item[] }
  | { readonly type: 'table'; readonly align: readonly Align[]; readonly rows: readonly Row[] }
  | { readonly type: 'rule' };

interface Item {
  readonly done: boolean | undefined;
  readonly blocks: readonly Block[];
}
type Row = readonly string[];
type Align = '' | 'center' | 'right';

/** Where `[words][name]` leads. */
export type Definitions = ReadonlyMap<string, { readonly href: string; readonly title: string }>;
type Named = Map<string, { readonly href: string; readonly title: string }>;

const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})[ \t]*(.*)/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const quote = /^ {0,3}> ?/;
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?! )|[ \t]|$)/;
const delimiters = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const definition =
  /^ {0,3}\[([^\]]{1,200})\]:[ \t]*<?([^\s>]{1,2000})>?(?:[ \t]+["'(](.*)["')])?[ \t]*$/;
const task = /^\[([ xX])\] /;

export function blocksOf(text: string): {
  readonly blocks: readonly Block[];
  readonly definitions: Definitions;
} {
  const definitions: Named = new Map();
  const lines = text.split(/\r\n?|\n/);
  return { blocks: parse(lines, definitions, 0), definitions };
}

function parse(lines: readonly string[], named: Named, depth: number): readonly Block[] {
  if (depth > maxBlockDepth) return [{ type: 'plain', text: lines.join('\n') }];
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines as long as they belong. */
  const take = (belongs: (line: string, at: number) => boolean): readonly string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? '', at)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const found = bullet.exec(line);
    if (line.trim() === '') at++;
    else if (fence.test(line)) {
      const [, mark = '', lang = ''] = fence.exec(line) ?? [];
      at++;
      const end = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \t]*$`);
      const inside = take((it) => !end.test(it));
      at++;
      blocks.push({ type: 'code', lang, text: inside.join('\n') });
    } else if (heading.test(line)) {
      const [, marks = '', words = ''] = heading.exec(line) ?? [];
      at++;
      const text = words.replace(/(^|[ \t])#+[ \t]*$/, '').trim();
      blocks.push({ type: 'heading', level: marks.length, text });
    } else if (rule.test(line)) {
      at++;
      blocks.push({ type: 'rule' });
    } else if (quote.test(line)) {
      const inside = take((it, here) => quote.test(it) || (here > 0 && isLazy(lines, here)));
      const own = inside.map((it) => it.replace(quote, ''));
      blocks.push({ type: 'quote', blocks: parse(own, named, depth + 1) });
    } else if (found) {
      const items: Item[] = [];
      const kind = kindOf(found[2] ?? '');
      for (let next: RegExpExecArray | null = found; next; next = bullet.exec(lines[at] ?? '')) {
        const [whole, before = '', mark = ''] = next;
        if (kindOf(mark) !== kind || rule.test(lines[at] ?? '')) break;
        const indent = Math.max(whole.length, before.length + mark.length + 1);
        const first = (lines[at] ?? '').slice(indent);
        at++;
        const inside = take(
          (it, here) => it.trim() === '' || indentOf(it) >= indent || isLazy(lines, here),
        );
        const rest = inside.map((it) => it.slice(Math.min(indent, indentOf(it))));
        items.push(itemOf([first, ...rest], named, depth));
      }
      const start = Number.parseInt(found[2] ?? '', 10);
      blocks.push({ type: 'list', start: Number.isNaN(start) ? undefined : start, items });
    } else if (isTable(lines, at)) {
      const from = at;
      const [head = '', marks = '', ...rows] = take(
        (it, here) => here < from + 2 || (it.includes('|') && it.trim() !== ''),
      );
      const align = cellsOf(marks).map((it): Align =>
        it.endsWith(':') ? (it.startsWith(':') ? 'center' : 'right') : '',
      );
      const cells = [head, ...rows].map((row) => fitted(cellsOf(row), align.length));
      blocks.push({ type: 'table', align, rows: cells });
    } else if (/^(?: {4}|\t)/.test(line)) {
      const inside = take((it) => it.trim() === '' || /^(?: {4}|\t)/.test(it));
      const own = inside.map((it) => it.replace(/^(?: {4}|\t)/, ''));
      blocks.push({ type: 'code', lang: '', text: own.join('\n').trimEnd() });
    } else if (definition.test(line)) {
      const [, name = '', href = '', title = ''] = definition.exec(line) ?? [];
      at++;
      if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), { href, title });
    } else {
      const from = at;
      const words = take((it, here) => here === from || isProse(lines, here)).map((it) =>
        it.trimStart(),
      );
      const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(lines[at] ?? '');
      const text = words.join('\n').trimEnd();
      if (under) at++;
      if (under) blocks.push({ type: 'heading', level: under[1]?.startsWith('=') ? 1 : 2, text });
      else blocks.push({ type: text.length > maxParagraphChars ? 'plain' : 'paragraph', text });
    }
  }
  return blocks;
}

/** Continues a paragraph. */
function isProse(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.trim() === '' || [fence, heading, rule, quote].some((it) => it.test(line))) return false;
  const found = bullet.exec(line);
  const interrupts = found && line.trim() !== found[2] && /^(?:[-*+]|1[.)])$/.test(found[2] ?? '');
  return !interrupts && !/^ {0,3}=+[ \t]*$/.test(line) && !isTable(lines, at);
}

/** A line that goes on with the paragraph of the line before, without the mark of its quote or its list. */
function isLazy(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1] ?? '';
  return (
    before.trim() !== '' &&
    !fence.test(before) &&
    !bullet.test(lines[at] ?? '') &&
    isProse(lines, at)
  );
}

function isTable(lines: readonly string[], at: number): boolean {
  const [head = '', marks = ''] = [lines[at], lines[at + 1]];
  return (
    head.includes('|') && delimiters.test(marks) && cellsOf(head).length === cellsOf(marks).length
  );
}

/** At a pipe that no backslash stands before. */
function cellsOf(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function fitted(cells: readonly string[], length: number): Row {
  // Cells beyond the head stay in sight, in the last column.
  return Array.from({ length }, (_, at) =>
    at === length - 1 ? cells.slice(at).join(' | ') : (cells[at] ?? ''),
  );
}

function itemOf([first = '', ...rest]: readonly string[], named: Named, depth: number): Item {
  const [mark, done] = task.exec(first) ?? [];
  const lines = [first.slice(mark?.length ?? 0), ...rest];
  return {
    done: done === undefined ? undefined : done !== ' ',
    blocks: parse(lines, named, depth + 1),
  };
}

function kindOf(mark: string): string {
  return mark.slice(-1);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
