// Terminal output as plain lines, twice: once for all lines without their styles, to find the pages; once more for the
// styles of the lines on a page. Colours last over line ends, so both start at the beginning.
import { decodeLossless } from '../grid/utf8.ts';
import type { StyleRun } from '../grid/segment.ts';
import type { Theme } from '../options.ts';
import { AnsiReader } from './ansi.ts';
import { maxAnsiBytes, maxAnsiLineChars } from '../limits.ts';

function* linesOf(bytes: Uint8Array): Generator<string> {
  const text = decodeLossless(bytes.subarray(0, maxAnsiBytes));
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const isReturned = end > start && text[end - 1] === '\r';
    yield text.slice(start, Math.min(start + maxAnsiLineChars, isReturned ? end - 1 : end));
    start = next < 0 ? text.length : next + 1;
  }
}

export function plainAnsi(
  bytes: Uint8Array,
  theme: Theme,
): { readonly plain: Uint8Array; readonly isCut: boolean } {
  const reader = new AnsiReader(theme);
  const lines: string[] = [];
  let isCut = bytes.length > maxAnsiBytes;
  for (const line of linesOf(bytes)) {
    isCut ||= line.length >= maxAnsiLineChars;
    lines.push(reader.read(line).text);
  }
  return { plain: Buffer.from(lines.join('\n'), 'utf8'), isCut };
}

export function styleAnsi(
  bytes: Uint8Array,
  { first, last }: { readonly first: number; readonly last: number },
  theme: Theme,
): ReadonlyMap<number, readonly StyleRun[]> {
  const reader = new AnsiReader(theme);
  const styles = new Map<number, readonly StyleRun[]>();
  let number = 0;
  for (const line of linesOf(bytes)) {
    number++;
    if (number > last) break;
    const { runs } = reader.read(line);
    if (number >= first) styles.set(number, runs);
  }
  return styles;
}
