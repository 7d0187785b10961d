// UTF-8 that loses nothing: a byte that belongs to no character becomes a lone surrogate, so that it can be shown as the
// byte that it is.
import { escapeBase } from './cell-width.ts';

/** Reads one character: its code in the low bits, its length in bytes above them. */
export function codeAt(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return pack(first, 1);
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > end) return pack(escapeBase + first, 1);
  let code = first & (0x7f >> length);
  for (let index = 1; index < length; index++) {
    const next = bytes[at + index] ?? 0;
    if ((next & 0xc0) !== 0x80) return pack(escapeBase + first, 1);
    code = (code << 6) | (next & 0x3f);
  }
  const isShort = code < (length === 4 ? 0x10000 : length === 3 ? 0x800 : 0x80);
  const isBad = isShort || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isBad ? pack(escapeBase + first, 1) : pack(code, length);
}

const codeBits = 21;
const codeMask = 0x1fffff;

function pack(code: number, length: number): number {
  return (length << codeBits) | code;
}

export function codeOf(packed: number): number {
  return packed & codeMask;
}

export function lengthOf(packed: number): number {
  return packed >> codeBits;
}

/** A byte that belongs to no character. */
function isStray(code: number): boolean {
  return code >= escapeBase && code <= escapeBase + 0xff;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeLossless(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    let text = '';
    for (let at = 0; at < bytes.length;) {
      const packed = codeAt(bytes, at, bytes.length);
      const code = codeOf(packed);
      text += isStray(code) ? String.fromCharCode(code) : String.fromCodePoint(code);
      at += lengthOf(packed);
    }
    return text;
  }
}
