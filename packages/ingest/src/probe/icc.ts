// Judges a profile by its numbers, never by its name: a profile that calls itself sRGB and shows other colours would make
// people and models see different pictures.
import { fourCc, spells, u16be, u32be } from './bytes.ts';
import { srgbCurve } from '../colour/code-point.ts';
import { maxIccTags } from '../limits.ts';

/** The sRGB primaries adapted to D50, as X, Y, Z. */
const primaries: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7141]],
]);
const primaryTolerance = 0.003;
const curveTolerance = 0.006;
const curves = ['rTRC', 'gTRC', 'bTRC'] as const;
/** Tables that a colour engine prefers over primaries and curves. */
const tables: ReadonlySet<string> = new Set(['A2B0', 'A2B1', 'A2B2', 'D2B0', 'D2B1', 'D2B2']);

/**
 * `plain`: the numbers mean sRGB. `usual`: another gamut or curve that shifts shades and hides nothing. `odd`: anything
 * else; what it shows has to be compared with what the numbers alone would show.
 */
export type ProfileKind = 'plain' | 'usual' | 'odd';

export function judgeProfile(profile: Uint8Array): ProfileKind {
  if (isPlainSrgb(profile)) return 'plain';
  // Ink cannot be shown without a profile at all, so there is nothing to compare.
  if (spells(profile, 16, 'CMYK')) return 'usual';
  return isUsual(profile) ? 'usual' : 'odd';
}

/** How much of the light of white each primary of a real gamut gives, from sRGB to ProPhoto. */
const usualLight: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['rXYZ', [0.15, 0.4]],
  ['gXYZ', [0.5, 0.85]],
  ['bXYZ', [-0.01, 0.15]],
]);
/** Gamma 1.8 is 0.07 away from the curve of sRGB, gamma 2.6 is 0.06. */
const usualCurveTolerance = 0.1;

function isUsual(profile: Uint8Array): boolean {
  if (!spells(profile, 36, 'acsp') || !spells(profile, 20, 'XYZ ')) return false;
  const tags = readTags(profile);
  if (!tags || [...tags.keys()].some((name) => tables.has(name))) return false;
  if (spells(profile, 16, 'GRAY')) return isCurve(profile, tags.get('kTRC'), usualCurveTolerance);
  if (!spells(profile, 16, 'RGB ')) return false;
  for (const [name, [least, most]] of usualLight) {
    const tag = tags.get(name);
    if (!tag || tag.size < 20) return false;
    const light = fixed(profile, tag.at + 12);
    if (light < least || light > most) return false;
  }
  return curves.every((name) => isCurve(profile, tags.get(name), usualCurveTolerance));
}

interface Tag {
  readonly at: number;
  readonly size: number;
}

export function isPlainSrgb(profile: Uint8Array): boolean {
  if (!spells(profile, 16, 'RGB XYZ ') || !spells(profile, 36, 'acsp')) return false;
  const tags = readTags(profile);
  if (!tags || [...tags.keys()].some((name) => tables.has(name))) return false;
  for (const [name, expected] of primaries) {
    const tag = tags.get(name);
    if (!tag || !isColour(profile, tag, expected)) return false;
  }
  return curves.every((name) => isCurve(profile, tags.get(name), curveTolerance));
}

function readTags(profile: Uint8Array): ReadonlyMap<string, Tag> | undefined {
  const count = u32be(profile, 128);
  if (count > maxIccTags || 132 + count * 12 > profile.length) return undefined;
  const tags = new Map<string, Tag>();
  for (let index = 0; index < count; index++) {
    const entry = 132 + index * 12;
    const tag = { at: u32be(profile, entry + 4), size: u32be(profile, entry + 8) };
    if (tag.at + tag.size > profile.length) return undefined;
    tags.set(fourCc(profile, entry), tag);
  }
  return tags;
}

function fixed(profile: Uint8Array, at: number): number {
  return (u32be(profile, at) | 0) / 0x1_0000;
}

function isColour(profile: Uint8Array, { at, size }: Tag, expected: readonly number[]): boolean {
  if (size < 20 || !spells(profile, at, 'XYZ ')) return false;
  return expected.every(
    (value, axis) => Math.abs(fixed(profile, at + 8 + axis * 4) - value) < primaryTolerance,
  );
}

const samples = Array.from({ length: 33 }, (_, index) => index / 32);

/** Whether a curve is that of sRGB, but for so much. */
function isCurve(profile: Uint8Array, tag: Tag | undefined, tolerance: number): boolean {
  if (!tag) return false;
  const { at, size } = tag;
  const curve = spells(profile, at, 'curv')
    ? tableCurve(profile, at, size)
    : spells(profile, at, 'para') && parametricCurve(profile, at, size);
  return curve ? samples.every((x) => Math.abs(curve(x) - srgbCurve(x)) < tolerance) : false;
}

type Curve = (value: number) => number;

function tableCurve(profile: Uint8Array, at: number, size: number): Curve | undefined {
  const count = u32be(profile, at + 8);
  // One number is an exponent, none is a straight line.
  if (count === 1) return (value) => value ** (u16be(profile, at + 12) / 256);
  if (count < 2 || 12 + count * 2 > size) return undefined;
  const point = (index: number): number => u16be(profile, at + 12 + index * 2) / 0xffff;
  return (value) => {
    const position = value * (count - 1);
    const low = Math.floor(position);
    const high = Math.min(low + 1, count - 1);
    return point(low) + (point(high) - point(low)) * (position - low);
  };
}

function parametricCurve(profile: Uint8Array, at: number, size: number): Curve | undefined {
  const [gamma, a, b, c, d] = [0, 1, 2, 3, 4].map((index) => fixed(profile, at + 12 + index * 4));
  const kind = u16be(profile, at + 8);
  if (gamma === undefined || a === undefined || b === undefined) return undefined;
  if (c === undefined || d === undefined) return undefined;
  if (kind === 0 && size >= 16) return (value) => value ** gamma;
  // Function type 3 is the one with the linear toe that sRGB has.
  if (kind !== 3 || size < 32) return undefined;
  return (value) => (value >= d ? (a * value + b) ** gamma : c * value);
}
