// From the text of one paragraph to its words: code, links, pictures and marks, in one walk.
import type { Definitions } from './block.ts';
import { characterOf, unescaped } from './character.ts';
import { emphasised, type Mark, markAt } from './emphasis.ts';
import { depthOf, type Inline, wordsOf } from './inline.ts';
import { maxInlineChars, maxInlineDepth } from '../../limits.ts';

interface Bracket {
  readonly at: number;
  readonly end: number;
  readonly image: boolean;
  active: boolean;
}

const url = /(?:https?:\/\/|www\.)[^\s<>[\]`]{1,2000}/iy;
const autolink =
  /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})>/iy;
const target =
  /\(\s{0,9}(?:<([^<>\n]{0,2000})>|(?!<)((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\)){0,2000}))(?:\s{1,9}(?:"([^"]*)"|'([^']*)'|\(([^()]*)\)))?\s{0,9}\)/y;
const reference = /\[([^[\]]{0,200})\]/y;
const plain = /[^\\`*_~[\]!<&\nhHwW]+/y;

export function inlinesOf(source: string, definitions: Definitions): readonly Inline[] {
  if (source.length > maxInlineChars) return [{ type: 'text', text: source }];
  const items: (Inline | Mark)[] = [];
  const brackets: Bracket[] = [];
  const unclosed = new Set<number>();
  let at = 0;
  const matched = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source) ?? undefined;
  };
  const text = (value: string): void => {
    const last = items.at(-1);
    if (last?.type === 'text') items[items.length - 1] = { type: 'text', text: last.text + value };
    else if (value !== '') items.push({ type: 'text', text: value });
  };
  while (at < source.length) {
    const char = source[at] ?? '';
    const rest = matched(plain)?.[0];
    if (rest !== undefined) {
      text(rest);
      at += rest.length;
    } else if (char === '\\') {
      const next = source[at + 1] ?? '';
      if (next === '\n') items.push({ type: 'break' });
      else text(/[!-/:-@[-`{-~]/.test(next) ? next : char + next);
      at += 2;
    } else if (char === '\n') {
      const last = items.at(-1);
      if (last?.type === 'text' && last.text.endsWith('  ')) items.push({ type: 'break' });
      else text('\n');
      at++;
    } else if (char === '`') at = codeAt(source, at, items, unclosed, text);
    else if ('*_~'.includes(char)) {
      const mark = markAt(source, at, char);
      if (char === '~' && mark.count > 2) text(char.repeat(mark.count));
      else items.push(mark);
      at += mark.count;
    } else if (char === '[' || (char === '!' && source[at + 1] === '[')) {
      const width = char === '!' ? 2 : 1;
      brackets.push({ at: items.length, end: at + width, image: width === 2, active: true });
      items.push({ type: 'text', text: source.slice(at, at + width) });
      items.push({ type: 'text', text: '' });
      at += width;
    } else if (char === ']') {
      const open = brackets.pop();
      at++;
      const found = open?.active ? linkAt(source, at, open.end, definitions) : undefined;
      if (open && found) {
        at = found.end;
        const inside = emphasised(items.splice(open.at).slice(1));
        const words = wordsOf(inside);
        const depth = depthOf(inside) + 1;
        const { href, title } = found;
        if (open.image) items.push({ type: 'image', href, alt: words, title });
        else
          items.push({
            type: 'link',
            href,
            title,
            inside: depth > maxInlineDepth ? [{ type: 'text', text: words }] : inside,
            depth: Math.min(depth, maxInlineDepth),
          });
        // A link holds no other link.
        if (!open.image) for (const outer of brackets) outer.active &&= outer.image;
      } else text(char);
    } else if (char === '<') {
      const [whole, address = ''] = matched(autolink) ?? [char];
      if (address === '') text(char);
      else items.push(linkTo(address.includes(':') ? address : `mailto:${address}`, address));
      at += whole.length;
    } else if (char === '&') {
      const [whole, name = ''] = matched(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/y) ?? [
        char,
      ];
      text(characterOf(name) ?? whole);
      at += whole.length;
    } else {
      // Inside brackets an address is the words of a link.
      const bare = brackets.length === 0 && !/\w/.test(source[at - 1] ?? ' ');
      const address = bare ? matched(url)?.[0] : undefined;
      const kept = address
        ?.replace(/[?!.,:;*_~'"\]]+$/, '')
        .replace(/\)$/, (end) => (address.includes('(') ? end : ''));
      if (kept === undefined || kept.length < 5) text(char);
      else items.push(linkTo(kept.startsWith('w') ? `https://${kept}` : kept, kept));
      at += kept === undefined || kept.length < 5 ? 1 : kept.length;
    }
  }
  return emphasised(items);
}

function linkTo(href: string, text: string): Inline {
  return { type: 'link', href, title: '', inside: [{ type: 'text', text }], depth: 1 };
}

function codeAt(
  source: string,
  at: number,
  items: (Inline | Mark)[],
  unclosed: Set<number>,
  text: (value: string) => void,
): number {
  const [run = ''] = /^`+/.exec(source.slice(at, at + 200)) ?? [];
  const start = at + run.length;
  if (!unclosed.has(run.length))
    for (let end = source.indexOf(run, start); end !== -1;) {
      const [closing = ''] = /^`+/.exec(source.slice(end, end + 200)) ?? [];
      if (closing.length === run.length) {
        const inside = source.slice(start, end).replaceAll('\n', ' ');
        const padded = /^ .*[^ ].* $/.test(inside);
        items.push({ type: 'code', text: padded ? inside.slice(1, -1) : inside });
        return end + closing.length;
      }
      end = source.indexOf(run, end + closing.length);
    }
  unclosed.add(run.length);
  text(run);
  return start;
}

interface Target {
  readonly href: string;
  readonly title: string;
  readonly end: number;
}

function linkAt(
  source: string,
  at: number,
  from: number,
  definitions: Definitions,
): Target | undefined {
  target.lastIndex = at;
  const found = target.exec(source);
  if (found) {
    const [whole, angled, bare = '', ...titles] = found;
    const title = titles.find((it) => it !== undefined) ?? '';
    return { href: unescaped(angled ?? bare), title: unescaped(title), end: at + whole.length };
  }
  reference.lastIndex = at;
  const named = reference.exec(source);
  const label = named?.[1] || source.slice(from, at - 1);
  const known = label.length > 200 ? undefined : definitions.get(label.toLowerCase());
  return known && { ...known, end: at + (named?.[0].length ?? 0) };
}
