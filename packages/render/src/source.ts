// What a source is, by its bytes first: a name can only say which kind of text a text is. A file that lies gets what its
// bytes are.
import { accept, refuse, type Outcome, type SourceType } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { refusalFor, sniff, sniffLegacyText } from '@percept/ingest/internal/sniff';
import { gunzipSync } from 'node:zlib';
import type { RenderLimits } from './limits.ts';
import type { RenderSource } from './renderer.ts';
import { declaresEncoding, decodeMarkup } from './svg/decode.ts';
import type { Warning } from './rendering.ts';
import { textTypeOf } from './text-type.ts';

export type Classified =
  /** Has pixels already: it needs the door and `read`, no renderer. */
  | { readonly kind: 'raster'; readonly mime: SourceType }
  /** Needs `render`. */
  | {
      readonly kind: 'renderable';
      readonly source: RenderSource;
      /** What is to be said besides what the renderer says. */
      readonly warnings: readonly Warning[];
    };

export interface NamedBytes {
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/** @example classify({ bytes, name: 'chart.svg' }, renderLimits) */
export function classify({ bytes, name }: NamedBytes, limits: RenderLimits): Outcome<Classified> {
  if (bytes.length > limits.maxSourceBytes) {
    const hint = 'Look at a smaller file, or read a part of it as text.';
    return refuse(overLimit('maxSourceBytes', limits.maxSourceBytes, bytes.length, hint));
  }
  const sniffed = sniff(bytes);
  const renderable = (
    mime: string,
    content = bytes,
    warnings: readonly Warning[] = [],
  ): Outcome<Classified> =>
    accept({
      kind: 'renderable',
      source: { bytes: content, mime, ...(name !== undefined && { name }) },
      warnings,
    });
  const text = (decoded: Utf8Text): Outcome<Classified> =>
    renderable(textTypeOf(name, decoded.bytes), decoded.bytes, decoded.warnings);
  switch (sniffed.kind) {
    case 'image':
      return accept({ kind: 'raster', mime: sniffed.mime });
    case 'vector':
      return renderable(sniffed.mime);
    case 'text':
      return text(markedText(bytes));
    case 'document': {
      if (sniffed.mime !== 'application/gzip') return renderable(sniffed.mime);
      const inflated = inflateSvg(bytes, limits);
      return inflated.ok ? renderable('image/svg+xml', inflated.value) : inflated;
    }
    case 'audio':
      return refuse({
        refused: 'unperceivable',
        message: `This is sound (${sniffed.mime}): there is nothing to see.`,
        hint: 'listen, or percept transcribe, tells what is in it.',
      });
    case 'empty':
    case 'refused-image':
    case 'refused-audio':
    case 'video':
      return refuse(refusalFor(sniffed));
    case 'unknown': {
      const drawing = bytes.length > limits.maxSvgBytes ? undefined : recodeDrawing(bytes);
      if (drawing) return renderable('image/svg+xml', drawing);
      const decoded = guessedText(bytes);
      return decoded ? text(decoded) : refuse(refusalFor(sniffed));
    }
  }
}

/** A drawing that declares an encoding other than UTF-8, as UTF-8. */
function recodeDrawing(bytes: Uint8Array): Uint8Array | undefined {
  const text = declaresEncoding(bytes) ? decodeMarkup(bytes) : undefined;
  if (!text?.ok) return undefined;
  const recoded = new TextEncoder().encode(text.value.replace(/^\s*<\?xml[^>]{0,200}\?>/, ''));
  return sniff(recoded).kind === 'vector' ? recoded : undefined;
}

/** A compressed drawing, inflated under the cap that holds for drawings; any other gzip stays closed. */
function inflateSvg(bytes: Uint8Array, limits: RenderLimits): Outcome<Uint8Array> {
  const max = limits.maxSvgBytes;
  if (bytes.length > max) return refuse(refusalFor({ kind: 'document', mime: 'application/gzip' }));
  try {
    const content = new Uint8Array(gunzipSync(bytes, { maxOutputLength: max }));
    if (sniff(content).kind === 'vector') return accept(content);
    return refuse(refusalFor({ kind: 'document', mime: 'application/gzip' }));
  } catch (error) {
    if (error instanceof RangeError) {
      const hint = 'Send a smaller drawing; what a compressed file unpacks to is bounded.';
      return refuse(overLimit('maxSvgBytes', max, max + 1, hint));
    }
    return refuse({
      refused: 'corrupt',
      message: 'The compressed file ends too early or is damaged.',
      hint: 'Save or export the file again, and send that copy.',
    });
  }
}

// Every renderer of text gets UTF-8. What is in another encoding is decoded here, once: by its mark where it has one, and by
// the most common encoding of one byte where it is text without a mark and no UTF-8. The latter is a guess, and is said.

interface Utf8Text {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** Bytes that were found to be text in UTF-8, or in UTF-16 with its mark. */
function markedText(bytes: Uint8Array): Utf8Text {
  // Whether the end belongs to a character was left open, because a window may cut one; a file must not.
  const guessed = endsInside(bytes) ? guessedText(bytes) : undefined;
  return guessed ?? { bytes: asUtf8(bytes), warnings: [] };
}

/** The last bytes begin a character of UTF-8 and do not end it. */
function endsInside(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff || bytes[0] === 0xfe) return false;
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return byte >= 0xc2 && back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);
  }
  return false;
}

/** Bytes that are no UTF-8; undefined when they do not look like text either. */
function guessedText(bytes: Uint8Array): Utf8Text | undefined {
  const form = sniffLegacyText(bytes);
  if (form === undefined) return undefined;
  const [text, message] =
    form === 'broken-utf-8'
      ? [
          asUtf8(bytes),
          'The text is UTF-8 with bytes that belong to no character; they are shown by their number.',
        ]
      : [
          fromOneByte(bytes),
          'The text is no UTF-8 and declares no encoding: it was read as windows-1252, and letters may be others.',
        ];
  return { bytes: text, warnings: [{ kind: 'encoding-guessed', message }] };
}

/** From windows-1252, byte by byte: a file can be as large as any, and a string of it would be larger. */
function fromOneByte(bytes: Uint8Array): Uint8Array {
  const decoder = new TextDecoder('windows-1252');
  const encoder = new TextEncoder();
  const table = Array.from({ length: 256 }, (_, byte) =>
    encoder.encode(decoder.decode(Uint8Array.of(byte))),
  );
  let length = 0;
  for (const byte of bytes) length += table[byte]?.length ?? 0;
  const out = new Uint8Array(length);
  let at = 0;
  for (const byte of bytes) {
    const encoded = table[byte];
    if (byte < 0x80 || !encoded) out[at++] = byte;
    else {
      out.set(encoded, at);
      at += encoded.length;
    }
  }
  return out;
}

/** As UTF-8 without a mark, whatever of the two families of encodings it was. */
function asUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return bytes;
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  return new TextEncoder().encode(text);
}
