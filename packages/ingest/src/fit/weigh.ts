// Pixels in, bytes within the target out. The pixels are decoded already and stay as they are; only encodes repeat, and
// where quality alone would have to fall too low, the picture shrinks instead. Ends within the target or with a refusal.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { curveOf } from './curve.ts';
import { encodeLossy, encodePng, encodePngCarefully, type Plan } from './encode.ts';
import type { OutputType } from './picture.ts';
import { resize, type Pixels, type SharpFactory } from './pixels.ts';
import { findQuality, firstQuality, sizeAt } from './secant.ts';
import { maxShrinks } from '../limits.ts';

export interface Weighed extends Size {
  readonly bytes: Uint8Array;
  readonly mime: OutputType;
  readonly encodes: number;
  readonly shrunk: boolean;
}

/** Below this quality we take pixels away instead. */
const floorQuality = 35;
/** The quality that a shrunken picture is sized for. */
const shrunkQuality = 60;
/** Each shrink takes at least this much of the edge, so that the loop ends. */
const leastShrink = 0.92;
const shrinkAim = 0.94;

export async function weigh(
  factory: SharpFactory,
  pixels: Pixels,
  plan: Plan,
  maxBytes: number,
): Promise<Outcome<Weighed>> {
  let encodes = 0;
  let current = pixels;
  const done = (bytes: Uint8Array, mime: OutputType): Outcome<Weighed> => {
    const { width, height } = current;
    return accept({ bytes, mime, width, height, encodes, shrunk: current !== pixels });
  };
  const shrink = async (share: number): Promise<boolean> => {
    const next = shrunkSize(current, pixels, Math.sqrt(share));
    if (!next) return false;
    current = await resize(factory, pixels, next);
    return true;
  };

  let smallest = 0;
  for (let shrinks = 0; shrinks <= maxShrinks; shrinks += 1) {
    if (plan.lossless && (shrinks === 0 || !plan.lossy)) {
      const bytes = await encodeWithoutLoss(factory, current, plan);
      encodes += 1;
      if (bytes.length <= plan.maxLosslessBytes) return done(bytes, 'image/png');
      smallest = bytes.length;
    }
    const { lossy, content } = plan;
    if (!lossy) {
      if (!(await shrink((maxBytes / smallest) * shrinkAim))) break;
      continue;
    }
    const curve = curveOf(lossy, content.kind);
    const bounds = { maxBytes, curve, ceiling: plan.quality, floor: floorQuality };
    const expected = curve.weight * content.activity * current.width * current.height;
    const start = shrinks === 0 ? firstQuality(bounds, expected) : shrunkQuality;
    const found = await findQuality(
      (quality) => encodeLossy(factory, current, { lossy, kind: content.kind }, quality),
      { ...bounds, start },
    );
    encodes += found.encodes;
    if (found.kind === 'met') return done(found.bytes, lossy);
    smallest = found.last.size;
    const wanted = sizeAt(shrunkQuality, found.last, { ...curve, slope: found.slope });
    if (!(await shrink(((maxBytes / wanted) * shrinkAim) ** (1 / curve.shrink)))) break;
  }
  return refuse(
    overLimit('maxBytes', maxBytes, smallest, 'Allow more bytes, or give a smaller picture.'),
  );
}

/** A picture whose pixels stayed leaves no heavier than it came, as far as an encoder can help it. */
async function encodeWithoutLoss(
  factory: SharpFactory,
  pixels: Pixels,
  { content, cameBytes }: Plan,
): Promise<Uint8Array> {
  const usual = await encodePng(factory, pixels, content);
  if (usual.length <= cameBytes) return usual;
  const careful = await encodePngCarefully(factory, pixels);
  return careful.reduce((best, one) => (one.length < best.length ? one : best), usual);
}

/** Undefined when there is nothing left to take away. */
function shrunkSize(current: Size, first: Size, scale: number): Size | undefined {
  const factor = Math.min(scale, leastShrink);
  const long = Math.max(first.width, first.height);
  const longest = Math.floor(Math.max(current.width, current.height) * factor);
  if (longest < 1) return undefined;
  const width = Math.max(1, Math.round((first.width * longest) / long));
  const height = Math.max(1, Math.round((first.height * longest) / long));
  return { width, height };
}
