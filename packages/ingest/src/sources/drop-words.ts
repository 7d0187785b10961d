// How terminals spell the paths of dropped files. Each reading turns the whole text into words or says that the text is
// not written that way; which reading is right is decided by the files that exist.

export type Reading = (text: string) => readonly string[] | undefined;

/** kitty: one plain path per line. Also a single path that has spaces and no escapes (Alacritty). */
export const asLines: Reading = (text) => {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  return lines.length > 0 ? lines : undefined;
};

/** Shell words: Ghostty's backslashes, VTE's and kitty's single quotes, double quotes. */
export const asShellWords: Reading = (text) => {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (/[ \n\r]/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === '\\') {
      if (++at >= text.length) return undefined;
      word = (word ?? '') + text.charAt(at);
    } else if (char === "'" || char === '"') {
      const quote = char === "'" ? singleQuoted(text, at) : doubleQuoted(text, at);
      if (!quote) return undefined;
      word = (word ?? '') + quote.inside;
      at = quote.end;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== undefined) words.push(word);
  return words.length > 0 ? words : undefined;
};

interface Quote {
  readonly inside: string;
  readonly end: number;
}

function singleQuoted(text: string, start: number): Quote | undefined {
  const end = text.indexOf("'", start + 1);
  return end === -1 ? undefined : { inside: text.slice(start + 1, end), end };
}

function doubleQuoted(text: string, start: number): Quote | undefined {
  let inside = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return { inside, end: at };
    if (char === '\\' && /[\\"$`]/.test(text.charAt(at + 1))) at++;
    inside += text.charAt(at);
  }
  return undefined;
}

/** WezTerm: a backslash before spaces only, every other backslash is part of the name. */
export const asEscapedSpaces: Reading = (text) => {
  const words = text
    .split(/(?<!\\)[ \n\r]/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll('\\ ', ' '));
  return words.length > 0 ? words : undefined;
};

/** Windows: double quotes where there are spaces, backslashes are separators. */
export const asWindowsWords: Reading = (text) => {
  const words = [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return words.length > 0 && !text.replaceAll(/"[^"]*"/g, '').includes('"') ? words : undefined;
};
