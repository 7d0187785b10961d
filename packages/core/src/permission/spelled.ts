// Text as a person judges it before saying yes: every character that is not plainly seen is written by its number, and no two
// texts are written alike. Only tabs stay, because every face shows them.

/** Nobody sees more blanks than this as what they are. */
const maxBlanks = 60;

/**
 * Controls, format and bidirectional characters, lone surrogates, private use, what is not assigned, whatever may be drawn as
 * nothing, blanks that are not the blank, marks heaped on one letter; and what begins like our own spelling.
 */
const unseen =
  /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]|(?<=\p{M}{3})\p{M}|<(?=U\+)/gu;

/** @example spelled('ad\u200bmin') // 'ad<U+200B>min' */
export function spelled(text: string): string {
  return text.replaceAll(unseen, numberOf).replaceAll(/ {61,}/g, (run) => `<U+20 x ${run.length}>`);
}

/** For changes of white space alone: tabs, and blanks at the end of a line, by number too. */
export function spelledWithBlanks(text: string): string {
  return spelled(text)
    .replaceAll('\t', '<U+9>')
    .replaceAll(/ +$/g, (run) => (run.length > maxBlanks ? run : '<U+20>'.repeat(run.length)));
}

function numberOf(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}>`;
}
