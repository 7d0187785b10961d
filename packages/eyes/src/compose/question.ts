// What a question brings to the front. Nothing is left out for it and nothing is added: the parts that share the most words
// with it come first, in their own order where they are equal.

const shortest = 3;
/** Words of questions rather than of screens. */
const asking = new Set(
  'the and what which who how many much does show shows say says this that there here are was for with from into picture image screen screenshot tell please you'.split(
    ' ',
  ),
);
const colour = /\bcolou?r|\bhue\b|\bpalette\b|\bfarbe|\bcouleur|\bcolor/iu;

export function asksForColours(question: string): boolean {
  return colour.test(question);
}

export function namedFirst(parts: readonly string[], question: string): readonly string[] {
  const asked = [...wordsOf(question)].filter((word) => !asking.has(word));
  if (asked.length === 0) return parts;
  const shared = parts.map((part) => {
    const words = wordsOf(part);
    return asked.filter((word) => words.has(word)).length;
  });
  return parts
    .map((part, index) => ({ part, count: shared[index] ?? 0 }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ part }) => part);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= shortest));
}
