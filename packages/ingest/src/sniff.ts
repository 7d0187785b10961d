// The type of a file is what its bytes are, never what its name or its sender says. The answer is one of a closed list,
// and everything that the door does not take has a name, so that the refusal can help.
import { bytes as bytesRule, checkOptions } from '@percept/core/internal/options';
import type { AudioType, SourceType } from '@percept/core';
import { sniffIso, sniffMatroska } from './probe/audio/family.ts';
import { afterId3, readAudioFrame, readVerifiedFrame } from './probe/audio/mpeg-frame.ts';
import { sniffOgg } from './probe/audio/ogg.ts';
import { spells, u16be, u8 } from './probe/bytes.ts';
import { hasLatePdf, sniffDocument, type DocumentType } from './probe/document.ts';
import {
  isForeignVideo,
  sniffForeignAudio,
  sniffForeignImage,
  type ForeignAudioFormat,
  type ForeignImageFormat,
} from './probe/foreign.ts';
import { isSvg, sniffText } from './probe/markup.ts';
import { beginsAs } from './probe/signature.ts';
import { maxSniffedSegments } from './limits.ts';

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
