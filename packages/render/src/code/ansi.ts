// What a terminal would show of an output that is read later: colours are kept, overwritten text is overwritten, and every
// other escape is dropped. The result is plain lines with runs of style; nothing of an escape reaches the page.
import type { Style, StyleRun } from '../grid/segment.ts';
import type { Theme } from '../options.ts';
import { colourOf, type AnsiColour } from './ansi-colour.ts';
import { maxAnsiParameters } from '../limits.ts';

export interface AnsiLine {
  readonly text: string;
  readonly runs: readonly StyleRun[];
}

interface Pen {
  readonly colour?: AnsiColour | undefined;
  readonly ground?: AnsiColour | undefined;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

const blank: Pen = {
  colour: undefined,
  ground: undefined,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  inverse: false,
};

/** CSI, OSC and other string sequences, and two-character escapes; each alternative moves forward. */
const escapes =
  // oxlint-disable-next-line no-control-regex
  /\u001b\[([0-?]{0,64})[ -/]{0,4}([@-~])|\u001b[\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)?|\u001b[ -/]{0,4}[0-~]|\u001b/g;

export class AnsiReader {
  readonly #theme: Theme;
  #pen: Pen = blank;

  constructor(theme: Theme) {
    this.#theme = theme;
  }

  /** One line, given in order: colours last until they are changed. */
  read(line: string): AnsiLine {
    const cells: { char: string; style: Style }[] = [];
    let at = 0;
    let style = this.#style();
    const write = (text: string): void => {
      for (const char of text) {
        if (char === '\r') at = 0;
        else if (char === '\b') at = Math.max(0, at - 1);
        else if (char !== '\u0007') cells[at++] = { char, style };
      }
    };
    let end = 0;
    for (const match of line.matchAll(escapes)) {
      write(line.slice(end, match.index));
      end = match.index + match[0].length;
      const [, parameters = '', final] = match;
      if (final === 'm') {
        this.#pen = apply(this.#pen, parameters);
        style = this.#style();
      } else if (final === 'K') erase(cells, at, parameters);
      else if (final === 'G') at = Math.min(cells.length, Math.max(0, Number(parameters) - 1 || 0));
    }
    write(line.slice(end));
    return joined(cells);
  }

  #style(): Style {
    const { colour, ground, bold, faint, italic, underline, inverse } = this.#pen;
    const ink = colourOf(colour, this.#theme, 'ink', bold);
    const paper = colourOf(ground, this.#theme, 'paper', false);
    const [front, back] = inverse
      ? [paper ?? inverseInk[this.#theme], ink ?? inversePaper[this.#theme]]
      : [ink, paper];
    return {
      colour: faint && front === undefined ? faintInk[this.#theme] : front,
      ground: back,
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(underline && { underline }),
    };
  }
}

const inverseInk: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#0a0c10' };
const inversePaper: Readonly<Record<Theme, string>> = { light: '#0e1116', dark: '#f0f3f6' };
const faintInk: Readonly<Record<Theme, string>> = { light: '#66707b', dark: '#9ea7b3' };

function erase(cells: { char: string; style: Style }[], at: number, mode: string): void {
  if (mode === '' || mode === '0') cells.length = Math.min(cells.length, at);
  else if (mode === '2') cells.length = 0;
}

function joined(cells: readonly ({ char: string; style: Style } | undefined)[]): AnsiLine {
  let text = '';
  const runs: { length: number; style: Style }[] = [];
  // `cells` may have holes where the cursor went past the end.
  for (let index = 0; index < cells.length; index++) {
    const { char, style } = cells[index] ?? { char: ' ', style: {} };
    text += char;
    const last = runs.at(-1);
    if (last?.style === style) last.length += char.length;
    else runs.push({ length: char.length, style });
  }
  return { text, runs: runs.map(({ length, style }) => ({ length, ...style })) };
}

function apply(pen: Pen, parameters: string): Pen {
  // Colons separate the parts of one colour, and mean the same as semicolons for it.
  const codes = parameters.split(/[;:]/).slice(0, maxAnsiParameters).map(Number);
  let next = pen;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes, at + 1);
      next = code === 38 ? { ...next, colour } : { ...next, ground: colour };
      at += used;
    } else next = applyOne(next, code);
  }
  return next;
}

/** 5;n or 2;r;g;b after 38 or 48. */
function extended(codes: readonly number[], at: number): [AnsiColour | undefined, number] {
  if (codes[at] === 5) return [{ kind: 'index', index: (codes[at + 1] ?? 0) & 255 }, 2];
  if (codes[at] !== 2) return [undefined, 1];
  const [red = 0, green = 0, blue = 0] = codes.slice(at + 1, at + 4);
  return [{ kind: 'exact', red: red & 255, green: green & 255, blue: blue & 255 }, 4];
}

function applyOne(pen: Pen, code: number): Pen {
  if (code >= 30 && code <= 37) return { ...pen, colour: { kind: 'index', index: code - 30 } };
  if (code >= 40 && code <= 47) return { ...pen, ground: { kind: 'index', index: code - 40 } };
  if (code >= 90 && code <= 97) return { ...pen, colour: { kind: 'index', index: code - 82 } };
  if (code >= 100 && code <= 107) return { ...pen, ground: { kind: 'index', index: code - 92 } };
  return { ...pen, ...changes.get(code) };
}

const changes: ReadonlyMap<number, Partial<Pen>> = new Map<number, Partial<Pen>>([
  [0, blank],
  [1, { bold: true }],
  [2, { faint: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { inverse: true }],
  [22, { bold: false, faint: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { inverse: false }],
  [39, { colour: undefined }],
  [49, { ground: undefined }],
]);
