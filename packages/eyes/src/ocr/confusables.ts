// Characters that look alike are decided by their neighbours: O and 0, l, I, 1 and |, full-width forms. A rule changes a
// character only where the context leaves one reading, so identifiers such as `sha1sum` or `O2` stay as they were seen.
import type { Glyph } from './recogniser.ts';

const ideograph = /[\u2e80-\u9fff\uf900-\ufaff]/u;
const folded: ReadonlyMap<string, string> = new Map([
  ['丨', '|'],
  ['｜', '|'],
  ['一', '-'],
  ['—', '-'],
  ['√', '✓'],
  ['′', "'"],
  ['″', '"'],
  ['·', '·'],
  ['、', ','],
  ['。', '.'],
]);

/** Full-width forms and their kin, as they are typed, in lines without ideographs. */
function foldWidth(glyphs: readonly Glyph[]): readonly Glyph[] {
  const seen = glyphs.filter(({ char }) => ideograph.test(char) && !folded.has(char)).length;
  if (seen > 0) return glyphs;
  return glyphs.map((glyph) => {
    const code = glyph.char.codePointAt(0) ?? 0;
    if (code >= 0xff01 && code <= 0xff5e)
      return { ...glyph, char: String.fromCodePoint(code - 0xfee0) };
    const char = folded.get(glyph.char);
    return char === undefined ? glyph : { ...glyph, char };
  });
}

const upper = /[A-Z]/;
const lower = /[a-z]/;
const digit = /[0-9]/;

export function settleConfusables(glyphs: readonly Glyph[]): readonly Glyph[] {
  const line = foldWidth(glyphs);
  const tokens: Glyph[][] = [];
  for (const glyph of line) {
    const last = tokens.at(-1);
    if (last && isWordChar(glyph.char) === isWordChar(last.at(-1)?.char ?? '')) last.push(glyph);
    else tokens.push([glyph]);
  }
  return quotesSettled(tokens.flatMap((token) => settleToken(token)));
}

function isWordChar(char: string): boolean {
  return /[A-Za-z0-9]/.test(char);
}

/** No English word ends in these consonants and "ld"; many identifiers end in "Id". */
const idSuffix = /^[a-z][A-Za-z]*[bcdfghkmnpqstvwxz]ld$/;

function settleToken(token: readonly Glyph[]): readonly Glyph[] {
  const text = token.map(({ char }) => char).join('');
  const letters = text.replace(/[^A-Za-z]/g, '');
  const digits = text.replace(/[^0-9]/g, '');
  return token.map((glyph, at) => {
    const before = token[at - 1]?.char ?? '';
    const after = token[at + 1]?.char ?? '';
    const isIdSuffix = at === token.length - 2 && idSuffix.test(text);
    const char = settled(glyph, { before, after, letters, digits, isIdSuffix });
    return char === glyph.char ? glyph : { ...glyph, char };
  });
}

interface Context {
  readonly before: string;
  readonly after: string;
  readonly letters: string;
  readonly digits: string;
  /** The glyph is the first of the two that end `requestId`. */
  readonly isIdSuffix: boolean;
}

function settled(glyph: Glyph, context: Context): string {
  const { before, after, letters, digits, isIdSuffix } = context;
  const { char } = glyph;
  switch (char) {
    case '0': {
      const alone = digits.length === 1 && letters.length >= 2;
      const capitals = upper.test(before) && (upper.test(after) || after === '');
      const small = lower.test(before) && lower.test(after);
      if (alone && capitals && letters === letters.toUpperCase() && letters.length >= 3) return 'O';
      if (alone && upper.test(before) && upper.test(after)) return 'O';
      return alone && small && doubts(glyph, 'o') ? 'o' : char;
    }
    case 'O':
    case 'o':
      return digit.test(before) && digit.test(after) && letters.length === 1 ? '0' : char;
    case 'l':
    case 'I': {
      if (char === 'l' && isIdSuffix) return 'I';
      const inNumber =
        letters.length === 1 && digits.length >= 2 && (digit.test(before) || before === '');
      if (inNumber && (digit.test(before) || doubts(glyph, '1'))) return '1';
      const inWord = char === 'I' && lower.test(before) && lower.test(after);
      return inWord && doubts(glyph, 'l') ? 'l' : char;
    }
    case '1':
      return digits.length === 1 && lower.test(before) && lower.test(after) && doubts(glyph, 'l')
        ? 'l'
        : char;
    default:
      return char;
  }
}

/** Whether the network itself held the other reading for possible. */
function doubts({ probability, rival, rivalProbability }: Glyph, other: string): boolean {
  return probability < 0.75 || (rival === other && rivalProbability > 0.02);
}

/** The network knows curly quotes from Chinese print. One without its partner is a straight one. */
function quotesSettled(glyphs: readonly Glyph[]): readonly Glyph[] {
  const count = (char: string): number => glyphs.filter((glyph) => glyph.char === char).length;
  const balanced = count('“') === count('”') && count('‘') <= count('’');
  if (balanced && count('“') > 0) return glyphs;
  const straight = new Map([
    ['“', '"'],
    ['”', '"'],
    ['‘', "'"],
  ]);
  return glyphs.map((glyph) => {
    const char = straight.get(glyph.char);
    return char === undefined ? glyph : { ...glyph, char };
  });
}
