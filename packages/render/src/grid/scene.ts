// A page of cells as a scene: a header that says what this is, numbered rows, and boxes behind them where a row or a
// character asks for one.
import type { SceneNode, Style as Css } from '../takumi/scene.ts';
import type { Ink } from './ink.ts';
import { trimmedHeight, type Paper } from './paper.ts';
import type { Segment } from './segment.ts';
import { textBlock, type BlockPlace } from './text-block.ts';

export interface GridRow {
  /** Right-aligned in the gutter: a line number, or the mark of a wrapped row. */
  readonly label: string;
  readonly segments: readonly Segment[];
  /** Behind the whole row. */
  readonly ground?: string | undefined;
  /** Under the row. */
  readonly rule?: string | undefined;
}

export interface GridPage {
  readonly header: string;
  readonly note: string;
  /** Cells of the gutter, the space after it included. */
  readonly gutter: number;
  readonly rows: readonly GridRow[];
}

/** Characters that a model can mistake when they are joined: facts/renderers §1, fonts. */
const noLigatures = '"calt" 0, "liga" 0, "clig" 0, "dlig" 0';

/** The scene with all of its text, as high as its rows. */
export function layGrid(
  page: GridPage,
  paper: Paper,
  ink: Ink,
): { readonly node: SceneNode; readonly text: string; readonly height: number } {
  const { headerPx, margin, cell, rowsDown, patchPx } = paper;
  const rows = Math.min(page.rows.length, rowsDown);
  const used = headerPx + margin / 4 + rows * cell.height + margin / 4;
  const height = trimmedHeight(used, paper, patchPx);
  const node = gridScene(page, { ...paper, height }, ink);
  return { node, text: gridText(page), height };
}

function gridScene(page: GridPage, paper: Paper, ink: Ink): SceneNode {
  const { width, height, cell, margin, headerPx } = paper;
  const place = { left: margin, top: Math.floor(headerPx + margin / 4), cell };
  return {
    type: 'container',
    style: {
      display: 'block',
      position: 'relative',
      width,
      height,
      backgroundColor: ink.paper,
      color: ink.text,
      fontFamily: 'monospace',
      fontSize: cell.fontPx,
      lineHeight: `${cell.height}px`,
      whiteSpace: 'pre',
      fontFeatureSettings: noLigatures,
    },
    children: [
      ...headerOf(page, paper, ink),
      ...rowNodes(page.rows.slice(0, paper.rowsDown), place, page.gutter, paper, ink),
    ],
  };
}

function headerOf({ header, note }: GridPage, paper: Paper, ink: Ink): readonly SceneNode[] {
  const { width, margin, headerPx, cell } = paper;
  const fits = Math.floor((width - 2 * margin) / cell.width);
  const room = Math.max(8, fits - note.length - 2);
  const path = header.length > room ? `…${header.slice(-(room - 1))}` : header;
  const top = Math.floor((headerPx - cell.height) / 2);
  const line: Css = { position: 'absolute', top, height: cell.height };
  return [
    box(0, 0, width, headerPx, ink.band),
    { type: 'text', text: path, style: { ...line, left: margin, fontWeight: 700 } },
    { type: 'text', text: note, style: { ...line, right: margin } },
  ];
}

function box(left: number, top: number, width: number, height: number, colour: string): SceneNode {
  const style = { position: 'absolute', left, top, width, height, backgroundColor: colour };
  return { type: 'container', style };
}

/** Grounds first, so that none covers the end of a letter of the row above. */
function rowNodes(
  rows: readonly GridRow[],
  place: BlockPlace,
  gutter: number,
  paper: Paper,
  ink: Ink,
): readonly SceneNode[] {
  const { cell } = paper;
  const { left, top } = place;
  const bodyLeft = left + gutter * cell.width;
  const nodes = rows.flatMap((row, index) => {
    return rowGrounds(row, { ...place, top: top + index * cell.height }, gutter, paper, ink);
  });
  if (rows.some(({ label }) => label !== '')) {
    const width = (gutter - 1) * cell.width - Math.floor(cell.width / 2);
    const style: Css = { position: 'absolute', left, top, width, textAlign: 'right' };
    const text = rows.map(({ label }) => label).join('\n');
    nodes.push({ type: 'text', text, style: { ...style, color: ink.faint } });
  }
  const texts = rows.map(({ segments }) => segments);
  return [...nodes, ...textBlock(texts, { ...place, left: bodyLeft }, ink)];
}

function rowGrounds(
  row: GridRow,
  { left, top }: BlockPlace,
  gutter: number,
  paper: Paper,
  ink: Ink,
): readonly SceneNode[] {
  const { cell, cellsAcross } = paper;
  const nodes: SceneNode[] = [];
  const bodyLeft = left + gutter * cell.width;
  const bodyWidth = (cellsAcross - gutter) * cell.width;
  if (row.ground !== undefined) nodes.push(box(bodyLeft, top, bodyWidth, cell.height, row.ground));
  if (row.rule !== undefined)
    nodes.push(box(left, top + cell.height - 1, cellsAcross * cell.width, 1, row.rule));
  for (const segment of row.segments)
    nodes.push(...grounds(segment, bodyLeft + segment.column * cell.width, top, paper, ink));
  return nodes;
}

function grounds(
  segment: Segment,
  left: number,
  top: number,
  { cell }: Paper,
  ink: Ink,
): readonly SceneNode[] {
  let at = left;
  return segment.spans.flatMap((span) => {
    const start = at;
    const width = span.cells * cell.width;
    at += width;
    const colour = span.isNamed ? ink.alarm : span.ground;
    return colour === undefined ? [] : [box(start, top, width, cell.height, colour)];
  });
}

/** All text of a page, for the choice of fonts. */
function gridText({ header, note, rows }: GridPage): string {
  const texts = [header, note];
  for (const { label, segments } of rows) {
    texts.push(label);
    for (const { spans } of segments) for (const { text } of spans) texts.push(text);
  }
  return texts.join('\n');
}
