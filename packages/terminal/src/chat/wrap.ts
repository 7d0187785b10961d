// Lines broken between words to the width of the screen, with their looks kept. A word that is longer than a line is cut
// where the line ends; nothing is lost.
import { safeLine } from './safe-text.ts';
import { span, type Line, type Span, type Style } from './style.ts';
import { charactersOf, endIn, widthOf } from './text-width.ts';

export interface Wrapping {
  readonly width: number;
  /** Stands before the first line, and before all others: as much room, where nothing else is said. */
  readonly first?: Line;
  readonly rest?: Line;
}

export function wrap(line: Line, { width, first = [], rest }: Wrapping): readonly Line[] {
  const room = first.length === 0 ? [] : [span(' '.repeat(widthOfLine(first)))];
  const builder = new LineBuilder(width, first, rest ?? room);
  for (const { text, style } of line) {
    for (const word of safeLine(text).match(/ +|[^ ]+/g) ?? []) builder.add(word, style);
  }
  return builder.finish();
}

export function widthOfLine(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

class LineBuilder {
  readonly #lines: Line[] = [];
  readonly #width: number;
  readonly #rest: Line;
  #line: Span[];
  #used: number;
  #isEmpty = true;

  constructor(width: number, first: Line, rest: Line) {
    this.#width = Math.max(4, width);
    this.#rest = rest;
    this.#line = [...first];
    this.#used = widthOfLine(first);
  }

  add(word: string, style: Style | undefined): void {
    const size = widthOf(word);
    const isSpace = word.startsWith(' ');
    if (this.#used + size > this.#width) {
      // A space at the end of a line is the break itself.
      if (isSpace) return this.#isEmpty ? undefined : this.#break();
      if (!this.#isEmpty) this.#break();
      if (this.#used + size > this.#width) return this.#cut(word, style);
    }
    if (isSpace && this.#isEmpty && this.#lines.length > 0) return;
    this.#put(word, style, size);
  }

  finish(): readonly Line[] {
    return [...this.#lines, this.#line];
  }

  #put(text: string, style: Style | undefined, size: number): void {
    this.#line.push(span(text, style));
    this.#used += size;
    this.#isEmpty = false;
  }

  #break(): void {
    this.#lines.push(this.#line);
    this.#line = [...this.#rest];
    this.#used = widthOfLine(this.#rest);
    this.#isEmpty = true;
  }

  #cut(word: string, style: Style | undefined): void {
    const characters = charactersOf(word);
    for (let start = 0; start < characters.length;) {
      if (start > 0) this.#break();
      const end = Math.max(start + 1, endIn(characters, this.#width - this.#used, start));
      const piece = characters.slice(start, end).join('');
      this.#put(piece, style, widthOf(piece));
      start = end;
    }
  }
}
