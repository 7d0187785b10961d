// The two colours of a line of text: what it stands on is the commonest colour of its crop, and its ink is the colour that
// departs from that the most and often enough not to be an edge.
import type { Picture } from '../pixels/picture.ts';

export interface LineColours {
  readonly ink: string;
  readonly paper: string;
}

interface Bin {
  count: number;
  red: number;
  green: number;
  blue: number;
}

export function coloursOf({ data }: Picture): LineColours {
  const bins = new Map<number, Bin>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    bin.count += 1;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
    bins.set(key, bin);
  }
  const ranked = [...bins.values()].toSorted((a, b) => b.count - a.count);
  const [paper] = ranked;
  if (!paper) return { ink: '#000000', paper: '#ffffff' };
  const least = Math.max(2, (data.length / 3) * 0.004);
  const ink =
    ranked
      .filter(({ count }) => count >= least)
      .toSorted((a, b) => distance(b, paper) - distance(a, paper))[0] ?? paper;
  return { ink: hexOf(ink), paper: hexOf(paper) };
}

function mean(bin: Bin): readonly [number, number, number] {
  return [bin.red / bin.count, bin.green / bin.count, bin.blue / bin.count];
}

function distance(a: Bin, b: Bin): number {
  const [ar, ag, ab] = mean(a);
  const [br, bg, bb] = mean(b);
  return (ar - br) ** 2 + (ag - bg) ** 2 + (ab - bb) ** 2;
}

function hexOf(bin: Bin): string {
  return `#${mean(bin)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
}
