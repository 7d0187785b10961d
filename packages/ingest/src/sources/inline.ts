// Bytes that come inside text: data URLs (RFC 2397) and bare base64. The text is measured and validated before any of it
// is decoded.
import { accept, refuse, type Outcome } from '@percept/core';
import { decodeBase64, fewestBytes, maxBase64Chars, readBase64 } from './base64.ts';
import {
  cancelled,
  empty,
  fits,
  sourceOf,
  tooLarge,
  type SourceBytes,
  type SourceOptions,
} from './source.ts';
import { maxDataUrlHeaderChars } from '../limits.ts';

const scheme = /^\s*data:/i;

export function isDataUrl(text: string): boolean {
  return scheme.test(text.slice(0, maxDataUrlHeaderChars));
}

/** A data URL when it begins like one, else base64. */
export function readInline(text: string, options: SourceOptions): Outcome<SourceBytes> {
  return isDataUrl(text) ? readDataUrl(text, options) : readBase64(text, options);
}

export function readDataUrl(text: string, options: SourceOptions): Outcome<SourceBytes> {
  if (options.signal?.aborted) return cancelled('the data URL');
  const start = scheme.exec(text.slice(0, maxDataUrlHeaderChars))?.[0].length;
  const comma = text.slice(0, maxDataUrlHeaderChars).indexOf(',');
  if (start === undefined || comma < start)
    return refuse({
      refused: 'invalid-input',
      message: `This is not a data URL: there is no "data:" with a comma in its first ${maxDataUrlHeaderChars} characters.`,
      hint: 'It is data:image/png;base64, and the base64.',
    });
  const [type = '', ...parameters] = text.slice(start, comma).split(';');
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64';
  const body = text.slice(comma + 1);
  const decoded = isBase64
    ? decodeBase64Body(body, options.maxBytes, comma + 1)
    : decodePercent(body, options.maxBytes, comma + 1);
  if (!decoded.ok) return decoded;
  const { length } = decoded.value;
  options.onProgress?.({ readBytes: length, totalBytes: length });
  // RFC 2397: "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII."
  const declaredType = type.trim() === '' ? 'text/plain' : type;
  return accept(sourceOf(decoded.value, { declaredType }));
}

/** The body of a URL is percent-encoded first of all, so `%2B` and `%3D` may stand for base64 characters. */
function decodeBase64Body(body: string, maxBytes: number, offset: number): Outcome<Uint8Array> {
  const fewestChars = Math.ceil(body.length / 3);
  if (!fits(fewestChars, maxBase64Chars(maxBytes)))
    return tooLarge('The data URL', fewestBytes(fewestChars), maxBytes);
  if (!body.includes('%')) return decodeBase64(body, maxBytes, offset);
  const plain = decodePercent(body, body.length, offset);
  if (!plain.ok) return plain;
  return decodeBase64(Buffer.from(plain.value).toString('latin1'), maxBytes, offset);
}

function decodePercent(body: string, maxBytes: number, offset: number): Outcome<Uint8Array> {
  // Every byte takes at most three characters.
  const atLeast = Math.ceil(body.length / 3);
  if (!fits(atLeast, maxBytes)) return tooLarge('The data URL', atLeast, maxBytes);
  const bad = /%(?![0-9A-Fa-f]{2})|#/.exec(body);
  if (bad) {
    const char = bad[0];
    return refuse({
      refused: 'corrupt',
      message: `The data URL has a bare "${char}" at position ${offset + bad.index}.`,
      hint: `Write it as ${char === '#' ? '%23' : '%25'}.`,
    });
  }
  const utf8 = Buffer.from(body.trimEnd(), 'utf8');
  let length = 0;
  for (let at = 0; at < utf8.length; at++) {
    let byte = utf8[at] ?? 0;
    if (byte === percent) {
      byte = nibble(utf8[at + 1] ?? 0) * 16 + nibble(utf8[at + 2] ?? 0);
      at += 2;
    }
    utf8[length++] = byte;
  }
  if (length === 0) return empty('The data URL');
  if (!fits(length, maxBytes)) return tooLarge('The data URL', length, maxBytes);
  return accept(new Uint8Array(utf8.subarray(0, length)));
}

const percent = 0x25;

/** The value of a hexadecimal digit that was validated before. */
function nibble(digit: number): number {
  return digit <= 0x39 ? digit - 0x30 : (digit & 0xdf) - 0x37;
}
