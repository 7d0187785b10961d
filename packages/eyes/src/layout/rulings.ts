// Grids of drawn lines: where thin lines run down and across each other there are cells, whatever stands in them.
import type { Picture } from '../pixels/picture.ts';

/** Edges of its cells, from left to right and from above. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

interface Ruling {
  /** Its place across, and where it runs along. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A line is thinner than this: so far to both sides of it there is another colour. */
const maxThickPx = 4;
const minContrast = 7;
/** Along a line its colour stays the same up to this. */
const maxDrift = 20;
const minLengthPx = 36;
/** Lines whose ends are no farther apart than this belong to one grid. */
const endSlackPx = 8;
/** A line crosses a grid when it covers this share of it. */
const crossing = 0.6;
const minRows = 3;
const minColumns = 2;
/** Cells of less than this are double lines. */
const minCellPx = 8;

export function gridsOf(picture: Picture): readonly Grid[] {
  const down = rulingsOf(picture, 'down');
  if (down.length < minColumns - 1) return [];
  const across = rulingsOf(picture, 'across');
  const grids: Grid[] = [];
  const left = new Set(down);
  for (const first of down) {
    if (!left.has(first)) continue;
    const own = [...left].filter(
      ({ from, to }) =>
        Math.abs(from - first.from) < endSlackPx && Math.abs(to - first.to) < endSlackPx,
    );
    for (const ruling of own) left.delete(ruling);
    const grid = gridOf(own, across, broken(down, first));
    if (grid) grids.push(grid);
  }
  return grids;
}

/** A frame around one cell breaks the lines beside it: pieces that cover most of the height are lines as well. */
function broken(down: readonly Ruling[], { from: top, to: bottom }: Ruling): readonly number[] {
  const within = down.filter(({ from, to }) => from > top - endSlackPx && to < bottom + endSlackPx);
  return [...Map.groupBy(within, ({ at }) => at)].flatMap(([at, parts]) => {
    const covered = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    return parts.length > 1 && covered > (bottom - top) * crossing ? [at] : [];
  });
}

function gridOf(
  down: readonly Ruling[],
  across: readonly Ruling[],
  more: readonly number[],
): Grid | undefined {
  const top = Math.min(...down.map(({ from }) => from));
  const bottom = Math.max(...down.map(({ to }) => to));
  const inner = [...down.map(({ at }) => at), ...more];
  const near = across.filter(
    ({ at, from, to }) =>
      at > top - endSlackPx &&
      at < bottom + endSlackPx &&
      from < Math.max(...inner) + endSlackPx &&
      to > Math.min(...inner) - endSlackPx,
  );
  // The outermost cells are often open at their sides.
  const start = Math.min(...inner, ...shared(near.map(({ from }) => from)));
  const end = Math.max(...inner, ...shared(near.map(({ to }) => to)));
  const rows = Map.groupBy(near, ({ at }) => Math.round(at));
  const crossed = [...rows].flatMap(([at, parts]) => {
    const covered = parts.reduce((sum, { from, to }) => sum + to - from, 0);
    return covered > (end - start) * crossing ? [at] : [];
  });
  const xs = apart([start, ...inner, end]);
  const ys = apart([top, ...crossed, bottom]);
  return xs.length > minColumns && ys.length > minRows ? { xs, ys } : undefined;
}

/** Ends of two lines and more: one alone may be of something above or below. */
function shared(ends: readonly number[]): readonly number[] {
  return ends.filter(
    (end, at) =>
      ends.findIndex((other, index) => index !== at && Math.abs(other - end) < endSlackPx) >= 0,
  );
}

function apart(places: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (const place of places.toSorted((one, other) => one - other))
    if (place - (kept.at(-1) ?? -Infinity) >= minCellPx) kept.push(place);
  return kept;
}

/** Every thin straight line that is long enough, once. */
function rulingsOf(picture: Picture, direction: 'down' | 'across'): readonly Ruling[] {
  const { width, height, data } = picture;
  const isDown = direction === 'down';
  const [lanes, length] = isDown ? [width, height] : [height, width];
  const [laneStep, step] = isDown ? [3, width * 3] : [width * 3, 3];
  const contrast = (one: number, other: number): number =>
    Math.max(
      Math.abs((data[one] ?? 0) - (data[other] ?? 0)),
      Math.abs((data[one + 1] ?? 0) - (data[other + 1] ?? 0)),
      Math.abs((data[one + 2] ?? 0) - (data[other + 2] ?? 0)),
    );
  const found: Ruling[] = [];
  for (let lane = maxThickPx; lane < lanes - maxThickPx; lane += 1) {
    let from = -1;
    let open = 0;
    for (let along = 0; along <= length; along += 1) {
      const at = lane * laneStep + along * step;
      const isLine =
        along < length &&
        contrast(at, at - maxThickPx * laneStep) > minContrast &&
        contrast(at, at + maxThickPx * laneStep) > minContrast;
      // Where two lines cross, both have the same colour to their sides.
      open = isLine ? 0 : open + 1;
      const goesOn = along < length && open <= maxThickPx && contrast(at, at - step) < maxDrift;
      if (from >= 0 && goesOn) continue;
      if (from >= 0 && along - from >= minLengthPx) found.push({ at: lane, from, to: along });
      from = isLine ? along : -1;
    }
  }
  return merged(found);
}

/** Of rows of pixels side by side one line. */
function merged(found: readonly Ruling[]): readonly Ruling[] {
  const kept: Ruling[] = [];
  for (const ruling of found) {
    const same = kept.findLastIndex(
      ({ at, from, to }) =>
        ruling.at - at <= maxThickPx &&
        Math.abs(from - ruling.from) < endSlackPx &&
        Math.abs(to - ruling.to) < endSlackPx,
    );
    if (same < 0) kept.push(ruling);
  }
  return kept;
}
