// Text from outside as it may stand in a prompt, a log or a terminal: one line, bounded, and without a character that
// moves a cursor, turns text around, hides itself or ends a line.

const maxChars = 120;
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** @example printable('a\u001b[2Jb') // 'a\\u001b[2Jb' */
export function printable(text: string, max: number = maxChars): string {
  const shown = text.length > max ? `${text.slice(0, max)}…` : text;
  return shown.replace(
    unprintable,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function quoted(text: string): string {
  return `"${printable(text)}"`;
}
