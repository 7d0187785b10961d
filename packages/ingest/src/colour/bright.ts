// Pictures that hold more light than a page can show (PQ and HLG of ITU-R BT.2100) as browsers show them on a screen that is no
// brighter than white. 203 candelas a square metre are white (ITU-R BT.2408). The more a picture holds beyond that, the darker its
// white becomes, down to a half; what is brighter is pressed together above it, each pixel by its brightest channel.
import { brightPrimaries, hybrid, type CodePoint } from './code-point.ts';
import { between, bt2020, bt709 } from './primaries.ts';

const whiteNits = 203;
/** What HLG is defined for, and what PQ is taken for where it does not say how bright it is. */
const usualNits = 1000;
const perceptualNits = 10_000;
/** Of the curve above white: how near its middle comes to the corner. */
const bend = 0.65;
const levels = 0x1_0000;

/** Samples of 16 bits, with alpha or without, as eight bits of sRGB. */
export function dimmed(
  samples: Uint16Array,
  channels: 3 | 4,
  { primaries, transfer, maxNits = usualNits }: CodePoint,
): Uint8Array {
  const there = between(brightPrimaries(primaries) ?? bt2020, bt2020);
  const back = between(bt2020, bt709);
  if (!there || !back) throw new Error('The primaries span no colours');
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = there;
  const isHybrid = transfer === hybrid;
  const light = table(isHybrid ? hybridLight : perceptualLight);
  const shades = shadesOfLight();
  const gain = gainFor(isHybrid ? usualNits : maxNits);
  const out = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at += channels) {
    const r = light[samples[at] ?? 0] ?? 0;
    const g = light[samples[at + 1] ?? 0] ?? 0;
    const b = light[samples[at + 2] ?? 0] ?? 0;
    const red = rr * r + rg * g + rb * b;
    const green = gr * r + gg * g + gb * b;
    const blue = br * r + bg * g + bb * b;
    const system = isHybrid ? systemGain(red, green, blue) : 1;
    const by = gain(Math.max(red, green, blue) * system) * system;
    for (let channel = 0; channel < 3; channel += 1) {
      const row = back[channel === 0 ? 0 : channel === 1 ? 1 : 2];
      const shown = (row[0] * red + row[1] * green + row[2] * blue) * by;
      out[at + channel] = shades[Math.round(Math.min(1, Math.max(0, shown)) * (levels - 1))] ?? 0;
    }
    if (channels === 4) out[at + 3] = (samples[at + 3] ?? 0) >> 8;
  }
  return out;
}

/** What a pixel is multiplied by, from the light of its brightest channel; white is 1. */
function gainFor(maxNits: number): (light: number) => number {
  const most = maxNits / whiteNits;
  if (most <= 1) return () => 1;
  const headroom = Math.log2(most) / Math.log2(usualNits / whiteNits);
  const white = 1 - 0.5 * Math.min(1, headroom);
  // A parabola from white to the brightest, by way of a point towards where the line below white would reach the top.
  const [middleX, middleY] = [1 - bend + bend / white, (1 - bend) * white + bend];
  const [a, b] = [1 - 2 * middleX + most, 2 * (middleX - 1)];
  return (light) => {
    if (light <= 1) return white;
    if (light >= most) return 1 / light;
    const c = 1 - light;
    const t = Math.abs(a) < 1e-9 ? -c / b : (Math.sqrt(b * b - 4 * a * c) - b) / (2 * a);
    return ((1 - t) ** 2 * white + 2 * t * (1 - t) * middleY + t * t) / light;
  };
}

/** The opto-optical transfer of HLG for a screen of 1,000 candelas. */
function systemGain(red: number, green: number, blue: number): number {
  const luminance = Math.max(0, 0.2627 * red + 0.678 * green + 0.0593 * blue);
  return (luminance ** 0.2 * usualNits) / whiteNits;
}

function table(at: (value: number) => number): Float32Array {
  return Float32Array.from({ length: levels }, (_, index) => at(index / (levels - 1)));
}

/** SMPTE ST 2084. */
function perceptualLight(value: number): number {
  const power = value ** (4096 / (2523 * 128));
  const share = Math.max(0, power - 3424 / 4096) / ((2413 - 2392 * power) / 128);
  return (share ** (16_384 / 2610) * perceptualNits) / whiteNits;
}

/** ITU-R BT.2100, table 5. */
function hybridLight(value: number): number {
  if (value <= 0.5) return value ** 2 / 3;
  return (Math.exp((value - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12;
}

/** The curve of sRGB. */
function shadesOfLight(): Uint8Array {
  return Uint8Array.from({ length: levels }, (_, index) => {
    const light = index / (levels - 1);
    const shade = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(255 * shade);
  });
}
