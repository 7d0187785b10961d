// Bytes in disguise: base64 in a string, wrapped or not, and lists of byte values. They belong in the store, and nothing
// that is persisted may hold them. One linear walk; text below the limit is not even looked at.
import type { Json } from './json.ts';
import { maxInlineBase64Chars } from './limits.ts';

/** Shorter lines of nothing but letters and digits are words, hashes or columns, not wrapped base64. */
const minWrappedLine = 60;

/** The path of the first place in `value` that carries an inline payload, or undefined. */
export function findInlinePayload(value: Json, path = '$'): string | undefined {
  if (typeof value === 'string') return isPayload(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const items = Object.entries(value);
  if (items.length >= maxInlineBase64Chars && items.every(([, item]) => isByte(item))) return path;
  for (const [key, item] of items) {
    if (isPayload(key)) return path;
    const found = findInlinePayload(item, `${path}.${key}`);
    if (found) return found;
  }
  return undefined;
}

function isByte(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}

/** A run of base64, which a line break continues when the line was long enough to have been wrapped there. */
function isPayload(text: string): boolean {
  if (text.length < maxInlineBase64Chars) return false;
  let run = 0;
  let line = 0;
  let cases = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[text.charCodeAt(at)] ?? 0;
    if (kind & base64) {
      run++;
      line++;
      cases |= kind;
      // A list of hexadecimal hashes has one case only.
      if (run >= maxInlineBase64Chars && (run === line || cases === anyCase)) return true;
    } else if (kind === lineBreak && line >= minWrappedLine) {
      line = 0;
    } else if (kind !== lineBreak || line > 0) {
      run = 0;
      line = 0;
      cases = 0;
    }
  }
  return false;
}

const base64 = 1;
const lineBreak = 8;
const anyCase = 1 | 2 | 4;

const kinds: Uint8Array = kindTable();

function kindTable(): Uint8Array {
  const table = new Uint8Array(128);
  const mark = (characters: string, kind: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = kind;
  };
  mark('0123456789+/_-', base64);
  mark('abcdefghijklmnopqrstuvwxyz', base64 | 2);
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', base64 | 4);
  mark('\r\n', lineBreak);
  return table;
}
