// Blocks with heights become pages: a block stays whole where it can, a heading stays with what follows, and what is
// higher than a page is cut where it may be.
import type { MeasuredBox } from '../takumi/scene.ts';

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

interface Interval {
  readonly top: number;
  readonly bottom: number;
}

/** Everything that must stay whole, from top to bottom, overlaps joined. */
export function solidParts(root: MeasuredBox, originTop: number): readonly Interval[] {
  const parts: Interval[] = [];
  const stack: MeasuredBox[] = [root];
  for (let box = stack.pop(); box; box = stack.pop()) {
    const top = (box.transform[5] ?? 0) - originTop;
    // Turned or stretched beyond all numbers: it is nowhere.
    if (!Number.isFinite(top)) continue;
    for (const run of box.runs) parts.push({ top: top + run.y, bottom: top + run.y + run.height });
    const isLeaf = box.children.length === 0 && box.runs.length === 0;
    if (isLeaf && box.height > 0) parts.push({ top, bottom: top + box.height });
    stack.push(...box.children);
  }
  return joinedParts(parts);
}

/** Lines of text overlap by a little where their boxes are higher than their distance. */
const slack = 2;

function joinedParts(parts: readonly Interval[]): readonly Interval[] {
  const whole: { top: number; bottom: number }[] = [];
  for (const { top, bottom } of parts.toSorted((one, other) => one.top - other.top)) {
    const last = whole.at(-1);
    if (last && top < last.bottom - slack) last.bottom = Math.max(last.bottom, bottom);
    else whole.push({ top, bottom });
  }
  return whole;
}

/** The lowest cut in (from, limit] that crosses nothing; undefined when there is none. */
function cutBefore(parts: readonly Interval[], from: number, limit: number): number | undefined {
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index];
    if (part && part.top <= limit && part.top > from + 1) return Math.floor(part.top);
  }
  return undefined;
}
