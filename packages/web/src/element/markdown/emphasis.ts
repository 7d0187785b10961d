// Emphasis: a stack of open marks instead of backtracking, and a bound on nesting, so that no text takes longer than its
// length deserves.
import { depthOf, type Inline } from './inline.ts';
import { maxInlineDepth } from '../../limits.ts';

export interface Mark {
  readonly type: 'mark';
  readonly char: string;
  count: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** CommonMark 0.31 §6.2: whether a run of marks may open or close. */
export function markAt(source: string, at: number, char: string): Mark {
  let end = at;
  while (source[end] === char) end++;
  const [before, after] = [source[at - 1] ?? ' ', source[end] ?? ' '];
  const isSpace = (it: string): boolean => /\s/.test(it);
  const isPunctuation = (it: string): boolean => /[\p{P}\p{S}]/u.test(it);
  const left =
    !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const right =
    !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  const word = char === '_';
  const opens = left && (!word || !right || isPunctuation(before));
  const closes = right && (!word || !left || isPunctuation(after));
  return { type: 'mark', char, count: end - at, opens, closes };
}

/** Pairs the marks, innermost first. What finds no partner is the text that it was. */
export function emphasised(items: readonly (Inline | Mark)[]): readonly Inline[] {
  const done: (Inline | Mark)[] = [];
  const open: number[] = [];
  for (const item of items) {
    if (item.type !== 'mark') {
      done.push(item);
      continue;
    }
    while (item.closes && item.count > 0) {
      const index = open.findLastIndex((it) => partners(done[it], item));
      const place = open[index];
      const opener = place === undefined ? undefined : done[place];
      if (place === undefined || opener?.type !== 'mark') break;
      const inside = done.splice(place + 1).map(asInline);
      open.length = index + 1;
      const width = item.char === '~' ? item.count : Math.min(2, item.count, opener.count);
      const depth = depthOf(inside) + 1;
      if (depth > maxInlineDepth) {
        done.push(...inside);
        break;
      }
      opener.count -= width;
      item.count -= width;
      const type = item.char === '~' ? 'del' : width === 2 ? 'strong' : 'em';
      if (opener.count === 0) {
        done.pop();
        open.pop();
      }
      done.push({ type, inside, depth });
    }
    if (item.count > 0) {
      if (item.opens && open.length < 200) open.push(done.length);
      done.push(item);
    }
  }
  return done.map(asInline);
}

function partners(opener: Inline | Mark | undefined, closer: Mark): boolean {
  if (opener?.type !== 'mark' || opener.char !== closer.char) return false;
  if (closer.char === '~') return opener.count === closer.count;
  const both = (opener.closes || closer.opens) && (opener.count + closer.count) % 3 === 0;
  return !both || (opener.count % 3 === 0 && closer.count % 3 === 0);
}

function asInline(item: Inline | Mark): Inline {
  return item.type === 'mark' ? { type: 'text', text: item.char.repeat(item.count) } : item;
}
