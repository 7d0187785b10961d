// Judges a drawing against the picture that another renderer made of it. The bench and the fidelity test share this judge,
// so that both mean the same by "within tolerance".
import { accept, type Outcome } from '@percept/core';
import { renderLimits } from '../../src/limits.ts';
import { decodeMarkup } from '../../src/svg/decode.ts';
import { prescan } from '../../src/svg/prescan.ts';
import { sceneOf } from '../../src/svg/svg-renderer.ts';
import type { Takumi } from '../../src/takumi/takumi.ts';
import { readPng, type Pixels } from './read-png.ts';

/** The loose tolerance of facts/renderers §1. */
const tolerance = { loudDifference: 64, maxLoudShare: 0.02, maxMean: 6 } as const;

export interface Difference {
  /** The share of pixels that differ by more than `loudDifference` of 255 in a channel. */
  readonly loudShare: number;
  /** Of all channels of all pixels, of 255. */
  readonly mean: number;
}

/** A drawing at this many pixels on white, by the way that every drawing goes: scanned, rewritten, drawn. */
export async function drawOnWhite(
  engine: Takumi,
  bytes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Outcome<Pixels>> {
  const source = decodeMarkup(bytes);
  if (!source.ok) return source;
  const drawn = prescan(source.value, renderLimits);
  if (!drawn.ok) return drawn;
  const drawing = await engine.draw(
    {
      scene: sceneOf(drawn.value.markup, { width, height }, drawn.value.background),
      text: drawn.value.text,
      ground: 'white',
    },
    { limits: renderLimits, signal: new AbortController().signal },
  );
  return drawing.ok ? accept(readPng(drawing.value.png)) : drawing;
}

export function isWithin({ loudShare, mean }: Difference): boolean {
  return loudShare <= tolerance.maxLoudShare && mean <= tolerance.maxMean;
}

/** Both on white; the drawn one is opaque already. Pictures of different size have nothing in common. */
export function differenceOf(drawn: Pixels, reference: Pixels): Difference {
  if (drawn.width !== reference.width || drawn.height !== reference.height) {
    return { loudShare: 1, mean: 255 };
  }
  let loud = 0;
  let sum = 0;
  const pixels = reference.width * reference.height;
  for (let at = 0; at < pixels * 4; at += 4) {
    const alpha = reference.rgba[at + 3] ?? 0;
    let largest = 0;
    for (let channel = 0; channel < 3; channel++) {
      const wanted = ((reference.rgba[at + channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255;
      const difference = Math.abs(wanted - (drawn.rgba[at + channel] ?? 0));
      largest = Math.max(largest, difference);
      sum += difference;
    }
    if (largest > tolerance.loudDifference) loud++;
  }
  return { loudShare: loud / pixels, mean: sum / (pixels * 3) };
}
