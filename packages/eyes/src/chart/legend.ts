// Names of series: a text with a patch of the series' colour just left of it.
import { distance, type Rgb } from '../colour/oklab.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import { contrast, coverage } from './plot.ts';

export interface LegendEntry {
  readonly name: string;
  readonly colour: Rgb;
}

const minChroma = 22;

export function legendOf(
  picture: Picture,
  pieces: readonly TextLine[],
  ticks: ReadonlySet<TextLine>,
  ground: Rgb,
): readonly LegendEntry[] {
  return pieces.flatMap((piece) => {
    if (ticks.has(piece)) return [];
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

/** How far above and below the middle of the text its patch is looked for, in heights of the text. */
const patchReach = 0.22;
/** A patch is at least this wide. */
const minPatchPx = 5;

function patchLeftOf(
  picture: Picture,
  x: number,
  { region }: TextLine,
  ground: Rgb,
): Rgb | undefined {
  const reach = Math.max(1, Math.round(region.height * patchReach));
  const counts: { colour: Rgb; count: number }[] = [];
  for (let dx = 2; dx < region.height * 2; dx += 1) {
    // A thin stroke is one soft row or two: the pixel that is the farthest from the ground shows its colour best.
    let best: Rgb = ground;
    for (let dy = -reach; dy <= reach; dy += 1) {
      const pixel = colourAt(picture, x - dx, region.centre.y + dy);
      if (contrast(pixel, ground) > contrast(best, ground)) best = pixel;
    }
    const chroma = Math.max(...best) - Math.min(...best);
    if (chroma < minChroma || contrast(best, ground) < 40) continue;
    const known = counts.find(({ colour }) => distance(colour, best) < 0.03);
    if (known) known.count += 1;
    else counts.push({ colour: best, count: 1 });
  }
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return most && most.count >= minPatchPx ? most.colour : undefined;
}

export function isSameHue(one: Rgb, other: Rgb): boolean {
  return distance(one, other) < 0.06;
}

/** Also where one of the two is a thin stroke, whose colour is mixed with the ground. */
function isSameInk(one: Rgb, other: Rgb, ground: Rgb): boolean {
  return (
    isSameHue(one, other) ||
    coverage(one, other, ground) > minThinned ||
    coverage(other, one, ground) > minThinned
  );
}
const minThinned = 0.5;

/** Names end where the next entry begins, so the longest common tail is cut off. */
export function nameFor(colour: Rgb, legend: readonly LegendEntry[], ground: Rgb): string {
  const exact = legend.filter((entry) => isSameHue(entry.colour, colour));
  const own =
    exact.length > 0 ? exact : legend.filter((entry) => isSameInk(entry.colour, colour, ground));
  const name = own.toSorted((a, b) => a.name.length - b.name.length)[0]?.name ?? '';
  const tails = legend
    .filter((entry) => !own.includes(entry) && name.endsWith(entry.name))
    .map((entry) => entry.name.length);
  const named = name.slice(0, name.length - Math.max(0, ...tails));
  return named.replaceAll(marker, '').trim();
}

/** The patch of an entry is sometimes read along with a name. */
const marker = /^[|•●○◦–—_-]+\s*(?=\p{L})|(?<=\p{L})\s+[|•●○◦–—_-]+$/gu;
