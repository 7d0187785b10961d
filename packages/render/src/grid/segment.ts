// A row of text becomes pieces that stand exactly on the grid: what JetBrains Mono has runs in one piece, every other
// character stands in its own cells, and letters that run from right to left keep to their own piece, so that nothing
// can reorder the code around them.
import type { Style as Css } from '../takumi/scene.ts';
import { nameOf, nothingBefore, tabWidth, widthOf } from './cell-width.ts';

export interface Style {
  readonly colour?: string | undefined;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly ground?: string | undefined;
}

/** As CSS, but for the ground. */
export function lookOf({ colour, bold, italic, underline }: Style): Css {
  return {
    ...(colour !== undefined && { color: colour }),
    ...(bold === true && { fontWeight: 700 }),
    ...(italic === true && { fontStyle: 'italic' }),
    ...(underline === true && { textDecoration: 'underline' }),
  };
}

/** `length` UTF-16 units of a line in one style. */
export interface StyleRun extends Style {
  readonly length: number;
}

export interface Span extends Style {
  readonly text: string;
  /** A character that is shown by its number. */
  readonly isNamed: boolean;
  readonly cells: number;
}

/** `grid` runs in one piece; `single` stands in its own cells. */
export type SegmentKind = 'grid' | 'single' | 'right-to-left';

export interface Segment {
  readonly column: number;
  readonly spans: readonly Span[];
  readonly kind: SegmentKind;
}

/** Characters whose advance in JetBrains Mono is one cell. */
const onGrid =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u0391-\u03a1\u03a3-\u03c9\u0401-\u045f\u2013\u2014\u2018-\u201e\u2026\u2190-\u2193\u2500-\u259f]$/;
const rightToLeft = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]$/;

export class SegmentBuilder {
  readonly #segments: { column: number; spans: Span[]; kind: SegmentKind }[] = [];
  readonly #before = nothingBefore();
  #column = 0;

  get column(): number {
    return this.#column;
  }

  /** Adds text in one style. */
  add(text: string, style: Style): void {
    for (const char of text) this.#addChar(char, char.codePointAt(0) ?? 0, style);
  }

  segments(): readonly Segment[] {
    return this.#segments;
  }

  #addChar(char: string, code: number, style: Style): void {
    if (code === 9) {
      const width = tabWidth - (this.#column % tabWidth);
      this.#push('grid', ' '.repeat(width), width, style, false);
      return;
    }
    const name = nameOf(code, this.#before);
    const width = widthOf(code, this.#before);
    if (name !== undefined) return this.#push('grid', name, width, style, true);
    if (width === 0) return this.#join(char);
    this.#push(this.#kindOf(char), char, width, style, false);
  }

  #kindOf(char: string): SegmentKind {
    if (rightToLeft.test(char)) return 'right-to-left';
    // A space between two words of the same direction stays between them.
    if (char === ' ' && this.#segments.at(-1)?.kind === 'right-to-left') return 'right-to-left';
    return onGrid.test(char) ? 'grid' : 'single';
  }

  /** Marks are drawn on what is before them. */
  #join(mark: string): void {
    const last = this.#segments.at(-1);
    const span = last?.spans.at(-1);
    if (!last || !span) return;
    last.spans[last.spans.length - 1] = { ...span, text: span.text + mark };
    if (last.kind === 'grid') this.#isolate(last);
  }

  /** A letter with marks may be drawn by another font: it gets a piece of its own. */
  #isolate(segment: { column: number; spans: Span[]; kind: SegmentKind }): void {
    const span = segment.spans.at(-1);
    const parts = span === undefined ? null : /^(.*)(.\p{M}+)$/su.exec(span.text);
    if (!span || parts?.[1] === undefined || parts[2] === undefined) return;
    segment.spans.pop();
    const rest = span.cells - 1;
    if (parts[1] !== '') segment.spans.push({ ...span, text: parts[1], cells: rest });
    const lone = { ...span, text: parts[2], cells: 1 };
    this.#segments.push({ column: this.#column - 1, spans: [lone], kind: 'single' });
  }

  #push(kind: SegmentKind, text: string, cells: number, style: Style, isNamed: boolean): void {
    const column = this.#column;
    this.#column += cells;
    const last = this.#segments.at(-1);
    const isFlag = kind === 'single' && isRegional(text) && isRegional(lastText(last));
    if (last && (isFlag || (kind !== 'single' && last.kind === kind))) {
      const span = last.spans.at(-1);
      if (span && sameStyle(span, style) && span.isNamed === isNamed && !isNamed) {
        const joined = { ...span, text: span.text + text, cells: span.cells + cells };
        last.spans[last.spans.length - 1] = joined;
      } else last.spans.push({ ...style, text, isNamed, cells });
      return;
    }
    this.#segments.push({ column, spans: [{ ...style, text, isNamed, cells }], kind });
  }
}

function lastText(segment: { readonly spans: readonly Span[] } | undefined): string {
  return segment?.spans.at(-1)?.text ?? '';
}

function isRegional(text: string): boolean {
  return /^\p{Regional_Indicator}$/u.test(text);
}

function sameStyle(one: Style, other: Style): boolean {
  return (
    one.colour === other.colour &&
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.underline === other.underline &&
    one.ground === other.ground
  );
}

/** Cuts `from` to `to` (UTF-16 units) out of a styled line, as pieces on the grid. */
export function segmentsOf(
  text: string,
  runs: readonly StyleRun[],
  from: number,
  to: number,
): readonly Segment[] {
  const builder = new SegmentBuilder();
  let at = 0;
  for (const { length, ...style } of runs) {
    const start = Math.max(at, from);
    const end = Math.min(at + length, to);
    if (end > start) builder.add(text.slice(start, end), style);
    at += length;
  }
  if (at < to) builder.add(text.slice(Math.max(at, from), to), {});
  return builder.segments();
}
