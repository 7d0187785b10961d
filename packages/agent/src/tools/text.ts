// Bytes as text, exactly, and text as bytes again in the encoding that it came in: a file that is not valid in its encoding
// is refused instead of being read with holes, and an edit changes the words and nothing else.
import { accept, refuse, type Outcome } from '@percept/core';
import { exactText } from '@percept/core/internal';
import { sniffLegacyText } from '@percept/ingest/internal';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** A byte order mark stands before the text, and is no part of it. */
  readonly hasMark: boolean;
}

const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export function decodeText(bytes: Uint8Array): Outcome<DecodedText> {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.[0] ?? 'utf-8';
  const content = bytes.subarray(marked?.[1].length ?? 0);
  const text = exactText(content, encoding);
  if (text !== undefined) return accept({ text, encoding, hasMark: marked !== undefined });
  const isOneByte = marked === undefined && sniffLegacyText(bytes) === 'one-byte';
  const guessed = isOneByte ? exactText(bytes, 'windows-1252') : undefined;
  if (guessed !== undefined)
    return accept({ text: guessed, encoding: 'windows-1252', hasMark: false });
  return refuse({
    refused: 'corrupt',
    message: `This is not valid ${encoding} text.`,
    hint: 'Look at it with view, or convert it to UTF-8 and read it again.',
  });
}

/** The bytes of a text in the encoding that it was read in; a character that the encoding has not is a refusal. */
export function encodeText({ text, encoding, hasMark }: DecodedText): Outcome<Uint8Array> {
  if (!text.isWellFormed()) return refuse(halfCharacter);
  const mark = hasMark ? (marks.find(([name]) => name === encoding)?.[1] ?? []) : [];
  switch (encoding) {
    case 'utf-8':
      return accept(Buffer.concat([Uint8Array.from(mark), Buffer.from(text, 'utf8')]));
    case 'utf-16le':
    case 'utf-16be': {
      const little = Buffer.from(text, 'utf16le');
      return accept(
        Buffer.concat([Uint8Array.from(mark), encoding === 'utf-16be' ? little.swap16() : little]),
      );
    }
    case 'windows-1252':
      return encodeOneByte(text);
  }
}

const halfCharacter = {
  refused: 'invalid-input',
  message: 'The new text has half of a character (a lone surrogate), which no file can hold.',
  hint: 'Give whole characters.',
} as const;

function encodeOneByte(text: string): Outcome<Uint8Array> {
  const decoder = new TextDecoder('windows-1252');
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const byte = table.get(char);
    if (byte === undefined)
      return refuse({
        refused: 'invalid-input',
        message: `The file is in windows-1252, which has no ${JSON.stringify(char)}.`,
        hint: 'Use other characters, or convert the file to UTF-8 first.',
      });
    bytes[at] = byte;
  }
  return accept(bytes);
}
