// What a picture says is data, never instructions. It goes into one fence that the text inside cannot close: the fence is
// longer than any run of its own character in there, and characters that could hide or reorder text are shown by number.

/** Controls, bidirectional overrides, zero-width and other invisible characters; newlines are the composer's own. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- these are the characters to keep out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

export function shown(text: string): string {
  return text.replaceAll(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** One line, so that a payload with line breaks cannot look like several. */
export function shownOnOneLine(text: string): string {
  return shown(text.replaceAll(/[\r\n\t]+/g, ' '));
}

export function fenced(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/~+/g)].map(([run]) => run.length));
  const fence = '~'.repeat(Math.max(4, longest + 1));
  return `${fence}untrusted-text-from-image\n${text}\n${fence}`;
}
