// How much a line looks like words in Latin letters: the mean surprise of its letter pairs, in bits. Look-alikes of another
// script ("HaCTpovKW") surprise; words of any Latin language, identifiers and degraded English do not.

/**
 * Surprise of the letter in the column after the letter in the row, in steps of 0.4 bits (base 36). The 27th row and
 * column are the border of a word. Counted over 2.4 million letter pairs of English documentation and identifiers.
 */
const surprise = [
  'oda9sjbtcrh8b8vdq897fgffdpb',
  '8mkn6ppubdw7jo8iubdmaqqu7t9',
  '9pgn7qz8frbcov4kwch8euptjsa',
  'bnpf5jht9qkgmq9rzgdfgmuqgz3',
  'bkcagdhphqsde9kfi88bqhhcjw5',
  '9rmnabtz6vzeqp7qz8ge9zrwiz6',
  'egoq5siaapuehcfkubdcdqsxnm4',
  '7rzq4vzr8ytnkn9qzcibfvvzlv6',
  'egcbcccvqulba59eve98nfzgyge',
  '9pnr5nprdslqzp8asj3sbofouzh',
  'chpi4ljo7sokuajisi9keunwnz4',
  '9lod6kqt8wn9or8jznccbinx9z7',
  '6boj5qjt8otheia8vseqfryskw7',
  'cma89i8rfugcmhbgyo88ehtriu5',
  'iedakchthngba5ecz7ecafckqua',
  '7mni6umgazr9gg7dw8g9bpwhjz9',
  'sqxxxxqxmxsboxlxxekp1sfqpx8',
  'amef5igt9zghfb8mzdbaejpzez6',
  'cvdl8mudbzjijmceokb6dnlsgw3',
  'atfn7mr79zwklrbjzbbgbxlrcz4',
  'effe9ggvczr996lcz688uswltte',
  '5qtu3tgs6ywlrobnvrjmowruoyb',
  '7vvl9yp76yoks99uzbbnpyrpsz7',
  'bofl9gylcvvkfvn6zmn5tsunkq4',
  'jlmqepqxivvekbb7zld8qtnyvn2',
  'aslo2ssjaksfsq7moqikjsogfea',
  'ab9ccage9hhcbcbam998dfcmjnz',
] as const;
const stepBits = 0.4;
const letters = 26;

export function surpriseOf(text: string): number {
  const words = text
    .replaceAll(/([a-z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]{2,}/g);
  let sum = 0;
  let pairs = 0;
  for (const word of words ?? []) {
    let before = letters;
    for (const code of [...word].map((char) => char.charCodeAt(0) - 97).concat(letters)) {
      sum += Number.parseInt(surprise[before]?.[code] ?? '0', 36) * stepBits;
      pairs += 1;
      before = code;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** Words whose capitals come and go inside, as no language and no naming style has them. */
export function flickeringShare(text: string): number {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const flickering = words.filter((word) => {
    const rises = word.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0;
    const falls = word.match(/\p{Lu}\p{Lu}(?=\p{Ll})/gu)?.length ?? 0;
    return rises + falls >= 2;
  });
  return words.length === 0 ? 0 : flickering.length / words.length;
}
