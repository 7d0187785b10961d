// Colours as CSS writes them, as far as a drawing needs them resolved. What is not understood stays as it was written.
import { parseAngle } from './angle.ts';

export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const names: ReadonlyMap<string, number> = new Map([
  ['black', 0x000000],
  ['silver', 0xc0c0c0],
  ['gray', 0x808080],
  ['grey', 0x808080],
  ['white', 0xffffff],
  ['maroon', 0x800000],
  ['red', 0xff0000],
  ['purple', 0x800080],
  ['fuchsia', 0xff00ff],
  ['magenta', 0xff00ff],
  ['green', 0x008000],
  ['lime', 0x00ff00],
  ['olive', 0x808000],
  ['yellow', 0xffff00],
  ['navy', 0x000080],
  ['blue', 0x0000ff],
  ['teal', 0x008080],
  ['aqua', 0x00ffff],
  ['cyan', 0x00ffff],
  ['orange', 0xffa500],
  ['pink', 0xffc0cb],
  ['gold', 0xffd700],
  ['brown', 0xa52a2a],
  ['tomato', 0xff6347],
  ['crimson', 0xdc143c],
  ['indigo', 0x4b0082],
  ['violet', 0xee82ee],
  ['coral', 0xff7f50],
  ['salmon', 0xfa8072],
  ['lightgray', 0xd3d3d3],
  ['lightgrey', 0xd3d3d3],
  ['darkgray', 0xa9a9a9],
  ['darkgrey', 0xa9a9a9],
  ['whitesmoke', 0xf5f5f5],
  ['steelblue', 0x4682b4],
  ['skyblue', 0x87ceeb],
  ['slategray', 0x708090],
  ['slategrey', 0x708090],
  ['rebeccapurple', 0x663399],
]);

export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 };
  const known = names.get(value);
  if (known !== undefined) return fromNumber(known, 1);
  return parseHex(value) ?? parseFunction(value);
}

function fromNumber(rgb: number, alpha: number): Colour {
  return { red: rgb >> 16, green: (rgb >> 8) & 0xff, blue: rgb & 0xff, alpha };
}

function parseHex(value: string): Colour | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(value)) return undefined;
  const digits = value.slice(1);
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const alpha = long.length === 8 ? Number.parseInt(long.slice(6), 16) / 255 : 1;
  return fromNumber(Number.parseInt(long.slice(0, 6), 16), alpha);
}

function parseFunction(value: string): Colour | undefined {
  const match = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(value);
  const parts = match?.[2]?.split(/[\s,/]+/).filter((part) => part !== '') ?? [];
  const [first = '', second = '', third = '', fourth = '1'] = parts;
  const alpha = figure(fourth, 1);
  if (parts.length < 3 || parts.length > 4 || alpha === undefined) return undefined;
  if (match?.[1] === 'hsl')
    return fromHsl(parseAngle(first), percent(second), percent(third), alpha);
  const red = figure(first, 255);
  const green = figure(second, 255);
  const blue = figure(third, 255);
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { red, green, blue, alpha };
}

function figure(text: string, whole: number): number | undefined {
  const number = Number.parseFloat(text);
  if (!Number.isFinite(number)) return undefined;
  return Math.min(whole, Math.max(0, text.endsWith('%') ? (number / 100) * whole : number));
}

function percent(text: string): number {
  return Math.min(1, Math.max(0, Number.parseFloat(text) / 100));
}

function fromHsl(
  hue: number | undefined,
  saturation: number,
  light: number,
  alpha: number,
): Colour | undefined {
  if (hue === undefined || !Number.isFinite(saturation) || !Number.isFinite(light))
    return undefined;
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const place = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

/** `color-mix(in srgb, a, b)` with the share of `a`: premultiplied, as the specification has it. */
export function mixColours(a: Colour, b: Colour, share: number, strength: number): Colour {
  const rest = 1 - share;
  const alpha = a.alpha * share + b.alpha * rest;
  const mix = (x: number, y: number): number =>
    alpha === 0 ? 0 : (x * a.alpha * share + y * b.alpha * rest) / alpha;
  return {
    red: mix(a.red, b.red),
    green: mix(a.green, b.green),
    blue: mix(a.blue, b.blue),
    alpha: alpha * strength,
  };
}

export function formatColour({ red, green, blue, alpha }: Colour): string {
  const [r, g, b] = [red, green, blue].map((channel) => Math.round(channel));
  return alpha >= 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${Number(alpha.toFixed(3))})`;
}
