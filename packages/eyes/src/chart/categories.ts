// The category axis: labels in one row under the plot, evenly spaced.
import type { Region } from '../ocr/geometry.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Axis } from './axis.ts';
import { fitLine } from './plot.ts';

export interface Category {
  readonly name: string;
  readonly x: number;
}

export interface Categories {
  readonly items: readonly Category[];
  readonly spacing: number;
}

const minCategories = 2;

export function categoriesOf(pieces: readonly TextLine[], axis: Axis): Categories | undefined {
  const below = pieces.filter(
    (piece) =>
      !axis.labels.has(piece) &&
      piece.region.centre.y > axis.bottom &&
      piece.region.centre.x > axis.left,
  );
  // Labels may be turned, and then have nothing in common but their top.
  const first = Math.min(...below.map(({ box }) => box[1]));
  const row = below.filter(({ box, region }) => box[1] - first < thickness(region) * 0.7);
  if (first - axis.bottom > thickness(row[0]?.region) * 3) return undefined;
  return evenly(row.map(whole)) ?? evenly(row.flatMap(words));
}

function thickness(region: Region | undefined): number {
  return region ? Math.min(region.width, region.height) : 0;
}

/** The mark of an axis beside a name is read with it. */
const tick = /(?:\s+[-–—_.·|]+|·)$/u;

function whole({ text, region }: TextLine): Category {
  return { name: text.replace(tick, ''), x: region.centre.x };
}

/** Narrow labels are sometimes found as one piece of text. */
function words({ characters, box }: TextLine): readonly Category[] {
  const found: Category[] = [];
  let name = '';
  let xs: number[] = [];
  const push = (): void => {
    const from = xs[0];
    const to = xs.at(-1);
    if (from !== undefined && to !== undefined) found.push({ name, x: box[0] + (from + to) / 2 });
    name = '';
    xs = [];
  };
  for (const { char, x } of characters) {
    if (char === ' ') push();
    else {
      name += char;
      xs.push(x);
    }
  }
  push();
  return found;
}

/** Undefined unless every label stands where even spacing puts it. */
export function evenly(labels: readonly Category[]): Categories | undefined {
  const sorted = labels.toSorted((a, b) => a.x - b.x);
  if (sorted.length < minCategories) return undefined;
  const fit = fitLine(sorted.map(({ x }, index) => [index, x]));
  if (!fit || fit.slope < 8 || fit.worst > fit.slope * 0.16) return undefined;
  const items = sorted.map(({ name }, index) => ({ name, x: fit.offset + fit.slope * index }));
  return { items, spacing: fit.slope };
}
