// Blocks with heights become pages: a block stays whole where it can, a heading stays with what follows, and what is
// higher than a page is cut where it may be.
import { cutBefore, type Interval } from './breaks.ts';

export interface MeasuredBlock {
  readonly height: number;
  readonly parts: readonly Interval[];
  readonly keepWithNext: boolean;
}

/** A part of a block on a page: `from` to `to` of its height, drawn at `top`. */
interface Placed {
  readonly block: number;
  readonly from: number;
  readonly to: number;
  readonly top: number;
}

export type PagePlan = readonly Placed[];

export function paginate(
  blocks: readonly MeasuredBlock[],
  pageHeight: number,
): readonly PagePlan[] {
  const pages: Placed[][] = [[]];
  let top = 0;
  const page = (): Placed[] => pages.at(-1) ?? [];
  const turn = (): void => {
    const carried = carry(page(), blocks);
    pages.push([]);
    top = 0;
    for (const item of carried) {
      page().push({ ...item, top });
      top += item.to - item.from;
    }
  };
  for (const [index, block] of blocks.entries()) {
    let from = 0;
    while (from < block.height || block.height === 0) {
      const rest = block.height - from;
      const room = pageHeight - top;
      if (rest <= room) {
        page().push({ block: index, from, to: block.height, top });
        top += rest;
        break;
      }
      const cut = rest > pageHeight / 3 ? cutBefore(block.parts, from, from + room) : undefined;
      const isHopeless = cut === undefined && page().length === 0;
      if (cut === undefined && !isHopeless) {
        turn();
        continue;
      }
      // Nothing of it may be cut, and a page of its own is not enough: it is cut anyway.
      const to = cut ?? from + room;
      page().push({ block: index, from, to, top });
      from = to;
      pages.push([]);
      top = 0;
    }
  }
  return pages.filter((items, index) => items.length > 0 || index === 0);
}

/** Takes the headings off the end of a page; a page of headings only stays as it is. */
function carry(items: Placed[], blocks: readonly MeasuredBlock[]): readonly Placed[] {
  let start = items.length;
  while (start > 0 && blocks[items[start - 1]?.block ?? -1]?.keepWithNext === true) start--;
  return start === 0 ? [] : items.splice(start);
}
