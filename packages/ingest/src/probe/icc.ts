// Tells a plain sRGB profile from every other one by its numbers, never by its name: a profile that calls itself sRGB and
// shows other colours would make people and models see different pictures.
import { fourCc, spells, u16be, u32be } from './bytes.ts';

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
const maxTags = 100;

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
  return curves.every((name) => {
    const tag = tags.get(name);
    return tag !== undefined && isSrgbCurve(profile, tag);
  });
}

function readTags(profile: Uint8Array): ReadonlyMap<string, Tag> | undefined {
  const count = u32be(profile, 128);
  if (count > maxTags || 132 + count * 12 > profile.length) return undefined;
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

function srgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const samples = Array.from({ length: 33 }, (_, index) => index / 32);

function isSrgbCurve(profile: Uint8Array, { at, size }: Tag): boolean {
  const curve = spells(profile, at, 'curv')
    ? tableCurve(profile, at, size)
    : spells(profile, at, 'para') && parametricCurve(profile, at, size);
  return curve ? samples.every((x) => Math.abs(curve(x) - srgb(x)) < curveTolerance) : false;
}

type Curve = (value: number) => number;

function tableCurve(profile: Uint8Array, at: number, size: number): Curve | undefined {
  const count = u32be(profile, at + 8);
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
  // Function type 3 is the one with the linear toe that sRGB has.
  if (u16be(profile, at + 8) !== 3 || size < 32) return undefined;
  const [gamma, a, b, c, d] = [0, 1, 2, 3, 4].map((index) => fixed(profile, at + 12 + index * 4));
  if (gamma === undefined || a === undefined || b === undefined) return undefined;
  if (c === undefined || d === undefined) return undefined;
  return (value) => (value >= d ? (a * value + b) ** gamma : c * value);
}
