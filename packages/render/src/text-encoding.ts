// Every renderer of text gets UTF-8. What is in another encoding is decoded here, once: by its mark where it has one, and by
// the most common encoding of one byte where it is text without a mark and no UTF-8. The latter is a guess, and is said.
import { sniffLegacyText } from '@percept/ingest/internal/sniff';
import type { Warning } from './rendering.ts';

export interface Utf8Text {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** Bytes that were found to be text in UTF-8, or in UTF-16 with its mark. */
export function markedText(bytes: Uint8Array): Utf8Text {
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
export function guessedText(bytes: Uint8Array): Utf8Text | undefined {
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
