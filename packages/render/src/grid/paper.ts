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
  readonly margin: number;
  readonly headerPx: number;
  /** Cells across, gutter included. */
  readonly cellsAcross: number;
  readonly rowsDown: number;
}

/** Both ends of facts/renderers §2: never below 9x16 unless the caller asks for the gist. JetBrains Mono is 0.6 em wide. */
const cells: Readonly<Record<Density, Cell>> = {
  legible: { width: 9, height: 18, fontPx: 15 },
  gist: { width: 6, height: 12, fontPx: 10 },
};

const standardPatchPx = 28;
const margin = 14;
/** In patches: 1551 of them. */
const standardSheet: Size = { width: 33, height: 47 };

export function patchOf({ patches }: FitTarget): number {
  return patches?.sizePx ?? standardPatchPx;
}

/** A page ends with what is on it, in whole patches: empty paper costs as much as a full page. */
export function trimmedHeight(usedPx: number, { height }: Size, patchPx: number): number {
  return Math.min(height, Math.max(1, Math.ceil(usedPx / patchPx)) * patchPx);
}

/** The largest page of whole patches that this target takes; the standard page when that fits. */
export function sheetOf(target: FitTarget): Size {
  const patch = patchOf(target);
  const across = Math.max(1, Math.floor(target.maxEdgePx / patch));
  const budget = Math.min(
    target.patches?.max ?? Number.POSITIVE_INFINITY,
    Math.floor(target.maxPixels / (patch * patch)),
  );
  // The standard page is counted in patches of 28 px; another patch size gives about the same pixels.
  const wish = withinShortEdge(
    {
      width: Math.max(1, Math.floor((standardSheet.width * standardPatchPx) / patch)),
      height: Math.max(1, Math.floor((standardSheet.height * standardPatchPx) / patch)),
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

export function paperOf(target: FitTarget, density: Density): Paper {
  const sheet = sheetOf(target);
  const cell = cells[density];
  const headerPx = standardPatchPx;
  return {
    ...sheet,
    patchPx: patchOf(target),
    cell,
    margin,
    headerPx,
    cellsAcross: Math.max(24, Math.floor((sheet.width - 2 * margin) / cell.width)),
    rowsDown: Math.max(1, Math.floor((sheet.height - headerPx - margin / 2) / cell.height)),
  };
}
