// Text from outside as it may stand in a prompt, a log or a terminal: one line, bounded, and without a character that
// moves a cursor, turns text around, hides itself or ends a line.

const maxChars = 120;
// Controls, format characters (bidirectional, zero width, tags), lone surrogates, private use and line separators.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** @example printable('a\u001b[2Jb') // 'a\\u{1b}[2Jb' */
export function printable(text: string, max: number = maxChars): string {
  const shown = text.length > max ? `${text.slice(0, max)}…` : text;
  return shown.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Printable, in quotes that nothing inside can close. */
export function quoted(text: string): string {
  const shown = text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
  return `"${printable(shown.replaceAll(/["\\]/g, '\\$&'), Infinity)}"`;
}

/** What is left of a text without anything unprintable. */
export function withoutUnprintable(text: string): string {
  return text.replace(unprintable, '');
}
