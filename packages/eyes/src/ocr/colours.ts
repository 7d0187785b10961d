// The two colours of a line of text: what it stands on is the commonest colour of its crop, and its ink is the colour that
// departs from that the most and often enough not to be an edge.
import { addTo, meanOf, ranked, type Bin } from '../colour/bins.ts';
import { hexOf, type Rgb } from '../colour/oklab.ts';
import type { Picture } from '../pixels/picture.ts';

export interface LineColours {
  readonly ink: string;
  readonly paper: string;
}

export function coloursOf({ data }: Picture): LineColours {
  const bins = new Map<number, Bin>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
    const [red, green, blue] = rgb;
    addTo(bins, ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4), rgb);
  }
  const [first, ...others] = ranked(bins);
  if (!first) return { ink: '#000000', paper: '#ffffff' };
  const paper = meanOf(first);
  const least = Math.max(2, (data.length / 3) * 0.004);
  const inks = others.filter(({ count }) => count >= least).map((bin) => meanOf(bin));
  const [ink = paper] = inks.toSorted((a, b) => distance(b, paper) - distance(a, paper));
  return { ink: hexOf(ink), paper: hexOf(paper) };
}

/** In a picture, not in an eye: the farthest is the ink. */
function distance([ar, ag, ab]: Rgb, [br, bg, bb]: Rgb): number {
  return (ar - br) ** 2 + (ag - bg) ** 2 + (ab - bb) ** 2;
}
