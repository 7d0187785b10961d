// The type of a file is what its bytes are, never what its name or its sender says. The answer is one of a closed list,
// and everything that the door does not take has a name, so that the refusal can help.
import { bytes as bytesRule, checkOptions } from '@percept/core/internal/options';
import type { AudioType, SourceType } from '@percept/core';
import { afterId3, readAudioFrame, readVerifiedFrame } from './probe/audio/mpeg-frame.ts';
import { sniffOgg } from './probe/audio/ogg.ts';
import { spells, u16be, u8, fourCc, u32be } from './probe/bytes.ts';
import { hasLatePdf, sniffDocument, type DocumentType } from './probe/document.ts';
import {
  isForeignVideo,
  sniffForeignAudio,
  sniffForeignImage,
  type ForeignAudioFormat,
  type ForeignImageFormat,
} from './probe/foreign.ts';
import { beginsAs } from './probe/signature.ts';
import { maxSniffedSegments, maxMp4Brands } from './limits.ts';
import { after, afterDoctype } from '@percept/core/internal';
import { readMovie } from './probe/audio/mp4.ts';
import { readMatroska } from './probe/audio/webm.ts';

export { sniffLegacyText, type LegacyText } from './probe/legacy-text.ts';
export { refusalFor } from './probe/refusal-for.ts';

export type Sniffed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'image'; readonly mime: SourceType }
  | { readonly kind: 'audio'; readonly mime: AudioType }
  | { readonly kind: 'refused-image'; readonly format: ForeignImageFormat }
  | { readonly kind: 'refused-audio'; readonly format: ForeignAudioFormat }
  | { readonly kind: 'video' }
  | { readonly kind: 'vector'; readonly mime: 'image/svg+xml' }
  | { readonly kind: 'document'; readonly mime: DocumentType }
  | { readonly kind: 'text' }
  | { readonly kind: 'unknown' };

/** What is not taken at the door as it is. */
export type NotTaken = Exclude<Sniffed, { kind: 'image' | 'audio' }>;

/**
 * Best given the whole file; the first 4 KiB are enough for the types of pictures.
 * @example sniff(bytes) // { kind: 'image', mime: 'image/png' }
 */
export function sniff(bytes: Uint8Array): Sniffed {
  checkOptions('sniff', { bytes }, { bytes: bytesRule });
  if (bytes.length === 0) return { kind: 'empty' };
  return (
    sniffImage(bytes) ??
    sniffSound(bytes) ??
    sniffForeign(bytes) ??
    sniffWords(bytes) ?? { kind: 'unknown' }
  );
}

function sniffImage(bytes: Uint8Array): Sniffed | undefined {
  const mime = beginsAs(bytes);
  if (mime === 'image/jpeg' && isJpegLs(bytes)) return { kind: 'refused-image', format: 'jpeg-ls' };
  return mime && { kind: 'image', mime };
}

/** JPEG-LS shares the first bytes of JPEG; its frame header is SOF55, marker F7. */
function isJpegLs(bytes: Uint8Array): boolean {
  let at = 2;
  for (let count = 0; count < maxSniffedSegments && u8(bytes, at) === 0xff; count++) {
    const marker = u8(bytes, at + 1);
    if (marker === 0xf7) return true;
    const isTable = marker === 0xc4 || marker === 0xdb || marker === 0xdd || marker === 0xfe;
    if (!isTable && (marker < 0xe0 || marker > 0xef)) return false;
    at += 2 + u16be(bytes, at + 2);
  }
  return false;
}

function sniffSound(bytes: Uint8Array): Sniffed | undefined {
  const isWave =
    ['RIFF', 'RF64', 'BW64'].some((tag) => spells(bytes, 0, tag)) && spells(bytes, 8, 'WAVE');
  if (isWave) return { kind: 'audio', mime: 'audio/wav' };
  if (spells(bytes, 0, 'fLaC')) return { kind: 'audio', mime: 'audio/flac' };
  if (spells(bytes, 0, 'ID3')) return { kind: 'audio', mime: tagged(bytes) };
  if (spells(bytes, 0, 'OggS')) return soundOr(sniffOgg(bytes), 'audio/ogg');
  const iso = sniffIso(bytes);
  if (iso === 'sound' || iso === 'video') return soundOr(iso, 'audio/mp4');
  if (iso) return foreign(iso);
  const matroska = sniffMatroska(bytes);
  if (matroska) return soundOr(matroska, 'audio/webm');
  const frame = readVerifiedFrame(bytes, 0);
  return frame && { kind: 'audio', mime: frame.mime };
}

function soundOr(found: 'sound' | 'video' | 'unknown', mime: AudioType): Sniffed {
  return found === 'sound' ? { kind: 'audio', mime } : { kind: found };
}

