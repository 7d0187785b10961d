// Finds media that was smuggled into text: base64, data URLs, `media:` references, bytes written as numbers, and whole
// media parts that somebody stringified. One pass over the text; prose is skipped in strides and is never parsed.
import { isRecord } from '../parse/read.ts';
import { isBase64Letter, overBase64, overBytes } from './base64.ts';
import { readData, readNumbers } from './data.ts';
import { kindOfType, type Media } from './media.ts';
import { peek } from './peek.ts';
import { readSpelling } from './spelling.ts';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** Media that stood in the text, or base64 of nothing we know (`media` is then undefined). */
  | { readonly kind: 'payload'; readonly media?: Media; readonly letters: number };

/** Undefined when the text is only text, which is nearly always. */
export function findPayloads(text: string): readonly Piece[] | undefined {
  if (text.length < 24) return undefined;
  return findIn(text, 0);
}

function findIn(text: string, depth: number): readonly Piece[] | undefined {
  return (
    inJson(text, depth) ??
    inLines(text, depth) ??
    inProse(text.includes('\\/') ? text.replaceAll('\\/', '/') : text)
  );
}

/** Several outputs that were joined: a line of its own may be JSON when the whole is not. */
function inLines(text: string, depth: number): readonly Piece[] | undefined {
  if (!/^\s*[[{"]/m.test(text) || !text.includes('\n')) return undefined;
  const pieces: Piece[] = [];
  let found = false;
  let prose: string[] = [];
  const flush = () => {
    const passage = prose.join('\n');
    if (passage !== '') pieces.push(...(inProse(passage) ?? [{ kind: 'text', text: passage }]));
    prose = [];
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
    pieces.push(...media);
  }
  flush();
  return found ? pieces : undefined;
}

/** Starts of base64 of PNG, JPEG, GIF, RIFF, PDF, SVG and XML: a short run is a payload if it begins like one of them. */
const knownHeads = ['iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR', 'JVBERi0', 'PHN2Zy', 'PD94bWwg'];
/** Shorter than this is looked at only behind a `data:` prefix. */
const shortestRun = 28;
/** An unbroken run of letters of this length is a payload even when we do not know the file. */
const longRun = 512;
const wrappedLine = 60;
/** In lines of equal length, less is enough. */
const wrappedRun = 6 * wrappedLine;
const dataPrefix = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.=-]+)*;base64,$/i;
const reference = /media:sha256-[0-9a-f]{8,64}/g;

function inProse(text: string): readonly Piece[] | undefined {
  const found = [...references(text), ...runs(text)];
  if (found.length === 0) return undefined;
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end, piece } of found.toSorted((a, b) => a.start - b.start)) {
    if (start < done) continue;
    if (start > done) pieces.push({ kind: 'text', text: text.slice(done, start) });
    pieces.push(piece);
    done = end;
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) });
  return pieces;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly piece: Piece;
}

function* references(text: string): Iterable<Found> {
  if (!text.includes('media:sha256-')) return;
  for (const match of text.matchAll(reference)) {
    const { data } = readData(match[0]);
    const piece: Piece = {
      kind: 'payload',
      media: { kind: 'image', mime: 'image', data },
      letters: match[0].length,
    };
    yield { start: match.index, end: match.index + match[0].length, piece };
  }
}

/** Looks at one letter in `shortestRun`: a run that long must cover one of them. */
function* runs(text: string): Iterable<Found> {
  let at = shortestRun - 1;
  let floor = 0;
  while (at < text.length) {
    if (!isBase64Letter(text.charCodeAt(at))) {
      at += shortestRun;
      continue;
    }
    let start = at;
    while (start > floor && isBase64Letter(text.charCodeAt(start - 1))) start -= 1;
    // The letter of an escaped line break is not the payload's.
    if (text[start - 1] === '\\' && /[nrt]/.test(text.charAt(start))) start += 1;
    let end = at + 1;
    while (end < text.length && isBase64Letter(text.charCodeAt(end))) end += 1;
    end = wrappedEnd(text, start, end);
    while (text[end] === '=') end += 1;
    const found = payloadAt(text, start, end);
    if (found) yield found;
    floor = end;
    at = end + shortestRun - 1;
  }
}

