// Finds base64, data URLs and `media:` references in running text. One pass: prose is skipped in strides, every run of
// letters is looked at once, and nothing is decoded but a header.
import { isBase64Letter, overBase64 } from './base64.ts';
import { readData } from './data.ts';
import { kindOfType, type Media } from './media.ts';
import { peek } from './peek.ts';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** Media that stood in the text, or base64 of nothing we know (`media` is then undefined). */
  | { readonly kind: 'payload'; readonly media?: Media; readonly letters: number };

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

/** The pieces of a text that holds media, or undefined. */
export function inProse(text: string): readonly Piece[] | undefined {
  const found = [...references(text), ...shortDataUrls(text), ...runs(text)];
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

/** Behind a prefix that says what it is, a handful of letters is a payload, too. */
function* shortDataUrls(text: string): Iterable<Found> {
  if (!text.includes(';base64,')) return;
  for (const match of text.matchAll(
    /data:([\w.+-]{1,64}\/[\w.+-]{1,64});base64,([A-Za-z0-9+/]{16,27}={0,2})(?![A-Za-z0-9+/])/g,
  )) {
    const [whole, mime, base64 = ''] = match;
    yield {
      start: match.index,
      end: match.index + whole.length,
      piece: { kind: 'payload', letters: base64.length, media: mediaOf(base64, mime) },
    };
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
    // A word of prose: too short by itself, and not behind the comma of a data URL.
    const isWord = end - start < shortestRun && text[start - 1] !== ',';
    const found = isWord ? undefined : payloadAt(text, start, end);
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
