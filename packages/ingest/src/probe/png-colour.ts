// What the numbers in a PNG mean. Of several statements one counts, in the order of the specification (third edition, 4.3):
// cICP, iCCP, sRGB, then gAMA and cHRM together. Statements that are malformed count as not made, as in browsers.
import { describeCodePoint, isBright, srgbCurve, type CodePoint } from '../colour/code-point.ts';
import { bt709, type Primaries } from '../colour/primaries.ts';
import type { ColourDescription, Transfer } from '../colour/profile.ts';
import { spells, u32be, u8 } from './bytes.ts';
import type { PngChunk } from './png-chunks.ts';

export type PngColour =
  | { readonly kind: 'srgb' }
  /** By the profile in this chunk. */
  | { readonly kind: 'embedded'; readonly chunk: PngChunk }
  | { readonly kind: 'described'; readonly description: ColourDescription }
  /** More light than a profile can say. */
  | { readonly kind: 'bright'; readonly codePoint: CodePoint }
  /** Stated in a way that nothing here can convert; shown as if it were sRGB. */
  | { readonly kind: 'unknown'; readonly statement: string };

/** Of the chunks that colours need (cLLI too), at most one of each type and all before the pixels. */
export function readPngColour(bytes: Uint8Array, chunks: readonly PngChunk[]): PngColour {
  const find = (type: string): PngChunk | undefined => chunks.find((chunk) => chunk.type === type);
  const coding = find('cICP');
  if (coding) return codePoint(bytes, coding, find('cLLI'));
  const embedded = find('iCCP');
  if (embedded) return { kind: 'embedded', chunk: embedded };
  if (find('sRGB')) return { kind: 'srgb' };
  return described(bytes, find('gAMA'), find('cHRM'));
}

/** cLLI counts in parts of a candela. */
const nitsUnits = 10_000;
/** 1/2.2 in the units of the chunk. As in libpng: within 5 % of gamma nobody sees a difference. */
const srgbGamma = 45_455;
const gammaTolerance = 0.05 * srgbGamma;
const chromaticityTolerance = 0.01;

function described(
  bytes: Uint8Array,
  gamma: PngChunk | undefined,
  chromaticities: PngChunk | undefined,
): PngColour {
  const stated = gamma ? u32be(bytes, gamma.data) : srgbGamma;
  const primaries = chromaticities ? readPrimaries(bytes, chromaticities.data) : bt709;
  const isUsualGamma = Math.abs(stated - srgbGamma) <= gammaTolerance;
  if (isUsualGamma && isNear(primaries, bt709)) return { kind: 'srgb' };
  const transfer: Transfer = isUsualGamma
    ? { kind: 'curve', at: srgbCurve }
    : { kind: 'power', exponent: 100_000 / stated };
  return { kind: 'described', description: { primaries, transfer } };
}

function readPrimaries(bytes: Uint8Array, at: number): Primaries {
  const point = (index: number): readonly [number, number] => [
    u32be(bytes, at + index * 8) / 100_000,
    u32be(bytes, at + index * 8 + 4) / 100_000,
  ];
  return { white: point(0), red: point(1), green: point(2), blue: point(3) };
}

function isNear(one: Primaries, other: Primaries): boolean {
  const flat = ({ white, red, green, blue }: Primaries) => [...white, ...red, ...green, ...blue];
  const wanted = flat(other);
  return flat(one).every(
    (value, index) => Math.abs(value - (wanted[index] ?? 0)) < chromaticityTolerance,
  );
}

function codePoint(
  bytes: Uint8Array,
  { data }: PngChunk,
  brightness: PngChunk | undefined,
): PngColour {
  const [primaryCode, transferCode] = [u8(bytes, data), u8(bytes, data + 1)];
  // 0, 1: RGB, full range.
  const isRgb = spells(bytes, data + 2, '\0\x01');
  if (isRgb && primaryCode === 1 && transferCode === 13) return { kind: 'srgb' };
  const description = describeCodePoint({ primaries: primaryCode, transfer: transferCode });
  if (isRgb && description) return { kind: 'described', description };
  const stated = { primaries: primaryCode, transfer: transferCode };
  const maxNits =
    (brightness && Math.round(u32be(bytes, brightness.data) / nitsUnits)) || undefined;
  if (isRgb && isBright(stated))
    return { kind: 'bright', codePoint: { ...stated, ...(maxNits && { maxNits }) } };
  return { kind: 'unknown', statement: `cICP ${primaryCode}/${transferCode}` };
}
