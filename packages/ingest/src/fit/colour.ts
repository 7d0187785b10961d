// What leaves is 8-bit sRGB. How a picture gets there is decided by what its header and its profile say in numbers.
import type { Metadata } from 'sharp';
import { judgeProfile } from '../probe/icc.ts';
import type { Pixels } from './pixels.ts';

export type ColourWay =
  /** The numbers are sRGB already: a profile that says so is not even applied, so that they stay what they are. */
  | { readonly kind: 'as-it-is'; readonly changes: boolean }
  /** By its profile. `odd`: it could show something else than the numbers alone. */
  | { readonly kind: 'by-profile'; readonly odd: boolean }
  /** Ink without a profile, mixed as browsers mix it. */
  | { readonly kind: 'ink' };

export function colourWay({ depth, space, icc }: Metadata): ColourWay {
  if (space === 'cmyk' && !icc) return { kind: 'ink' };
  // The engine takes no profile of a single channel of 16 bits.
  if (!icc || space === 'grey16') {
    const changes = depth !== 'uchar' || (space !== 'srgb' && space !== 'b-w');
    return { kind: 'as-it-is', changes };
  }
  const judged = judgeProfile(icc);
  if (judged === 'plain') return { kind: 'as-it-is', changes: depth !== 'uchar' };
  return { kind: 'by-profile', odd: judged === 'odd' };
}

/** Each ink takes its light away, and black takes from what is left. */
export function inkToRgb({ data, width, height }: Pixels): Pixels {
  const out = new Uint8Array(width * height * 3);
  let to = 0;
  for (let from = 0; from < data.length; from += 4) {
    const light = 255 - (data[from + 3] ?? 0);
    for (let ink = 0; ink < 3; ink += 1) {
      out[to] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255);
      to += 1;
    }
  }
  return { data: out, width, height, channels: 3 };
}
