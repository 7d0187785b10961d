// The colours of a terminal on our paper: the sixteen named ones are chosen so that they can be read on it, and exact ones
// are moved towards the ink where they could not.
import type { Theme } from '../options.ts';

export type AnsiColour =
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'exact'; readonly red: number; readonly green: number; readonly blue: number };

type Rgb = readonly [number, number, number];

/** Black, red, green, yellow, blue, magenta, cyan, white; then the same, bright. */
const named: Readonly<Record<Theme, readonly string[]>> = {
  light: (
    '#0e1116 #a0111f #055d20 #744500 #0349b4 #6223b5 #1b5f70 #66707b ' +
    '#4b535d #c7222f #0a7a32 #8a5a00 #1168e3 #844ae7 #24808f #59636e'
  ).split(' '),
  dark: (
    '#7a828e #ff9492 #26cd4d #f0b72f #71b7ff #cb9eff #39c5cf #d9dee3 ' +
    '#9ea7b3 #ffb1af #4ae168 #f7c843 #91cbff #dbb7ff #56d4dd #ffffff'
  ).split(' '),
};

const namedGrounds: Readonly<Record<Theme, readonly string[]>> = {
  light: (
    '#d8dde3 #ffd5d2 #c3f5cf #fce9a5 #cfe6ff #ead9ff #c6f1f5 #e7ecf0 ' +
    '#c4cad1 #ffc1bc #aceebb #f8dd7a #b6dcff #ddc4ff #a9e7ee #ffffff'
  ).split(' '),
  dark: (
    '#272b33 #7a1a18 #0f4d22 #5c3c00 #0f3d7a #46216e #0f4a50 #7a828e ' +
    '#3d434c #9c2522 #176b32 #7a5200 #1a54a3 #5e2f92 #17666d #9ea7b3'
  ).split(' '),
};

const steps = [0, 95, 135, 175, 215, 255] as const;
const darkest = 0.42;
const lightest = 0.58;

export function colourOf(
  colour: AnsiColour | undefined,
  theme: Theme,
  use: 'ink' | 'paper',
  isBold: boolean,
): string | undefined {
  if (!colour) return undefined;
  if (colour.kind === 'index' && colour.index < 16) {
    const index = isBold && colour.index < 8 ? colour.index + 8 : colour.index;
    return (use === 'ink' ? named : namedGrounds)[theme][index];
  }
  const exact: Rgb =
    colour.kind === 'exact' ? [colour.red, colour.green, colour.blue] : fromCube(colour.index);
  return hex(use === 'ink' ? legible(exact, theme) : pale(exact, theme));
}

function fromCube(index: number): Rgb {
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const at = index - 16;
  return [
    steps[Math.floor(at / 36) % 6] ?? 0,
    steps[Math.floor(at / 6) % 6] ?? 0,
    steps[at % 6] ?? 0,
  ];
}

function luma([red, green, blue]: Rgb): number {
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
}

/** Darkened on white paper, lightened on black, as far as it needs to be read. */
function legible(colour: Rgb, theme: Theme): Rgb {
  const light = luma(colour);
  if (theme === 'light') return light <= darkest ? colour : scale(colour, darkest / light, 0);
  return light >= lightest ? colour : scale(colour, (1 - lightest) / (1 - light), 255);
}

/** A ground that either ink can be read on. */
function pale(colour: Rgb, theme: Theme): Rgb {
  return theme === 'light' ? scale(colour, 0.3, 255) : scale(colour, 0.35, 0);
}

function scale([red, green, blue]: Rgb, factor: number, towards: number): Rgb {
  const move = (part: number): number => Math.round(towards + (part - towards) * factor);
  return [move(red), move(green), move(blue)];
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
