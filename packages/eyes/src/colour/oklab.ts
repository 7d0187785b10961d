// Colours as people tell them apart: sRGB to OKLab, distances in it, and a name for every colour. A name is the nearest
// of a short list, so equal colours always have equal names.

export type Rgb = readonly [red: number, green: number, blue: number];
type Lab = readonly [lightness: number, a: number, b: number];

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const linearTable = Float64Array.from({ length: 256 }, (_, value) => linear(value));

function oklabOf([red, green, blue]: Rgb): Lab {
  const r = linearTable[Math.round(red)] ?? 0;
  const g = linearTable[Math.round(green)] ?? 0;
  const b = linearTable[Math.round(blue)] ?? 0;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function distance(one: Rgb, other: Rgb): number {
  const [l1, a1, b1] = oklabOf(one);
  const [l2, a2, b2] = oklabOf(other);
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

export function hexOf([red, green, blue]: Rgb): string {
  const pair = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
  return `#${pair(red)}${pair(green)}${pair(blue)}`;
}

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const names: readonly (readonly [name: string, hex: string])[] = [
  ['black', '#000000'],
  ['near-black', '#14171c'],
  ['dark grey', '#404040'],
  ['grey', '#808080'],
  ['light grey', '#c8c8c8'],
  ['near-white', '#f2f3f5'],
  ['white', '#ffffff'],
  ['slate', '#4a5568'],
  ['red', '#e02020'],
  ['red', '#d1495b'],
  ['dark red', '#8b0000'],
  ['maroon', '#5c1a24'],
  ['salmon', '#fa8072'],
  ['pink', '#ffc0cb'],
  ['hot pink', '#ff4fa3'],
  ['crimson', '#c2185b'],
  ['orange', '#ff8c00'],
  ['orange', '#e8743b'],
  ['brown', '#8b5a2b'],
  ['dark brown', '#4a3020'],
  ['tan', '#d2b48c'],
  ['beige', '#f0e6d0'],
  ['yellow', '#ffd93d'],
  ['yellow', '#e0c341'],
  ['pale yellow', '#fff3b0'],
  ['yellow', '#ffff00'],
  ['olive', '#808000'],
  ['lime', '#a4de02'],
  ['lime', '#00ff00'],
  ['green', '#2e9e3f'],
  ['green', '#1a7f37'],
  ['dark green', '#0b4f24'],
  ['light green', '#90ee90'],
  ['pale green', '#d4f4dd'],
  ['mint', '#6fe0b4'],
  ['teal', '#1f8a70'],
  ['teal', '#008080'],
  ['dark teal', '#0b4a4a'],
  ['turquoise', '#40e0d0'],
  ['cyan', '#00ffff'],
  ['cyan', '#17b1c9'],
  ['light cyan', '#d0f5fa'],
  ['sky blue', '#6cb8f0'],
  ['light blue', '#bcdcf5'],
  ['blue', '#0969da'],
  ['blue', '#1f6feb'],
  ['blue', '#0000ff'],
  ['blue', '#5470c6'],
  ['steel blue', '#4682b4'],
  ['dark blue', '#123a7a'],
  ['navy', '#0b1f4b'],
  ['indigo', '#4b2a9c'],
  ['indigo', '#5f3a9c'],
  ['purple', '#8a2be2'],
  ['purple', '#800080'],
  ['dark purple', '#3a1a5c'],
  ['violet', '#a36fe0'],
  ['lavender', '#d8ccf5'],
  ['magenta', '#ff00ff'],
  ['magenta', '#c2379d'],
];

const known = names.map(([name, hex]) => ({ name, lab: oklabOf(rgbOf(hex)) }));

export function nameOf(colour: Rgb): string {
  const [l, a, b] = oklabOf(colour);
  let best = 'grey';
  let least = Infinity;
  for (const { name, lab } of known) {
    // Hue tells colours apart more than lightness does.
    const away = Math.hypot((l - lab[0]) * 0.8, (a - lab[1]) * 1.4, (b - lab[2]) * 1.4);
    if (away < least) {
      least = away;
      best = name;
    }
  }
  return best;
}
