// Pieces of a text that go on for as long as somebody likes: a pattern finds where one begins, and its end is looked for by
// hand. A loop of a pattern keeps a place to go back to for each letter; V8 does without only while little code was compiled
// in its process, and in one that has run for a while eight megabytes of one piece end in `Maximum call stack size exceeded`.

/** The letters that a piece may go on with. */
export type Letters = ReadonlySet<number>;

/** @example lettersOf('A-Z', 'a-z', '_') */
export function lettersOf(...ranges: readonly string[]): Letters {
  const codes = new Set<number>();
  for (const range of ranges) {
    const last = range.length > 1 ? range.charCodeAt(2) : range.charCodeAt(0);
    for (let code = range.charCodeAt(0); code <= last; code++) codes.add(code);
  }
  return codes;
}

/** What `\s` stands for. */
export const blanks: Letters = lettersOf(
  '\t-\r',
  ' ',
  '\u00a0',
  '\u1680',
  '\u2000-\u200a',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  '\ufeff',
);

export function endOfRun(text: string, from: number, letters: Letters): number {
  let at = from;
  while (letters.has(text.charCodeAt(at))) at += 1;
  return at;
}

export interface Piece {
  /** Where what was looked at ends: nothing before it begins another piece. */
  readonly end: number;
  readonly isOne: boolean;
}

/** A piece that is one already, and ends behind the last of these letters. */
export function goesOnWith(letters: Letters): (text: string, from: number) => Piece {
  return (text, from) => ({ end: endOfRun(text, from, letters), isOne: true });
}

/** The same text with a word in place of every piece. `head` is global and of bounded length. */
export function replacePieces(
  text: string,
  head: RegExp,
  pieceAt: (text: string, from: number) => Piece,
  word: (piece: string) => string,
): string {
  let told = '';
  let kept = 0;
  head.lastIndex = 0;
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const { end, isOne } = pieceAt(text, found.index + found[0].length);
    head.lastIndex = end;
    if (!isOne) continue;
    told += text.slice(kept, found.index) + word(text.slice(found.index, end));
    kept = end;
  }
  return told + text.slice(kept);
}
