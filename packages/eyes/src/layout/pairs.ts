// Labels beside values: neighbouring rows of two lines each, far apart on one base line, whose first lines begin at one place
// and whose second lines begin or end at one. A long label may come near to its value: then the places alone tell. Told row by
// row, so that a value stays with its label.
import { around, lineOf, type VisualLine } from './visual-line.ts';

export type Pair = readonly [VisualLine, VisualLine];

const minRows = 2;
/** How far edges may be off each other, and how far rows may be apart, in heights. */
const offEdge = 0.6;
const maxLead = 2.5;
/** A label and a value below it, side by side with others, differ in size from row to row. */
const maxRatio = 1.6;

/** Runs of pairs, from rows in the order of the page. */
export function pairsOf(rows: readonly (readonly VisualLine[])[]): readonly (readonly Pair[])[] {
  const found: Pair[][] = [];
  let run: Pair[] = [];
  let isApart = false;
  const end = (): void => {
    if (run.length >= minRows && isApart) found.push(run);
    run = [];
    isApart = false;
  };
  for (const row of rows) {
    const pair = pairIn(row);
    const last = run.at(-1);
    if (!pair) end();
    else if (last && !continues(last, pair)) {
      end();
      run.push(pair);
    } else run.push(pair);
    if (row.length > 1) isApart = true;
  }
  end();
  return found;
}

function pairIn([first, second, ...more]: readonly VisualLine[]): Pair | undefined {
  if (!first || more.length > 0) return undefined;
  if (second) return [first, second];
  const [last] = first.pieces.slice(-1);
  if (!last || first.pieces.length < 2) return undefined;
  return [lineOf(first.pieces.slice(0, -1)), lineOf([last])];
}

function continues(above: Pair, below: Pair): boolean {
  const height = heightOf(below);
  const ratio = height / heightOf(above);
  const [, top] = around(below.map(({ box }) => box));
  const [, , , bottom] = around(above.map(({ box }) => box));
  const isNear = top - bottom < height * maxLead && ratio < maxRatio && ratio > 1 / maxRatio;
  const same = (at: 0 | 1, edge: 0 | 2): boolean =>
    Math.abs(above[at].box[edge] - below[at].box[edge]) < height * offEdge;
  return isNear && same(0, 0) && (same(1, 0) || same(1, 2));
}

function heightOf(pair: Pair): number {
  return Math.max(...pair.map(({ box }) => box[3] - box[1]));
}
