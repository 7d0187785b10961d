// What a file's own bytes say about it: type, size and whether it ends where it should. Only headers and the tail are
// read, each marker once, so the cost does not depend on the length of the file or on what is in it.
import type { Bytes } from './base64.ts';
import type { MediaFacts } from './media.ts';
import { maxPeekedSegments } from '../limits.ts';

const tailBytes = 4_096;

export function peek(bytes: Bytes): MediaFacts {
  return { ...read(bytes), bytes: bytes.length };
}

function read(b: Bytes): Omit<MediaFacts, 'bytes'> {
  if (starts(b, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return png(b);
  if (starts(b, 0, 0xff, 0xd8, 0xff)) return jpeg(b);
  if (says(b, 0, 'GIF8')) return gif(b);
  if (says(b, 0, 'RIFF')) return riff(b);
  if (says(b, 0, '%PDF-')) return { mime: 'application/pdf', complete: b.length > 64 };
  if (says(b, 4, 'ftyp')) return boxes(b);
  if (says(b, 0, 'OggS')) return whole('audio/ogg');
  if (says(b, 0, 'fLaC')) return whole('audio/flac');
  if (says(b, 0, 'ID3')) return whole('audio/mpeg');
  if (b.at(0) === 0xff && (b.at(1) & 0xf6) === 0xf0) return whole('audio/aac');
  if (b.at(0) === 0xff && (b.at(1) & 0xe0) === 0xe0) return whole('audio/mpeg');
  if (says(b, 0, 'II*\0') || says(b, 0, 'MM\0*')) return whole('image/tiff');
  if (says(b, 0, 'BM') && little(b, 2, 4) === b.length) return bmp(b);
  if (isMarkup(b)) return whole('image/svg+xml');
  return { complete: true };
}

function whole(mime: string): Omit<MediaFacts, 'bytes'> {
  return { mime, complete: true };
}

function png(b: Bytes): Omit<MediaFacts, 'bytes'> {
  const width = big(b, 16, 4);
  const height = big(b, 20, 4);
  const complete = says(b, 12, 'IHDR') && width > 0 && height > 0 && endsWith(b, 'IEND');
  return { mime: 'image/png', ...sized(width, height), complete };
}

function gif(b: Bytes): Omit<MediaFacts, 'bytes'> {
  const complete = b.length > 13 && seekBack(b, (at) => b.at(at) === 0x3b);
  return { mime: 'image/gif', ...sized(little(b, 6, 2), little(b, 8, 2)), complete };
}

function jpeg(b: Bytes): Omit<MediaFacts, 'bytes'> {
  const complete = seekBack(b, (at) => b.at(at) === 0xff && b.at(at + 1) === 0xd9);
  let at = 2;
  for (let segments = 0; segments < maxPeekedSegments && at + 8 < b.length; segments++) {
    if (b.at(at) !== 0xff) break;
    const marker = b.at(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { mime: 'image/jpeg', ...sized(big(b, at + 7, 2), big(b, at + 5, 2)), complete };
    // Scan data and the end come after the frame header, or there is none.
    if (marker === 0xda || marker === 0xd9) break;
    at += 2 + Math.max(2, big(b, at + 2, 2));
  }
  return { mime: 'image/jpeg', complete: false };
}

/** SOF0 to SOF15, without the tables that share their range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function riff(b: Bytes): Omit<MediaFacts, 'bytes'> {
  if (says(b, 8, 'WAVE')) return whole('audio/wav');
  if (!says(b, 8, 'WEBP')) return { complete: true };
  const complete = little(b, 4, 4) + 8 <= b.length;
  return { mime: 'image/webp', ...webpSize(b), complete };
}

function webpSize(b: Bytes): Pick<MediaFacts, 'width' | 'height'> {
  if (says(b, 12, 'VP8X')) return sized(little(b, 24, 3) + 1, little(b, 27, 3) + 1);
  if (says(b, 12, 'VP8L')) {
    const bits = little(b, 21, 4);
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (says(b, 12, 'VP8 ')) return sized(little(b, 26, 2) & 0x3fff, little(b, 28, 2) & 0x3fff);
  return {};
}

/** A negative height is one that is counted from the top. */
function bmp(b: Bytes): Omit<MediaFacts, 'bytes'> {
  const isOld = little(b, 14, 4) === 12;
  const width = isOld ? little(b, 18, 2) : little(b, 18, 4);
  const height = isOld ? little(b, 20, 2) : Math.abs(little(b, 22, 4) | 0);
  return { mime: 'image/bmp', ...sized(width, height), complete: true };
}

function boxes(b: Bytes): Omit<MediaFacts, 'bytes'> {
  const mime = boxType(b);
  return { mime, ...(mime.startsWith('image/') && boxedSize(b)), complete: true };
}

/**
 * The largest size among the properties of items: a part of a grid, and a thumbnail, is smaller than its picture. So all of
 * them are read, or there is no size.
 */
function boxedSize(b: Bytes): Pick<MediaFacts, 'width' | 'height'> {
  const meta = boxIn(b, 'meta', 0, b.length);
  // Behind its version and flags.
  const items = meta && boxIn(b, 'iprp', meta.start + 4, meta.end);
  const properties = items && boxIn(b, 'ipco', items.start, items.end);
  if (!properties) return {};
  let [width, height, isTurned, end] = [0, 0, false, properties.start];
  for (const box of boxesIn(b, properties.start, properties.end)) {
    end = box.end;
    if (box.type === 'irot') isTurned = b.at(box.start) % 2 === 1;
    if (box.type !== 'ispe') continue;
    const [itsWidth, itsHeight] = [big(b, box.start + 4, 4), big(b, box.start + 8, 4)];
    if (itsWidth * itsHeight > width * height) [width, height] = [itsWidth, itsHeight];
  }
  if (end !== properties.end) return {};
  return isTurned ? sized(height, width) : sized(width, height);
}

interface Box {
  readonly type: string;
  /** Of what is in it. */
  readonly start: number;
  readonly end: number;
}

function boxIn(b: Bytes, type: string, from: number, end: number): Box | undefined {
  for (const box of boxesIn(b, from, end)) if (box.type === type) return box;
  return undefined;
}

/** As far as they are boxes that end within what is around them; each is passed over by its length. */
function* boxesIn(b: Bytes, from: number, end: number): Generator<Box> {
  let at = from;
  for (let count = 0; count < maxPeekedSegments && at + 8 <= end; count++) {
    const size = big(b, at, 4);
    // 1: the length stands behind the type, in 64 bits. 0: to the end (ISO/IEC 14496-12 §4.2).
    const start = at + (size === 1 ? 16 : 8);
    const next = size === 0 ? end : at + (size === 1 ? big(b, at + 8, 8) : size);
    if (next < start || next > end) return;
    yield { type: letters(b, at + 4), start, end: next };
    at = next;
  }
}

function boxType(b: Bytes): string {
  if (says(b, 8, 'avif') || says(b, 8, 'avis')) return 'image/avif';
  if (says(b, 8, 'hei') || says(b, 8, 'hev') || says(b, 8, 'mif1')) return 'image/heic';
  if (says(b, 8, 'M4A')) return 'audio/mp4';
  return 'video/mp4';
}

/** An `<svg` in the first bytes, whatever prologue stands before it. */
function isMarkup(b: Bytes): boolean {
  let text = '';
  for (let at = 0; at < Math.min(512, b.length); at++)
    text += String.fromCharCode(Math.max(0, b.at(at)));
  return /^\s*(?:\u00ef\u00bb\u00bf)?\s*</.test(text) && text.includes('<svg');
}

function sized(width: number, height: number): Pick<MediaFacts, 'width' | 'height'> {
  return width > 0 && height > 0 ? { width, height } : {};
}

function starts(b: Bytes, at: number, ...values: readonly number[]): boolean {
  return values.every((value, index) => b.at(at + index) === value);
}

function says(b: Bytes, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index++)
    if (b.at(at + index) !== word.charCodeAt(index)) return false;
  return true;
}

function letters(b: Bytes, at: number): string {
  const codes = [b.at(at), b.at(at + 1), b.at(at + 2), b.at(at + 3)];
  return String.fromCharCode(...codes.map((code) => Math.max(0, code)));
}

function endsWith(b: Bytes, word: string): boolean {
  return seekBack(b, (at) => says(b, at, word));
}

function seekBack(b: Bytes, found: (at: number) => boolean): boolean {
  for (let at = b.length - 1; at >= Math.max(0, b.length - tailBytes); at--)
    if (found(at)) return true;
  return false;
}

function big(b: Bytes, at: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index++) value = value * 256 + Math.max(0, b.at(at + index));
  return value;
}

function little(b: Bytes, at: number, count: number): number {
  let value = 0;
  for (let index = count - 1; index >= 0; index--)
    value = value * 256 + Math.max(0, b.at(at + index));
  return value;
}
