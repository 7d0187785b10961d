// Bytes as text, exactly: a file that is not valid in its encoding is refused instead of being read with holes.
import { accept, refuse, type Outcome } from '@percept/core';

export function decodeText(bytes: Uint8Array): Outcome<string> {
  const encoding = encodingOf(bytes);
  try {
    return accept(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return refuse({
      refused: 'corrupt',
      message: `This is not valid ${encoding} text.`,
      hint: 'Convert it to UTF-8 and read it again.',
    });
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
