// What a terminal pastes when files are dropped on it, told apart from prose: it is a drop only if every word of it is an
// existing file (or an image's URL). All or nothing, so that no sentence loses a word to an attachment.
import type { Outcome } from '@percept/core';
import { readOscFiles } from './osc-file.ts';
import { checkPathName, isFileUrl, pathOfFileUrl } from './path-name.ts';
import type { SourceBytes } from './source.ts';
import { maxDropChars, maxDropItems, maxRawDropPieces } from '../limits.ts';

export type DropItem =
  | { readonly kind: 'path'; readonly path: string }
  /** Not fetched: whether it may be is the caller's decision. */
  | { readonly kind: 'url'; readonly url: string }
  /** A file that came inside the paste, or why it cannot be used. */
  | { readonly kind: 'bytes'; readonly source: Outcome<SourceBytes> };

export interface DropOptions {
  /** Whether a regular file is there. Asked only about absolute paths whose names are harmless. */
  readonly exists: (path: string) => boolean | Promise<boolean>;
  readonly platform: NodeJS.Platform;
  /** Of files that come inside the paste. */
  readonly maxBytes: number;
}

const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/** @example await parseDrop("'/tmp/a b.png' ", { exists: isFile, platform: 'linux', maxBytes: 100_000_000 }); */
export async function parseDrop(
  text: string,
  options: DropOptions,
): Promise<readonly DropItem[] | undefined> {
  const items: DropItem[] = [];
  for (const segment of segmentsOf(text)) {
    const files = readOscFiles(segment.trim(), options.maxBytes);
    const found = files
      ? files.map((source): DropItem => ({ kind: 'bytes', source }))
      : await parseSegment(segment, options);
    if (!found) return undefined;
    items.push(...found);
  }
  return items.length > 0 && items.length <= maxDropItems ? items : undefined;
}

