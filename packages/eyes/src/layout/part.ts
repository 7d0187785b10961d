// A piece of text that was cut out across a border, as the two that stand on both sides of it.
import { weakestOf } from '../ocr/sureness.ts';
import type { TextLine } from '../ocr/text-line.ts';

/** Undefined where its characters leave no gap of `minGap` pixels at `x`. */
export function partedAt(
  piece: TextLine,
  x: number,
  minGap: number,
): readonly [TextLine, TextLine] | undefined {
  const { characters, box, region } = piece;
  const seen = characters.filter(({ char }) => char !== ' ');
  const at = seen.findIndex((character) => box[0] + character.x > x);
  const [before, after] = [seen[at - 1], seen[at]];
  if (region.angle !== 0 || !before || !after || after.x - before.x < minGap) return undefined;
  const reach = region.height * 0.4;
  return [
    cutOut(piece, 0, before.x + reach),
    cutOut(piece, Math.max(before.x + reach, after.x - reach), region.width),
  ];
}

function cutOut(piece: TextLine, from: number, to: number): TextLine {
  const { box, region } = piece;
  const characters = piece.characters
    .filter(({ x }) => x >= from && x <= to)
    .map((character) => ({ ...character, x: character.x - from }));
  const text = characters.map(({ char }) => char).join('');
  const left = box[0] + from;
  return {
    ...piece,
    text: text.replaceAll(/\s+/g, ' ').trim(),
    characters,
    weakest: weakestOf(characters),
    box: [left, box[1], box[0] + to, box[3]],
    region: {
      ...region,
      width: to - from,
      centre: { ...region.centre, x: left + (to - from) / 2 },
    },
  };
}
