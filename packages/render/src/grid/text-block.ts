// The text of a page's rows in as few nodes as can be: laying out a node costs more than drawing its letters. Rows that
// stand on the grid by themselves share one block; a row that does not gets a place for each of its pieces.
import type { SceneNode, Style as Css } from '../takumi/scene.ts';
import type { Ink } from './ink.ts';
import { lookOf, type Segment, type Span } from './segment.ts';

/** Where the first row begins, and how far it is to the next cell. */
export interface BlockPlace {
  readonly left: number;
  readonly top: number;
  readonly cell: { readonly width: number; readonly height: number };
}

type Row = readonly Segment[];

/** All rows from the first on, one under the other. */
export function textBlock(rows: readonly Row[], place: BlockPlace, ink: Ink): readonly SceneNode[] {
  const block = new BlockBuilder(ink);
  const apart: SceneNode[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0) block.endLine();
    if (row.every(({ kind }) => kind === 'grid')) block.addRow(row);
    else apart.push(...placed(row, { ...place, top: place.top + index * place.cell.height }, ink));
  }
  const children = block.nodes();
  if (children.length === 0) return apart;
  const { left, top } = place;
  return [
    { type: 'container', style: { position: 'absolute', display: 'block', left, top }, children },
    ...apart,
  ];
}

function placed(row: Row, { left, top, cell }: BlockPlace, ink: Ink): readonly SceneNode[] {
  return row.map(({ column, spans }): SceneNode => {
    const style: Css = {
      position: 'absolute',
      display: 'block',
      left: left + column * cell.width,
      top,
      height: cell.height,
    };
    const children = spans.map((span) => textNode(span.text, spanLook(span, ink)));
    return { type: 'container', style, children };
  });
}

class BlockBuilder {
  readonly #ink: Ink;
  readonly #runs: { text: string; look: Css; key: string }[] = [];
  /** Ends of lines that nothing was written after yet. */
  #ends = '';

  constructor(ink: Ink) {
    this.#ink = ink;
  }

  endLine(): void {
    this.#ends += '\n';
  }

  addRow(row: Row): void {
    let column = 0;
    for (const segment of row) {
      if (segment.column > column) this.#write(' '.repeat(segment.column - column), {});
      column = segment.column;
      for (const span of segment.spans) {
        this.#write(span.text, spanLook(span, this.#ink));
        column += span.cells;
      }
    }
  }

  nodes(): readonly SceneNode[] {
    return this.#runs.map(({ text, look }) => textNode(text, look));
  }

  /** A blank has no colour and no weight: it stays with what is before it, unless a line under it would show. */
  #write(text: string, look: Css): void {
    const last = this.#runs.at(-1);
    const isBlank = text.trim() === '' && !('textDecoration' in look);
    const key = JSON.stringify(look);
    const goesOn = last && (last.key === key || (isBlank && !('textDecoration' in last.look)));
    if (goesOn) last.text += this.#ends + text;
    else this.#runs.push({ text: this.#ends + text, look, key });
    this.#ends = '';
  }
}

function spanLook(span: Span, ink: Ink): Css {
  return lookOf(span.isNamed ? { ...span, colour: ink.alarmText } : span);
}

function textNode(text: string, look: Css): SceneNode {
  return { type: 'text', text, style: { display: 'inline', ...look } };
}