/** Several files dropped one after another arrive as several pastes in one text. */
function segmentsOf(text: string): readonly string[] {
  if (!text.startsWith(pasteStart)) return [text];
  const whole = text.trimEnd();
  const inner = whole.endsWith(pasteEnd)
    ? whole.slice(pasteStart.length, -pasteEnd.length)
    : whole.slice(pasteStart.length);
  // oxlint-disable-next-line no-control-regex
  return inner.split(/\u001b\[201~\s*\u001b\[200~/);
}

// Line breaks separate; every other control byte (and so every escape sequence) makes it something else than a drop.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

async function parseSegment(
  text: string,
  options: DropOptions,
): Promise<readonly DropItem[] | undefined> {
  if (text.length > maxDropChars || control.test(text)) return undefined;
  // A name may end in a space; Alacritty adds one of its own.
  const wholes = [text, text.replace(/ $/, ''), text.trim()];
  for (const whole of new Set(wholes)) {
    const item = await itemOf(whole, options);
    if (item) return [item];
  }
  const trimmed = text.trim();
  for (const reading of readingsFor(options.platform)) {
    const words = reading(trimmed);
    const items = words && words.length <= maxDropItems && (await allItems(words, options));
    if (items) return items;
  }
  return options.platform === 'win32' ? undefined : splitRaw(trimmed, options);
}

function readingsFor(platform: NodeJS.Platform): readonly Reading[] {
  if (platform === 'win32') return [asLines, asWindowsWords];
  return [asLines, asShellWords, asEscapedSpaces];
}

async function allItems(
  words: readonly string[],
  options: DropOptions,
): Promise<readonly DropItem[] | undefined> {
  const items: DropItem[] = [];
  for (const word of words) {
    const item = (await itemOf(word, options)) ?? (await itemOf(word.trim(), options));
    if (!item) return undefined;
    items.push(item);
  }
  return items;
}

/** Unescaped paths with spaces, side by side: each is the longest run of pieces that is a file. */
async function splitRaw(
  text: string,
  options: DropOptions,
): Promise<readonly DropItem[] | undefined> {
  const pieces = text.split(/ (?=\/|file:)/);
  if (pieces.length > maxRawDropPieces) return undefined;
  const items: DropItem[] = [];
  for (let start = 0; start < pieces.length;) {
    let end = pieces.length;
    let item: DropItem | undefined;
    while (end > start && !item) {
      const run = pieces.slice(start, end--).join(' ');
      item = (await itemOf(run, options)) ?? (await itemOf(run.trim(), options));
    }
    if (!item) return undefined;
    items.push(item);
    start = end + 1;
  }
  return items;
}

async function itemOf(word: string, options: DropOptions): Promise<DropItem | undefined> {
  if (/^https?:/i.test(word)) return urlOf(word);
  const { platform } = options;
  const named = isFileUrl(word) ? pathOfFileUrl(word, platform) : checkPathName(word, platform);
  if (!named.ok || !isAbsolute(named.value, platform)) return undefined;
  for (const path of spellingsOf(named.value)) {
    if (await options.exists(path)) return { kind: 'path', path };
  }
  return undefined;
}

function isAbsolute(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^[A-Za-z]:[\\/]/.test(path) : path.startsWith('/');
}

// A link to a page stays text; only a URL that names an image or a sound is taken for a drop.
const mediaName = /\.(?:png|jpe?g|gif|webp|svg|pdf|wav|mp3|ogg|flac|m4a)$/i;

function urlOf(word: string): DropItem | undefined {
  if (/\s/.test(word) || !URL.canParse(word)) return undefined;
  return mediaName.test(new URL(word).pathname) ? { kind: 'url', url: word } : undefined;
}

// One name, several spellings: what a terminal pastes is not always what the file system stores. Bounded: at most a few
// dozen spellings per name, the pasted one first.
const narrowSpace = '\u202f';

/** macOS puts U+202F before AM and PM in screenshot names; terminals and hands turn it into a space. */
function spaces(name: string): readonly string[] {
  return [
    name,
    name.replace(/ (?=[AaPp]\.?[Mm])/g, narrowSpace),
    name.replaceAll(narrowSpace, ' '),
  ];
}

function apostrophes(name: string): readonly string[] {
  return [name, name.replaceAll("'", '\u2019'), name.replaceAll('\u2019', "'")];
}

/** Linux keeps both forms apart, macOS file names arrive decomposed. */
function forms(name: string): readonly string[] {
  return [name, name.normalize('NFC'), name.normalize('NFD')];
}

function spellingsOf(name: string): readonly string[] {
  return [...new Set(spaces(name).flatMap(apostrophes).flatMap(forms))];
}

// How terminals spell the paths of dropped files. Each reading turns the whole text into words or says that the text is
// not written that way; which reading is right is decided by the files that exist.

type Reading = (text: string) => readonly string[] | undefined;

/** kitty: one plain path per line. Also a single path that has spaces and no escapes (Alacritty). */
const asLines: Reading = (text) => {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  return lines.length > 0 ? lines : undefined;
};

/** Shell words: Ghostty's backslashes, VTE's and kitty's single quotes, double quotes. */
const asShellWords: Reading = (text) => {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (/[ \n\r]/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === '\\') {
      if (++at >= text.length) return undefined;
      word = (word ?? '') + text.charAt(at);
    } else if (char === "'" || char === '"') {
      const quote = char === "'" ? singleQuoted(text, at) : doubleQuoted(text, at);
      if (!quote) return undefined;
      word = (word ?? '') + quote.inside;
      at = quote.end;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  return words.length > 0 ? words : undefined;
};

interface Quote {
  readonly inside: string;
  readonly end: number;
}

function singleQuoted(text: string, start: number): Quote | undefined {
  const end = text.indexOf("'", start + 1);
  return end === -1 ? undefined : { inside: text.slice(start + 1, end), end };
}

function doubleQuoted(text: string, start: number): Quote | undefined {
  let inside = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return { inside, end: at };
    if (char === '\\' && /[\\"$`]/.test(text.charAt(at + 1))) at++;
    inside += text.charAt(at);
  }
  return undefined;
}

/** WezTerm: a backslash before spaces only, every other backslash is part of the name. */
const asEscapedSpaces: Reading = (text) => {
  const words = text
    .split(/(?<!\\)[ \n\r]/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('\\ ', ' '));
  return words.length > 0 ? words : undefined;
};

/** Windows: double quotes where there are spaces, backslashes are separators. */
const asWindowsWords: Reading = (text) => {
  const words = [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return words.length > 0 && !text.replaceAll(/"[^"]*"/g, '').includes('"') ? words : undefined;
};
