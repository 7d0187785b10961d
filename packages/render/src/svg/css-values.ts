// `var()`, `color-mix()`, `light-dark()` and colours without commas in the values of a drawing, because no engine of this
// class knows them and paints a solid black box instead. Expansion is bounded in calls and in length:
// variables can name each other.
import { formatColour, mixColours, parseColour, type Colour } from './colour.ts';
import { maxCssCalls, maxCssValueChars, maxCssWorkChars } from '../limits.ts';

export function needsResolving(value: string): boolean {
  return /var\(|color-mix\(|light-dark\(|rebeccapurple|(?:rgb|hsl)a?\([^,()]{1,80}\)/i.test(value);
}

export class CssValues {
  readonly #variables = new Map<string, string>();
  #work = 0;
  /** A value was more than it may be. */
  #isCut = false;

  /** Values were left as they are, because the drawing asks for too much. */
  get isSpent(): boolean {
    return this.#isCut || this.#work > maxCssWorkChars;
  }

  /** Custom properties declared in a block of declarations; a later one wins. */
  declare(block: string): void {
    const pattern = /(?<![\w-])(--[\w-]{1,80})\s{0,99}:\s{0,99}([^;{}]{0,2000})/g;
    for (const match of block.matchAll(pattern)) {
      const value = (match[2] ?? '').replace(/!important\s{0,99}$/, '').trim();
      this.#variables.set(match[1] ?? '', value);
    }
  }

  /** The value with every function resolved that can be; what cannot be is left to the engine. */
  resolve(value: string): string {
    let current = value.replaceAll(youngestName, '#663399');
    for (let calls = 0; calls < maxCssCalls && current.length <= maxCssValueChars; calls++) {
      this.#work += current.length;
      const call = this.#work > maxCssWorkChars ? undefined : lastCall(current);
      if (!call) return current;
      const inner = current.slice(call.open + 1, call.close);
      const result = evaluate(call.name, inner, this.#variables);
      if (result === undefined) return current;
      current = current.slice(0, call.start) + result + current.slice(call.close + 1);
    }
    this.#isCut ||= lastCall(current) !== undefined;
    return current;
  }

  /** The declarations of a style sheet, value by value. */
  resolveSheet(css: string): string {
    if (!needsResolving(css)) return css;
    return css.replaceAll(/:([^:;{}]{1,4000})(?=[;}])/g, (whole, value: string) =>
      needsResolving(value) ? `:${this.resolve(value)}` : whole,
    );
  }
}

/** The one name of a colour that CSS has and SVG 1.1 has not. */
const youngestName = /(?<![\w#-])rebeccapurple(?![\w-])/gi;

/** The last call has no other call of ours inside that comes after it, so resolving from the end goes inside out. */
function lastCall(value: string) {
  const pattern = /(var|color-mix|light-dark|(?:rgb|hsl)a?(?=\([^,()]{1,80}\)))\(/gi;
  let found: RegExpExecArray | undefined;
  for (const match of value.matchAll(pattern)) found = match;
  if (!found) return undefined;
  const open = found.index + found[0].length - 1;
  let depth = 0;
  for (let at = open; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')' && --depth === 0) {
      return { name: (found[1] ?? '').toLowerCase(), start: found.index, open, close: at };
    }
  }
  return undefined;
}

function evaluate(
  name: string,
  inner: string,
  variables: ReadonlyMap<string, string>,
): string | undefined {
  switch (name) {
    case 'var': {
      const comma = inner.indexOf(',');
      const variable = (comma < 0 ? inner : inner.slice(0, comma)).trim();
      const fallback = comma < 0 ? 'none' : inner.slice(comma + 1).trim();
      return variables.get(variable) ?? fallback;
    }
    case 'light-dark':
      return splitArguments(inner)[0] ?? '';
    case 'color-mix':
      return mix(inner);
    case 'rgb':
    case 'rgba':
    case 'hsl':
    case 'hsla': {
      const colour = parseColour(`${name}(${inner})`);
      return colour && formatColour(colour);
    }
    default:
      return undefined;
  }
}

function splitArguments(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** Every colour space is mixed as sRGB: close enough to tell two boxes apart, which black is not. */
function mix(inner: string): string | undefined {
  const [, first = '', second = ''] = splitArguments(inner);
  const a = parseStop(first);
  const b = parseStop(second);
  if (!a || !b) return undefined;
  const shareA = a.share ?? (b.share === undefined ? 0.5 : 1 - b.share);
  const shareB = b.share ?? 1 - shareA;
  const sum = shareA + shareB;
  if (sum <= 0) return undefined;
  return formatColour(mixColours(a.colour, b.colour, shareA / sum, Math.min(1, sum)));
}

function parseStop(text: string): { colour: Colour; share: number | undefined } | undefined {
  const match = /(^|\s)(\d{1,3}(?:\.\d+)?)%(\s|$)/.exec(text);
  const colour = parseColour(match ? text.replace(match[0], ' ') : text);
  return colour && { colour, share: match ? Number(match[2]) / 100 : undefined };
}
