// Finds media that was smuggled into text, also where somebody stringified it: whole media parts, bytes written as numbers,
// JSON inside JSON. A list of files is not taken for a list of media: a part counts only when there is media in it.
import { isRecord } from '../parse/read.ts';
import { looksLikeBase64, overBase64, overBytes } from './base64.ts';
import { readNumbers } from './data.ts';
import { kindOfType, type Media } from './media.ts';
import { peek } from './peek.ts';
import { inProse, type Piece } from './prose.ts';
import { readSpelling } from './spelling.ts';

/** No model takes more pictures in one text; what comes after them is told in a word. */
const maxPayloadsPerText = 1_000;

/** Undefined when the text is only text, which is nearly always. */
export function findPayloads(text: string): readonly Piece[] | undefined {
  const pieces = text.length < 24 ? undefined : findIn(text, 0);
  return pieces && capped(pieces);
}

function capped(pieces: readonly Piece[]): readonly Piece[] {
  let payloads = 0;
  const end = pieces.findIndex(
    (piece) => piece.kind === 'payload' && ++payloads > maxPayloadsPerText,
  );
  if (end < 0) return pieces;
  return [...pieces.slice(0, end), { kind: 'text', text: inWords(pieces.slice(end)) }];
}

/** The text with a marker where media stood. */
function inWords(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : marker)).join('');
}

function findIn(text: string, depth: number): readonly Piece[] | undefined {
  return (
    inJson(text, depth) ??
    inLines(text, depth) ??
    inProse(text.includes('\\/') ? text.replaceAll('\\/', '/') : text)
  );
}

/** At the start of any line. Only blanks of that line are skipped, so that no blank is looked at from two lines. */
const startsJson = /^[^\S\n\r\u2028\u2029]*[[{"]/m;

/** Several outputs that were joined: a line of its own may be JSON when the whole is not. */
function inLines(text: string, depth: number): readonly Piece[] | undefined {
  if (!text.includes('\n') || !startsJson.test(text)) return undefined;
  const pieces: Piece[] = [];
  let found = false;
  let prose: string[] = [];
  const flush = () => {
    const passage = prose.join('\n');
    prose = [];
    if (passage === '') return;
    const found = inProse(passage);
    if (!found) pieces.push({ kind: 'text', text: passage });
    else for (const piece of found) pieces.push(piece);
  };
  for (const line of text.split('\n')) {
    const media = inJson(line, depth);
    if (!media) {
      prose.push(line);
      continue;
    }
    found = true;
    if (prose.length > 0) prose.push('');
    flush();
    for (const piece of media) pieces.push(piece);
  }
  flush();
  return found ? pieces : undefined;
}

/** JSON inside JSON, and lists inside lists, deeper than this are read as prose. */
const deepest = 32;
/** Lists inside lists deeper than this, below that, are not written again: writing them takes a stack. */
const deepestWritten = 512;

/** A text that is JSON and has media in it: the media as pieces, and what is left of the JSON as text. */
function inJson(text: string, depth: number): readonly Piece[] | undefined {
  const first = /^\s*([[{"])/.exec(text)?.[1];
  if (first === undefined || depth > deepest || !mayHoldMedia(text)) return undefined;
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const payloads: Piece[] = [];
  const rest = strip(value, payloads, depth);
  if (payloads.length === 0) return undefined;
  return [...leftover(value, rest), ...payloads];
}

/** Cheap, and looser than what follows: quotes may be escaped any number of times. */
function mayHoldMedia(text: string): boolean {
  return /type|base64|media:sha256-|inline_?data|"0\\*"\s*:\s*\d|\[\s*(?:137|255|71|82|37)\s*,|[A-Za-z0-9+/_-]{28}/i.test(
    text,
  );
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A list of parts says its texts one after the other; anything else stays JSON, without its media. */
function leftover(value: unknown, rest: unknown): readonly Piece[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const partsOnly = items.every((item) => isRecord(item) && (isText(item) || isMediaPart(item)));
  if (!partsOnly) {
    const text = `${typeof rest === 'string' ? rest : JSON.stringify(rest)}\n`;
    return inProse(text) ?? [{ kind: 'text', text }];
  }
  const words = items.flatMap((item) =>
    isRecord(item) && typeof item['text'] === 'string' ? [item['text']] : [],
  );
  return words.length > 0 ? [{ kind: 'text', text: `${words.join('\n')}\n` }] : [];
}

function isMediaPart(item: Readonly<Record<string, unknown>>): boolean {
  const spelled = readSpelling(item);
  return spelled !== undefined && isEvident(spelled.media);
}

function isText(item: Readonly<Record<string, unknown>>): boolean {
  return item['type'] === 'text' && typeof item['text'] === 'string';
}

const marker = '[media]';
const tooDeep = '[nested too deep]';

function strip(value: unknown, payloads: Piece[], depth: number): unknown {
  if (typeof value === 'string') return stripText(value, payloads, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return isShallow(value, deepestWritten) ? value : tooDeep;
  const media = readSpelling(value)?.media ?? fromNumbers(value);
  if (media && isEvident(media)) {
    payloads.push({ kind: 'payload', media, letters: 0 });
    return marker;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => strip(item, payloads, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, strip(item, payloads, depth + 1)]),
  );
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

/** Whether there really is media: `{"type":"file","name":"a.ts"}` is the line of a directory. */
function isEvident({ data, mime, kind }: Media): boolean {
  switch (data.kind) {
    case 'blob':
      return true;
    case 'bytes':
      return peek(overBytes(data.bytes)).mime !== undefined;
    case 'base64':
      if (!looksLikeBase64(data.base64)) return false;
      if (peek(overBase64(data.base64)).mime !== undefined) return true;
      return mime !== undefined && /^(?:image|audio|video)\/|^application\/pdf/.test(mime);
    case 'url':
      return kind === 'image' && mime !== undefined && /^https?:/i.test(data.url);
    case 'handle':
    case 'nothing':
      return false;
  }
}

function fromNumbers(value: unknown): Media | undefined {
  const bytes = readNumbers(value);
  const mime = bytes && peek(overBytes(bytes)).mime;
  return bytes && mime !== undefined
    ? { kind: kindOfType(mime), mime, data: { kind: 'bytes', bytes } }
    : undefined;
}

function stripText(text: string, payloads: Piece[], depth: number): string {
  const pieces = findIn(text, depth + 1);
  if (!pieces) return text;
  for (const piece of pieces) if (piece.kind === 'payload') payloads.push(piece);
  return inWords(pieces);
}
