// Base64 is validated and measured as text first; nothing is decoded that is wrong or over the limit. Node's own decoder
// skips what it does not know and would make a picture of anything.
import { accept, refuse, type Outcome } from '@percept/core';
import {
  cancelled,
  empty,
  fits,
  tooLarge,
  type SourceBytes,
  type SourceOptions,
} from './source.ts';

const blank = /[\t\n\f\r ]/g;
const wrong = /[^A-Za-z0-9+/_=\t\n\f\r -]/;

// Line breaks and indentation at most double the length; more than that is not worth a scan.
const slackChars = 1024;

export function maxBase64Chars(maxBytes: number): number {
  return 2 * Math.ceil(maxBytes / 3) * 4 + slackChars;
}

/** How many bytes that many characters stand for when half of them are blank. */
export function fewestBytes(chars: number): number {
  return Math.floor(((chars - slackChars) / 8) * 3);
}

/** Standard or URL-safe alphabet, padded or not, broken into lines or not. `offset` is where the text began for its sender. */
export function decodeBase64(text: string, maxBytes: number, offset = 0): Outcome<Uint8Array> {
  if (!fits(text.length, maxBase64Chars(maxBytes)))
    return tooLarge('The base64', fewestBytes(text.length), maxBytes);
  const unknown = wrong.exec(text);
  if (unknown)
    return corrupt(`a character that is not base64 at position ${offset + unknown.index}`);
  const packed = text.replace(blank, '');
  const padding = paddingOf(packed);
  const digits = packed.length - padding;
  const stray = packed.indexOf('=');
  if (stray !== -1 && stray < digits)
    return corrupt(`padding before its end, at position ${offset + text.indexOf('=')}`);
  if (padding > 2 || (padding > 0 && packed.length % 4 !== 0))
    return corrupt(
      `${digits} digits and ${padding} padding characters, which do not fill groups of four`,
    );
  if (digits % 4 === 1) return corrupt(`${digits} digits, and no bytes encode to that many`);
  const standard = packed.search(/[+/]/);
  const urlSafe = packed.search(/[_-]/);
  if (standard !== -1 && urlSafe !== -1) return corrupt('digits of both alphabets (+ / and - _)');
  const bytes = Math.floor((digits * 3) / 4);
  if (bytes === 0) return empty('The base64');
  if (!fits(bytes, maxBytes)) return tooLarge('The base64', bytes, maxBytes);
  return accept(new Uint8Array(Buffer.from(packed, 'base64')));
}

/** Counted by hand: a pattern that looks for a run at the end takes quadratic time on runs elsewhere. */
function paddingOf(packed: string): number {
  let count = 0;
  while (packed.charAt(packed.length - 1 - count) === '=') count++;
  return count;
}

/** Bare base64, as it stands in an API body or is pasted by hand. */
export function readBase64(text: string, options: SourceOptions): Outcome<SourceBytes> {
  if (options.signal?.aborted) return cancelled('the base64');
  const decoded = decodeBase64(text, options.maxBytes);
  if (!decoded.ok) return decoded;
  const { length } = decoded.value;
  options.onProgress?.({ readBytes: length, totalBytes: length });
  return accept({ bytes: decoded.value });
}

function corrupt(why: string): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `The base64 has ${why}.`,
    hint: 'Copy it again completely, without quotes or dots.',
  });
}
