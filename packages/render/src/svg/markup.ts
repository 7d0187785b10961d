// Splits XML into tags and text in one pass, without building a tree and without ever looking back: every construct
// moves the position forward, so the time is linear whatever the bytes are. It expands nothing and resolves nothing.
import { after, afterDoctype } from '@percept/core/internal';

interface Attribute {
  readonly name: string;
  /** Where the value stands between its quotes. */
  readonly start: number;
  readonly end: number;
}

export type Token =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly start: number;
      readonly end: number;
      /** After the name, where another attribute can be put. */
      readonly afterName: number;
      readonly attributes: readonly Attribute[];
      readonly selfClosing: boolean;
    }
  | { readonly kind: 'close'; readonly name: string; readonly start: number; readonly end: number }
  | { readonly kind: 'text' | 'cdata' | 'doctype'; readonly start: number; readonly end: number }
  /** Comments, declarations and processing instructions: nothing that is drawn. */
  | { readonly kind: 'aside'; readonly start: number; readonly end: number };

export type OpenTag = Extract<Token, { kind: 'open' }>;

/** White space, and what ends a name: by code, because this is asked of every character. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
const isNameEnd = (code: number): boolean =>
  isSpace(code) ||
  code === 0x2f ||
  code === 0x3e ||
  code === 0x3d ||
  code === 0x3c ||
  code === 0x22 ||
  code === 0x27;

/** @yields tokens until the text ends or is no longer markup */
export function* tokenise(text: string): Generator<Token, void> {
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    if (start !== at) {
      const end = start < 0 ? text.length : start;
      yield { kind: 'text', start: at, end };
      at = end;
      continue;
    }
    const token = tokenAt(text, start);
    yield token;
    at = token.end;
  }
}

function tokenAt(text: string, start: number): Token {
  if (text.startsWith('<!--', start)) return aside(start, after(text, '-->', start + 4));
  if (text.startsWith('<![CDATA[', start))
    return { kind: 'cdata', start, end: after(text, ']]>', start + 9) };
  if (text.startsWith('<?', start)) return aside(start, after(text, '?>', start + 2));
  if (text.startsWith('<!', start))
    return { kind: 'doctype', start, end: afterDoctype(text, start) };
  if (text.startsWith('</', start)) {
    const end = after(text, '>', start);
    return { kind: 'close', name: localName(text.slice(start + 2, end - 1).trim()), start, end };
  }
  return openTag(text, start);
}

function aside(start: number, end: number): Token {
  return { kind: 'aside', start, end };
}

function openTag(text: string, start: number): Token {
  let at = endOfName(text, start + 1);
  const afterName = at;
  const name = localName(text.slice(start + 1, at));
  const attributes: Attribute[] = [];
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '>') break;
    if (char === '<')
      return { kind: 'open', name, start, end: at, afterName, attributes, selfClosing: false };
    if (
      isSpace(char.charCodeAt(0)) ||
      char === '/' ||
      char === '=' ||
      char === '"' ||
      char === "'"
    ) {
      at++;
      continue;
    }
    const nameStart = at;
    at = endOfName(text, at);
    const attribute = text.slice(nameStart, at);
    while (isSpace(text.charCodeAt(at))) at++;
    if (text.charAt(at) !== '=') continue;
    at++;
    while (isSpace(text.charCodeAt(at))) at++;
    const quote = text.charAt(at);
    if (quote !== '"' && quote !== "'") continue;
    const end = text.indexOf(quote, at + 1);
    const valueEnd = end < 0 ? text.length : end;
    attributes.push({ name: attribute, start: at + 1, end: valueEnd });
    at = valueEnd + 1;
  }
  const selfClosing = text.charAt(at - 1) === '/';
  const end = Math.min(at + 1, text.length);
  return { kind: 'open', name, start, end, afterName, attributes, selfClosing };
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at++;
  // A character that is neither name nor mark is stepped over, so that the scan always moves.
  return at === from ? from + 1 : at;
}

/** Without its prefix: prefixes are free to choose, and what matters here is refused or noted under any of them. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** A change to a text, by place; the places of one list do not overlap. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The five entities of XML and numbers; any other is left as it is, for nothing here declares one. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,4});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return named.get(name) ?? whole;
    const code =
      name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