/** An ID3 tag may stand before any of three streams; a tag that reaches past the end is judged by the probe. */
function tagged(bytes: Uint8Array): AudioType {
  const start = afterId3(bytes);
  if (spells(bytes, start, 'fLaC')) return 'audio/flac';
  return readAudioFrame(bytes, start)?.mime ?? 'audio/mpeg';
}

/** Formats that are decoded here, though no file of theirs ever leaves. */
const decoded: Partial<Readonly<Record<ForeignImageFormat, SourceType>>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/vnd.microsoft.icon',
  tiff: 'image/tiff',
};

function foreign(format: ForeignImageFormat): Sniffed {
  const mime = decoded[format];
  return mime ? { kind: 'image', mime } : { kind: 'refused-image', format };
}

function sniffForeign(bytes: Uint8Array): Sniffed | undefined {
  const document = sniffDocument(bytes);
  if (document) return { kind: 'document', mime: document };
  const image = sniffForeignImage(bytes);
  if (image) return foreign(image);
  const audio = sniffForeignAudio(bytes);
  if (audio) return { kind: 'refused-audio', format: audio };
  return isForeignVideo(bytes) ? { kind: 'video' } : undefined;
}

function sniffWords(bytes: Uint8Array): Sniffed | undefined {
  const text = sniffText(bytes);
  if (text && isSvg(bytes, text)) return { kind: 'vector', mime: 'image/svg+xml' };
  if (hasLatePdf(bytes)) return { kind: 'document', mime: 'application/pdf' };
  return text && { kind: 'text' };
}

/** How much of a file is looked at: enough for any honest prologue, and a bound for the rest. */
const textWindow = 1024 * 1024;
const prologueWindow = 64 * 1024;

type Text = { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' };

/** The encoding when the bytes are text: valid UTF-8 without NUL, or UTF-16 with its mark. */
function sniffText(bytes: Uint8Array): Text | undefined {
  const head = bytes.subarray(0, textWindow);
  if (head[0] === 0xff && head[1] === 0xfe) return decodes(head, 'utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return decodes(head, 'utf-16be');
  if (bytes.includes(0)) return undefined;
  return decodes(head, 'utf-8');
}

function decodes(bytes: Uint8Array, encoding: Text['encoding']): Text | undefined {
  const text = decode(bytes, encoding);
  return text === undefined || text.includes('\0') ? undefined : { encoding };
}

/** A window may cut a character in two, so the end is left open; what is before it must be valid. */
function decode(bytes: Uint8Array, encoding: Text['encoding']): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** True when the root element of the text is `svg`, with or without a namespace prefix. */
function isSvg(bytes: Uint8Array, { encoding }: Text): boolean {
  const text = decode(bytes.subarray(0, prologueWindow), encoding);
  return (
    text !== undefined &&
    /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg[\s/>]/.test(text.slice(skipPrologue(text)))
  );
}

/** Where the root element starts. Each step moves forward over one construct, so this is linear. */
function skipPrologue(text: string): number {
  let at = 0;
  while (at < text.length) {
    const blank = /[^\s\uFEFF]/g;
    blank.lastIndex = at;
    at = blank.exec(text)?.index ?? text.length;
    if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterDoctype(text, at);
    else return at;
  }
  return text.length;
}

type Family = 'sound' | 'video' | 'avif' | 'heic' | 'camera-raw';

const soundBrands: ReadonlySet<string> = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ']);
const videoBrands: ReadonlySet<string> = new Set(['M4V ', 'M4VH', 'M4VP', 'F4V ', 'F4P ']);
const heicBrands: ReadonlySet<string> = new Set(
  'heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1'.split(' '),
);

/** A container of sound, video or stills, by what is in it: its brand names its pictures, its tracks say whether it is only heard. */
function sniffIso(bytes: Uint8Array): Family | undefined {
  if (!spells(bytes, 4, 'ftyp')) return undefined;
  const brands = [fourCc(bytes, 8)];
  const end = Math.min(u32be(bytes, 0), bytes.length, 16 + maxMp4Brands * 4);
  for (let at = 16; at + 4 <= end; at += 4) brands.push(fourCc(bytes, at));
  const [major = ''] = brands;
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  if (major === 'crx ') return 'camera-raw';
  if (heicBrands.has(major)) return 'heic';
  const movie = readMovie(bytes);
  if (movie) return movie.hasVideo || !movie.hasSound ? 'video' : 'sound';
  if (videoBrands.has(major)) return 'video';
  if (soundBrands.has(major)) return 'sound';
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : 'video';
}

function sniffMatroska(bytes: Uint8Array): 'sound' | 'video' | undefined {
  if (!spells(bytes, 0, '\x1a\x45\xdf\xa3')) return undefined;
  const file = readMatroska(bytes);
  return file && file.hasSound && !file.hasVideo ? 'sound' : 'video';
}
