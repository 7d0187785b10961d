// How wide the columns of a table are and which of them stand beside each other: a page shows as many whole columns as fit,
// and the next page goes on to the right before it goes on below.

export interface Band {
  /** The first column of the band, counted from 0. */
  readonly first: number;
  readonly widths: readonly number[];
}

const minWidth = 3;
export const columnGap = 2;

/** Widths by what the sample needs, never more than a share of the page. */
export function columnWidths(needed: readonly number[], across: number): readonly number[] {
  const most = Math.max(minWidth, Math.min(48, Math.floor(across / 2) - columnGap));
  const total = needed.reduce((sum, width) => sum + Math.max(minWidth, width) + columnGap, 0);
  // What fits whole is shown whole.
  if (total <= across) return needed.map((width) => Math.max(minWidth, width));
  return needed.map((width) => Math.min(most, Math.max(minWidth, width)));
}

export function bandsOf(widths: readonly number[], across: number): readonly Band[] {
  const bands: { first: number; widths: number[] }[] = [];
  let room = 0;
  for (const [column, width] of widths.entries()) {
    const last = bands.at(-1);
    if (last && width + columnGap <= room) {
      last.widths.push(width);
      room -= width + columnGap;
    } else {
      bands.push({ first: column, widths: [width] });
      room = across - width - columnGap;
    }
  }
  return bands;
}
