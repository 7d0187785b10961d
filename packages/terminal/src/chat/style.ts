// Text with its looks, and the one place that turns it into bytes for a terminal: a sequence in the output was chosen here
// and cannot come from the text.
import { safeLine } from './safe-text.ts';

type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

export interface Style {
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
  readonly colour?: Colour;
}

export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
}

export type Line = readonly Span[];

/** `plain` keeps weight and underline, and leaves colours out (NO_COLOR); `bare` has no sequences at all. */
export type Paint = 'coloured' | 'plain' | 'bare';

const foregrounds: Readonly<Record<Colour, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
};

/** What stands beside the words, and what is looked for first. */
export const quiet: Style = { dim: true };
export const accent: Style = { colour: 'cyan', bold: true };

export function span(text: string, style?: Style): Span {
  return { text, style };
}

/** @example render([span('bold', { bold: true })], 'coloured') // '\u001b[1mbold\u001b[0m' */
export function render(line: Line, paint: Paint): string {
  return line.map(({ text, style }) => renderSpan(safeLine(text), style, paint)).join('');
}

function renderSpan(text: string, style: Style | undefined, paint: Paint): string {
  if (!style || paint === 'bare' || text === '') return text;
  const codes = [
    ...(style.bold ? [1] : []),
    ...(style.dim ? [2] : []),
    ...(style.italic ? [3] : []),
    ...(style.underline ? [4] : []),
    ...(style.inverse ? [7] : []),
    ...(style.colour && paint === 'coloured' ? [foregrounds[style.colour]] : []),
  ];
  return codes.length === 0 ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`;
}

/** What stands before what: marks of speakers and events, with a spelling for terminals without Unicode. */
export type Marks = Readonly<typeof unicodeMarks>;

export const unicodeMarks = {
  prompt: '›',
  dot: '●',
  note: '·',
  picture: '▸',
  bullet: '•',
  bar: '│',
  rule: '─',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
};

export const asciiMarks: Marks = {
  prompt: '>',
  dot: '*',
  note: '-',
  picture: '>',
  bullet: '-',
  bar: '|',
  rule: '-',
  spinner: ['|', '/', '-', '\\'],
};
