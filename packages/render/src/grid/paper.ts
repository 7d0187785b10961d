// The size of a page that is laid out here: whole patches, as large as the target takes and never larger than a model sees
// unresampled, with a cell at which characters are still told apart.
import type { FitTarget, Size } from '@percept/core';
import type { Density } from '../options.ts';

interface Cell extends Size {
  readonly fontPx: number;
}

export interface Paper extends Size {
  /** Edge of the squares that a model counts. */
  readonly patchPx: number;
  readonly cell: Cell;
  /** Newspaper columns side by side. */
  readonly columns: 1 | 2;
  readonly margin: number;
  readonly headerPx: number;
  /** Cells across one column, gutter included. */
  readonly cellsAcross: number;
  /** Rows down one column. */
  readonly rowsDown: number;
}

/** The end of a path says more than its beginning, so a header cuts it itself. */
export const maxLabelChars = 1000;

export type Columns = Paper['columns'];

/** Both ends of facts/renderers §2: never below 9x16 unless the caller asks for the gist. JetBrains Mono is 0.6 em wide. */
const cells: Readonly<Record<Density, Readonly<Record<Columns, Cell>>>> = {
  legible: { 1: { width: 9, height: 18, fontPx: 15 }, 2: { width: 9, height: 16, fontPx: 15 } },
  gist: { 1: { width: 6, height: 12, fontPx: 10 }, 2: { width: 6, height: 12, fontPx: 10 } },
};

const standardPatchPx = 28;
const margin = 14;
/** 33 by 47 patches (1551) upright, 56 by 26 (1456) for two columns. */
const sheets: Readonly<Record<Columns, Size>> = {
  1: { width: 33, height: 47 },
  2: { width: 56, height: 26 },
};

export function patchOf({ patches }: FitTarget): number {
  return patches?.sizePx ?? standardPatchPx;
}

/** A page ends with what is on it, in whole patches: empty paper costs as much as a full page. */
export function trimmedHeight(usedPx: number, { height }: Size, patchPx: number): number {
  return Math.min(height, Math.max(1, Math.ceil(usedPx / patchPx)) * patchPx);
}

/** The largest page of whole patches that this target takes; the standard page when that fits. */
export function sheetOf(target: FitTarget, columns: Columns = 1): Size {
  const patch = patchOf(target);
  const across = Math.max(1, Math.floor(target.maxEdgePx / patch));
  const budget = Math.min(
    target.patches?.max ?? Number.POSITIVE_INFINITY,
    Math.floor(target.maxPixels / (patch * patch)),
  );
  // The standard page is counted in patches of 28 px; another patch size gives about the same pixels.
  const wish = withinShortEdge(
    {
      width: Math.max(1, Math.floor((sheets[columns].width * standardPatchPx) / patch)),
      height: Math.max(1, Math.floor((sheets[columns].height * standardPatchPx) / patch)),
    },
    Math.max(1, Math.floor((target.maxShortEdgePx ?? Number.POSITIVE_INFINITY) / patch)),
  );
  const shrink = Math.min(
    1,
    across / Math.max(wish.width, wish.height),
    Math.sqrt(budget / (wish.width * wish.height)),
  );
  return {
    width: Math.max(1, Math.floor(wish.width * shrink)) * patch,
    height: Math.max(1, Math.floor(wish.height * shrink)) * patch,
  };
}

function withinShortEdge({ width, height }: Size, max: number): Size {
  return width <= height
    ? { width: Math.min(width, max), height }
    : { width, height: Math.min(height, max) };
}

export function paperOf(target: FitTarget, density: Density, columns: Columns = 1): Paper {
  const sheet = sheetOf(target, columns);
  const cell = cells[density][columns];
  const headerPx = standardPatchPx;
  const inside = (sheet.width - margin * (columns + 1)) / columns;
  return {
    ...sheet,
    patchPx: patchOf(target),
    cell,
    columns,
    margin,
    headerPx,
    cellsAcross: Math.max(24, Math.floor(inside / cell.width)),
    rowsDown: Math.max(1, Math.floor((sheet.height - headerPx - margin / 2) / cell.height)),
  };
}