/** `base64 file.png` breaks its lines at 76 letters, PEM at 64; the break may have been escaped on its way. */
function wrappedEnd(text: string, start: number, firstEnd: number): number {
  const width = firstEnd - start;
  if (width < wrappedLine || width > 76) return firstEnd;
  let end = firstEnd;
  for (;;) {
    const next = breakAt(text, end);
    if (next === undefined) return end;
    let line = next;
    while (line < text.length && line - next <= width && isBase64Letter(text.charCodeAt(line)))
      line += 1;
    if (line === next || line - next > width) return end;
    end = line;
    if (line - next < width) return end;
  }
}

function breakAt(text: string, at: number): number | undefined {
  for (const lineBreak of ['\r\n', '\n', String.raw`\r\n`, String.raw`\n`])
    if (text.startsWith(lineBreak, at)) return at + lineBreak.length;
  return undefined;
}

function payloadAt(text: string, start: number, end: number): Found | undefined {
  const prefix = dataPrefix.exec(text.slice(Math.max(0, start - 128), start));
  if (prefix) {
    const media = mediaOf(text.slice(start, end), prefix[1]);
    return {
      start: start - prefix[0].length,
      end,
      piece: { kind: 'payload', letters: end - start, media },
    };
  }
  const run = text.slice(start, end);
  const base64 = /\s|\\/.test(run) ? run.replaceAll(/\\[rn]|\s/g, '') : run;
  const skip = headAt(base64);
  if (skip !== undefined && base64.length - skip >= shortestRun) {
    return {
      start: start + skip,
      end,
      piece: { kind: 'payload', letters: end - start, media: mediaOf(base64.slice(skip)) },
    };
  }
  if (base64.length < (base64 === run ? longRun : wrappedRun) || !looksRandom(base64))
    return undefined;
  return { start, end, piece: { kind: 'payload', letters: end - start } };
}

/** Where a known file begins: at the start, or behind a word that ends in one of the URL-safe letters (`image-iVBORw0…`). */
function headAt(base64: string): number | undefined {
  const starts = [0, ...[...base64.slice(0, 64).matchAll(/[-_]/g)].map((match) => match.index + 1)];
  return starts.find((start) => knownHeads.some((head) => base64.startsWith(head, start)));
}

/** Digests, rules of dashes and repeated letters are long runs too. */
function looksRandom(run: string): boolean {
  const sample = run.slice(0, longRun);
  return /[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9]/.test(run) && new Set(sample).size >= 24;
}

function mediaOf(base64: string, declared?: string): Media {
  const mime = declared ?? peek(overBase64(base64)).mime;
  return {
    kind: kindOfType(mime ?? 'file'),
    data: { kind: 'base64', base64 },
    ...(mime !== undefined && { mime }),
  };
}

const deepest = 12;

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
  const partsOnly = items.every(
    (item) => isRecord(item) && (isText(item) || readSpelling(item) !== undefined),
  );
  if (!partsOnly)
    return [{ kind: 'text', text: `${typeof rest === 'string' ? rest : JSON.stringify(rest)}\n` }];
  const words = items.flatMap((item) =>
    isRecord(item) && typeof item['text'] === 'string' ? [item['text']] : [],
  );
  return words.length > 0 ? [{ kind: 'text', text: `${words.join('\n')}\n` }] : [];
}

function isText(item: Readonly<Record<string, unknown>>): boolean {
  return item['type'] === 'text' && typeof item['text'] === 'string';
}

const marker = '[media]';

function strip(value: unknown, payloads: Piece[], depth: number): unknown {
  if (typeof value === 'string') return stripText(value, payloads, depth);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  const media = readSpelling(value)?.media ?? fromNumbers(value);
  if (media && media.data.kind !== 'handle' && !isMarker(media)) {
    payloads.push({ kind: 'payload', media, letters: 0 });
    return marker;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => strip(item, payloads, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, strip(item, payloads, depth + 1)]),
  );
}

/** A part whose payload was taken out of a text before. */
function isMarker({ data }: Media): boolean {
  return data.kind === 'base64' && data.base64.includes(marker);
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
  const words: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'payload') payloads.push(piece);
    words.push(piece.kind === 'text' ? piece.text : marker);
  }
  return words.join('');
}
