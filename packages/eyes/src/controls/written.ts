// The characters that were read, with their places: what stands inside a box, beside it and above it. A reader of lines joins
// what stands side by side; here every character is asked where it is.
import type { TextLine } from '../ocr/text-line.ts';
import type { Box } from '../pixels/picture.ts';
import { areaOf } from './decode.ts';

interface Written {
  readonly char: string;
  /** Its middle. */
  readonly x: number;
  readonly line: TextLine;
}

/** A thing in another one is smaller than this share of it. */
const partOf = 0.6;
/** A box may end this much too early, in heights of the line. */
const edgeSlack = 0.25;
/** A wider gap than this many heights of the line ends a word, and a phrase. */
const wordGap = 1;
const phraseGap = 1.8;

export class WrittenText {
  readonly #lines: readonly TextLine[];
  readonly #taken: readonly Box[];

  /** What stands in one of `taken` belongs to the thing there, and to nothing beside it. */
  constructor(lines: readonly TextLine[], taken: readonly Box[]) {
    this.#lines = lines;
    this.#taken = taken;
  }

  /** Every line in a box, without what smaller things in it show. */
  inside(box: Box): string {
    return this.#within(box)
      .map((chars) => textOf(chars))
      .filter((text) => text !== '')
      .join(' ');
  }

  /** Of each line in a box what comes before a wide gap: what comes after it is another thing, such as a key to press. */
  phraseIn(box: Box): string {
    return this.#within(box)
      .map((chars) => textOf(phrase(chars)))
      .filter((text) => text !== '')
      .join(' ');
  }

  #within(box: Box): readonly (readonly Written[])[] {
    const [left, top, right, bottom] = box;
    const parts = this.#taken.filter((other) => areaOf(other) < areaOf(box) * partOf);
    const isPart = (x: number, y: number): boolean =>
      parts.some((part) => x > part[0] && x < part[2] && y > part[1] && y < part[3]);
    const rows: Written[][] = [];
    const inside = this.#lines
      .filter((line) => middleOf(line) > top && middleOf(line) < bottom)
      .toSorted((one, other) => middleOf(one) - middleOf(other));
    for (const line of inside) {
      const slack = line.region.height * edgeSlack;
      const isIn = ({ x }: Written): boolean => x > left - slack && x < right + slack;
      const chars = wordsOf(this.#chars(line))
        .filter((word) => word.filter(isIn).length * 2 > word.length)
        .flat()
        .filter(({ x }) => !isPart(x, middleOf(line)));
      const row = rows.at(-1);
      const before = row?.[0]?.line;
      if (row && before && middleOf(line) < before.box[3]) row.push(...chars);
      else rows.push([...chars]);
    }
    return rows.map((row) => row.toSorted((one, other) => one.x - other.x));
  }

  /** The first line in it, as the title of a dialog is. */
  first(box: Box): string {
    const [left, top, right, bottom] = box;
    const [line] = this.#lines
      .filter((candidate) => middleOf(candidate) > top && middleOf(candidate) < bottom)
      .filter((candidate) => candidate.box[0] > left && candidate.box[2] < right)
      .toSorted((one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0]);
    return line?.text ?? '';
  }

  /** The phrase that begins to the right of a box, not farther away than `reach`. */
  rightOf(box: Box, reach: number): string {
    const own = this.#row(box).filter(({ x }) => x > box[2]);
    const [first] = own;
    if (!first || leftOf(first) - box[2] > reach) return '';
    return textOf(phrase(own));
  }

  /** The phrase that ends to the left of a box. */
  leftOf(box: Box, reach: number): string {
    const own = this.#row(box)
      .filter(({ x }) => x < box[0])
      .toReversed();
    const [last] = own;
    if (!last || box[0] - last.x > reach) return '';
    return textOf(phrase(own).toReversed());
  }

  /** The phrase that stands on a box, not higher than `reach`. */
  above(box: Box, reach: number): string {
    const near = this.#lines
      .filter((line) => line.box[3] - box[1] < line.region.height * 0.5)
      .filter((line) => middleOf(line) < box[1] && box[1] - line.box[3] < reach)
      .toSorted((one, other) => other.box[3] - one.box[3]);
    for (const line of near) {
      const own = this.#free(line).filter(({ x }) => x > box[0] - line.region.height);
      const [first] = own;
      if (first && first.x < box[0] + Math.max((box[2] - box[0]) / 2, line.region.height * 2))
        return textOf(phrase(own));
    }
    return '';
  }

  /** Free characters on the row of a box, from left to right; what is taken ends the row there. */
  #row(box: Box): readonly Written[] {
    const middle = (box[1] + box[3]) / 2;
    return this.#lines
      .filter((line) => line.box[1] < middle && line.box[3] > middle)
      .flatMap((line) => this.#free(line))
      .toSorted((one, other) => one.x - other.x)
      .filter(({ x }) => !this.#isCut(box, x, middle));
  }

  /** Whether another thing stands between a box and a place on its row. */
  #isCut(box: Box, x: number, y: number): boolean {
    return this.#taken.some(
      (other) =>
        other !== box &&
        other[1] < y &&
        other[3] > y &&
        (x > box[2]
          ? other[0] > box[2] - 1 && other[2] < x
          : other[2] < box[0] + 1 && other[0] > x),
    );
  }

  #free(line: TextLine): readonly Written[] {
    const y = middleOf(line);
    return this.#chars(line).filter(
      ({ x }) =>
        !this.#taken.some(
          ([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom,
        ),
    );
  }

  #chars(line: TextLine): readonly Written[] {
    return line.characters.map(({ char, x }) => ({ char, x: line.box[0] + x, line }));
  }
}

function middleOf({ box }: TextLine): number {
  return (box[1] + box[3]) / 2;
}

function leftOf({ x, line }: Written): number {
  return x - line.region.height * 0.3;
}

/** Until the first wide gap. */
function phrase(chars: readonly Written[]): readonly Written[] {
  const end = chars.findIndex((char, index) => {
    const before = chars[index - 1];
    return (
      before !== undefined && Math.abs(char.x - before.x) > char.line.region.height * phraseGap
    );
  });
  return end < 0 ? chars : chars.slice(0, end);
}

/** A word is in a box or outside it: a box that ends a letter too early cuts none. What stands apart is another word. */
function wordsOf(chars: readonly Written[]): readonly (readonly Written[])[] {
  const words: Written[][] = [];
  let before: Written | undefined;
  for (const char of chars) {
    const isApart = before !== undefined && char.x - before.x > char.line.region.height * wordGap;
    const word = words.at(-1);
    if (word && !isApart && before?.char !== ' ') word.push(char);
    else words.push([char]);
    before = char;
  }
  return words;
}

/** Pieces of a row that were read apart are words of their own. */
function textOf(chars: readonly Written[]): string {
  return chars
    .map(({ char, line }, index) => {
      const before = chars[index - 1];
      return before && before.line !== line ? ` ${char}` : char;
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
