// Reads Ogg pages. The length of a stream is the granule of its last page; a page is found by its magic and believed
// only when it lies whole inside the file and belongs to the same stream.
import { accept, type Outcome } from '@percept/core';
import { spells, u16le, u24be, u32le, u64le, u8 } from '../bytes.ts';
import { corrupt } from '../verdict.ts';

interface Page {
  readonly granule: number;
  readonly serial: number;
  readonly data: number;
  readonly end: number;
  readonly isWhole: boolean;
}

function readPage(bytes: Uint8Array, at: number): Page | undefined {
  if (!spells(bytes, at, 'OggS') || at + 27 > bytes.length) return undefined;
  const segments = u8(bytes, at + 26);
  const data = at + 27 + segments;
  let end = data;
  for (let index = 0; index < segments; index++) end += u8(bytes, at + 27 + index);
  const granule = u64le(bytes, at + 6);
  return { granule, serial: u32le(bytes, at + 14), data, end, isWhole: end <= bytes.length };
}

export function sniffOgg(bytes: Uint8Array): 'sound' | 'video' | 'unknown' {
  const page = readPage(bytes, 0);
  const begins = (text: string): boolean => page !== undefined && spells(bytes, page.data, text);
  if (['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '].some(begins)) return 'sound';
  return ['\x80theora', 'BBCD'].some(begins) ? 'video' : 'unknown';
}

export function probeOgg(bytes: Uint8Array): Outcome<number | undefined> {
  const first = readPage(bytes, 0);
  if (!first?.isWhole) return corrupt('The Ogg file ends inside its first page.');
  const format = readFormat(bytes, first.data);
  if (!format) return corrupt('The Ogg file does not start with Vorbis, Opus, FLAC or Speex.');
  const last = walkPages(bytes, first);
  if (!last.ok) return last;
  const samples = Math.max(0, last.value - format.skip);
  const seconds = samples / format.clock;
  // No codec here lasts more than half a second per byte: a later granule is a lie, or a stream that was joined late.
  const isPlausible = seconds <= bytes.length / 2;
  return accept(isPlausible ? seconds : undefined);
}

/** The granule of the last page of the first stream. Pages follow each other without gaps, so this is one pass. */
function walkPages(bytes: Uint8Array, first: Page): Outcome<number> {
  let granule = 0;
  let at = first.end;
  while (at < bytes.length) {
    const page = readPage(bytes, at);
    if (!page) return corrupt('The Ogg file has bytes between its pages.');
    if (!page.isWhole) return corrupt('The Ogg file ends inside a page.');
    // All ones: no packet ends on this page.
    if (page.serial === first.serial && page.granule < 2 ** 63) granule = page.granule;
    at = page.end;
  }
  return accept(granule);
}

interface Format {
  /** Granules per second, and how many of them come before the sound. */
  readonly clock: number;
  readonly skip: number;
}

function readFormat(bytes: Uint8Array, at: number): Format | undefined {
  if (spells(bytes, at, '\x01vorbis')) return format(u8(bytes, at + 11), u32le(bytes, at + 12), 0);
  // Opus always counts in 48 kHz (RFC 7845, 4).
  if (spells(bytes, at, 'OpusHead'))
    return format(u8(bytes, at + 9), 48_000, u16le(bytes, at + 10));
  if (spells(bytes, at, '\x7fFLAC')) {
    const info = at + 17;
    return format(((u8(bytes, info + 12) >> 1) & 7) + 1, u24be(bytes, info + 10) >> 4, 0);
  }
  if (spells(bytes, at, 'Speex   ')) return format(u32le(bytes, at + 48), u32le(bytes, at + 36), 0);
  return undefined;
}

function format(channels: number, clock: number, skip: number): Format | undefined {
  return clock > 0 && channels > 0 ? { clock, skip } : undefined;
}
