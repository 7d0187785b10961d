// Names of series: a text with a patch of the series' colour just left of it.
import { distance, type Rgb } from '../colour/oklab.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Picture } from '../pixels/picture.ts';
import type { Axis } from './axis.ts';
import { colourAt, contrast } from './plot.ts';

export interface LegendEntry {
  readonly name: string;
  readonly colour: Rgb;
}

const minChroma = 22;

export function legendOf(
  picture: Picture,
  pieces: readonly TextLine[],
  axis: Axis,
  ground: Rgb,
): readonly LegendEntry[] {
  return pieces.flatMap((piece) => {
    if (axis.labels.has(piece)) return [];
    return namesIn(piece).flatMap(({ name, x }) => {
      const colour = patchLeftOf(picture, x, piece, ground);
      return colour ? [{ name, colour }] : [];
    });
  });
}

/** Two entries may be one piece of text: a name can begin at every word. */
function namesIn({ characters, box, text }: TextLine): readonly { name: string; x: number }[] {
  const starts: { name: string; x: number }[] = [{ name: text, x: box[0] }];
  for (const [index, { char }] of characters.entries()) {
    const next = characters[index + 1];
    if (char !== ' ' || !next) continue;
    const rest = characters
      .slice(index + 1)
      .map((character) => character.char)
      .join('');
    starts.push({ name: rest, x: box[0] + next.x });
  }
  return starts;
}

function patchLeftOf(
  picture: Picture,
  x: number,
  { region }: TextLine,
  ground: Rgb,
): Rgb | undefined {
  const counts: { colour: Rgb; count: number }[] = [];
  for (let dx = 2; dx < region.height * 2; dx += 1) {
    for (const dy of [0, -0.12, 0.12]) {
      const pixel = colourAt(picture, x - dx, region.centre.y + dy * region.height);
      const chroma = Math.max(...pixel) - Math.min(...pixel);
      if (chroma < minChroma || contrast(pixel, ground) < 40) continue;
      const known = counts.find(({ colour }) => distance(colour, pixel) < 0.03);
      if (known) known.count += 1;
      else counts.push({ colour: pixel, count: 1 });
    }
  }
  const best = counts.toSorted((a, b) => b.count - a.count)[0];
  return best && best.count >= 5 ? best.colour : undefined;
}

/** Names end where the next entry begins, so the longest common tail is cut off. */
export function nameFor(colour: Rgb, legend: readonly LegendEntry[]): string {
  const own = legend.filter((entry) => distance(entry.colour, colour) < 0.06);
  const name = own.toSorted((a, b) => a.name.length - b.name.length)[0]?.name ?? '';
  const tails = legend
    .filter((entry) => !own.includes(entry) && name.endsWith(entry.name))
    .map((entry) => entry.name.length);
  return name.slice(0, name.length - Math.max(0, ...tails)).trim();
}
