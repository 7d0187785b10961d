// What a question brings to the front: the lines that name what it asks for, told before everything else, and then all parts,
// those that share the most words with it first. Nothing is left out for it.
import { maxNamedLines } from '../limits.ts';

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

/** Words of the question that a screen may have. */
function askedFor(question: string): readonly string[] {
  return [...wordsOf(question)].filter((word) => !asking.has(word));
}

const sharedWith = (asked: readonly string[], text: string): number => {
  const words = wordsOf(text);
  return asked.filter((word) => words.has(word)).length;
};

export function namedFirst(parts: readonly string[], question: string): readonly string[] {
  const asked = askedFor(question);
  if (asked.length === 0) return parts;
  return parts
    .map((part) => ({ part, count: sharedWith(asked, part) }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ part }) => part);
}

/** A picture with fewer lines is an answer as it is. */
const leastLines = 4;
/** A question that as many lines name asks for none of them. */
const tooCommon = 8;

/**
 * The lines that share the most words with the question: of a table the row under its head, of a lone label what stands under
 * it. None where the picture is short, or where too many are as good.
 */
export function namedLines(parts: readonly string[], question: string): readonly string[] {
  const asked = askedFor(question);
  const bodies = parts.map((part) => part.split('\n').slice(1));
  if (asked.length === 0 || bodies.flat().length < leastLines) return [];
  const found = bodies.flatMap((lines) => rated(lines, asked));
  const most = Math.max(0, ...found.map(({ count }) => count));
  const best = found.filter(({ count }) => most > 0 && count === most);
  if (best.length > tooCommon) return [];
  return [...new Set(best.slice(0, maxNamedLines).flatMap(({ told }) => told))];
}

interface Rated {
  readonly count: number;
  readonly told: readonly string[];
}

function rated(lines: readonly string[], asked: readonly string[]): readonly Rated[] {
  const [head = '', rule = '', ...rows] = lines;
  if (rule.startsWith('| --- |')) {
    const inHead = sharedWith(asked, head);
    return rows.map((row) => {
      const count = sharedWith(asked, row);
      return { count: count === 0 ? 0 : count + inHead, told: [head, row] };
    });
  }
  return lines.map((line, index) => {
    const isLabel = [...wordsOf(line)].every((word) => asked.includes(word));
    const next = isLabel ? lines[index + 1] : undefined;
    return {
      count: sharedWith(asked, line),
      told: next === undefined ? [line] : [line, next],
    };
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= shortest));
}
