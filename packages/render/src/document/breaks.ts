// Where a laid-out box may be cut: at heights that no line of text and no picture crosses.
import type { MeasuredBox } from '../takumi/scene.ts';

export interface Interval {
  readonly top: number;
  readonly bottom: number;
}

/** Everything that must stay whole, from top to bottom, overlaps joined. */
export function solidParts(root: MeasuredBox, originTop: number): readonly Interval[] {
  const parts: Interval[] = [];
  const stack: MeasuredBox[] = [root];
  for (let box = stack.pop(); box; box = stack.pop()) {
    const top = (box.transform[5] ?? 0) - originTop;
    for (const run of box.runs) {
      parts.push({ top: top + run.y, bottom: top + run.y + run.height });
    }
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
export function cutBefore(
  parts: readonly Interval[],
  from: number,
  limit: number,
): number | undefined {
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index];
    if (part && part.top <= limit && part.top > from + 1) return Math.floor(part.top);
  }
  return undefined;
}
