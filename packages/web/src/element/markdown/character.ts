// Characters that are written in another way: after a backslash, or by name or number.

export function unescaped(text: string): string {
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(
      /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/g,
      (whole, name: string) => characterOf(name) ?? whole,
    );
}

const characters: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '©'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
]);

/** The few named characters that people write; others stay as they are, in sight. */
export function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return characters.get(name);
  const code = /x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? String.fromCodePoint(code) : '\ufffd';
}
