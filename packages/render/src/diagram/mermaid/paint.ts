// A graph that has been laid out, as SVG: plain shapes, plain colours, words that a font draws.
import { escapeText } from '../../svg/markup.ts';
import {
  sectionPad,
  type PlacedEdge,
  type PlacedFrame,
  type PlacedGraph,
  type PlacedNode,
  type Point,
} from './layout.ts';
import type { GraphEdge, GraphNode, Mark } from './graph.ts';
import { fontPx, linePx, textWidth, wrapped } from './measure.ts';

export const ink = '#1f2937';
const fill = '#eef2ff';
const stroke = '#4f5d94';
const head = '#dfe5fb';
const frameFill = '#f8f9fb';

export function paintGraph({ width, height, nodes, edges, frames }: PlacedGraph): string {
  const parts = [
    ...frames.map(paintFrame),
    ...edges.map(paintEdge),
    ...frames.map(paintFrameTitle),
    ...nodes.map(paintNode),
    ...edges.map(paintLabel),
  ];
  return page(width, height, parts.join('\n'));
}

export function page(width: number, height: number, body: string): string {
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" ` +
    `font-family="sans-serif" font-size="${fontPx}" fill="${ink}">` +
    `<rect width="100%" height="100%" fill="white"/>${body}</svg>`
  );
}

function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return escapeText(text).replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
}

/** Lines of words around a middle. */
export function text(
  lines: readonly string[],
  x: number,
  y: number,
  anchor: 'middle' | 'start' = 'middle',
  extra = '',
): string {
  const top = y - ((lines.length - 1) * linePx) / 2 + fontPx * 0.35;
  return lines
    .map(
      (line, index) =>
        `<text x="${round(x)}" y="${round(top + index * linePx)}" text-anchor="${anchor}"${extra}>${escaped(line)}</text>`,
    )
    .join('');
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function paintFrame({ x, y, width, height }: PlacedFrame): string {
  const [left, top] = [x - width / 2, y - height / 2];
  return `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="6" fill="${frameFill}" stroke="#9aa5b8" stroke-dasharray="5 4"/>`;
}

/** Above the lines, on a plate of its own. */
function paintFrameTitle({ frame, x, y, width, height }: PlacedFrame): string {
  const [left, top] = [x - width / 2, y - height / 2];
  if (frame.title === '') return '';
  return (
    `<rect x="${round(left + 5)}" y="${round(top + 4)}" width="${textWidth(frame.title, 13) + 12}" height="19" rx="3" fill="${frameFill}"/>` +
    text([frame.title], left + 10, top + 13, 'start', ' font-weight="700" font-size="13"')
  );
}

function paintNode(placed: PlacedNode): string {
  const { node, x, y, width, height, title } = placed;
  if (node.sections.length > 0) return paintSections(placed);
  return `<g fill="${fill}" stroke="${stroke}" stroke-width="1.5">${outline(node, x, y, width, height)}</g>${text(title, x, y)}`;
}

function outline(
  { shape }: GraphNode,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const [left, right] = [round(x - width / 2), round(x + width / 2)];
  const [top, bottom] = [round(y - height / 2), round(y + height / 2)];
  const rect = (radius: number): string =>
    `<rect x="${left}" y="${top}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
  const polygon = (...points: readonly (readonly [number, number])[]): string =>
    `<polygon points="${points.map(([px, py]) => `${round(px)},${round(py)}`).join(' ')}"/>`;
  const notch = 14;
  const [inLeft, inRight] = [left + notch, right - notch];
  switch (shape) {
    case 'box':
      return rect(2);
    case 'round':
      return rect(9);
    case 'pill':
      return rect(round(height / 2));
    case 'circle':
      return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(width / 2)}"/>`;
    case 'diamond':
      return polygon([x, top], [right, y], [x, bottom], [left, y]);
    case 'hexagon':
      return polygon(
        [inLeft, top],
        [inRight, top],
        [right, y],
        [inRight, bottom],
        [inLeft, bottom],
        [left, y],
      );
    case 'slanted':
      return polygon([inLeft, top], [right, top], [inRight, bottom], [left, bottom]);
    case 'flag':
      return polygon([left, top], [right, top], [right, bottom], [left, bottom], [inLeft, y]);
    case 'cylinder': {
      const arc = `${round(width / 2)} 9`;
      return (
        `<path d="M${left} ${round(top + 9)} A${arc} 0 0 1 ${right} ${round(top + 9)} V${round(bottom - 9)} A${arc} 0 0 1 ${left} ${round(bottom - 9)} Z"/>` +
        `<path d="M${left} ${round(top + 9)} A${arc} 0 0 0 ${right} ${round(top + 9)}" fill="none"/>`
      );
    }
    case 'start':
      return `<circle cx="${round(x)}" cy="${round(y)}" r="9" fill="${ink}"/>`;
    case 'end':
      return `<circle cx="${round(x)}" cy="${round(y)}" r="9" fill="white"/><circle cx="${round(x)}" cy="${round(y)}" r="5" fill="${ink}"/>`;
    case 'bar':
      return `<rect x="${left}" y="${top}" width="${round(width)}" height="${round(height)}" fill="${ink}"/>`;
  }
}

/** A box with compartments: a title, then lists of lines. */
function paintSections({ node, x, y, width, height, title }: PlacedNode): string {
  const [left, top] = [round(x - width / 2), round(y - height / 2)];
  const titleHeight = title.length * linePx + 20;
  const parts = [
    `<rect x="${left}" y="${top}" width="${round(width)}" height="${round(height)}" fill="white" stroke="${stroke}" stroke-width="1.5"/>`,
    `<rect x="${left}" y="${top}" width="${round(width)}" height="${titleHeight}" fill="${head}" stroke="${stroke}" stroke-width="1.5"/>`,
    text(title, x, top + titleHeight / 2, 'middle', ' font-weight="700"'),
  ];
  let at = top + titleHeight;
  for (const section of node.sections) {
    const lines = section.filter((line) => line !== '');
    const sectionHeight = lines.length * linePx + sectionPad * 2;
    parts.push(
      `<line x1="${left}" y1="${round(at)}" x2="${round(left + width)}" y2="${round(at)}" stroke="${stroke}"/>`,
      text(lines, left + 12, at + sectionHeight / 2, 'start'),
    );
    at += sectionHeight;
  }
  return parts.join('');
}

function paintEdge({ edge, points }: PlacedEdge): string {
  if (edge.line === 'unseen' || points.length < 2) return '';
  const path = smooth(points);
  const first = points[0];
  const last = points.at(-1);
  const marks =
    first && last
      ? markAt(edge.startMark, first, points[1] ?? first) +
        markAt(edge.endMark, last, points.at(-2) ?? last)
      : '';
  return `<path d="${path}" fill="none" stroke="${ink}"${lineStyle(edge)}/>${marks}`;
}

function lineStyle({ line }: GraphEdge): string {
  if (line === 'thick') return ' stroke-width="3"';
  return line === 'dashed' ? ' stroke-width="1.5" stroke-dasharray="6 4"' : ' stroke-width="1.5"';
}

/** Straight pieces with rounded corners: a line that can be followed. */
function smooth(points: readonly Point[]): string {
  const [start, ...rest] = points;
  if (!start) return '';
  let path = `M${round(start.x)} ${round(start.y)}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) path += ` L${round(point.x)} ${round(point.y)}`;
    else {
      const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
      path += ` Q${round(point.x)} ${round(point.y)} ${round(middle.x)} ${round(middle.y)}`;
    }
  }
  return path;
}

function paintLabel({ edge, label }: PlacedEdge): string {
  if (!label) return '';
  const lines = wrapped(edge.label);
  const width = Math.max(...lines.map((line) => textWidth(line, 14))) + 6;
  const height = lines.length * linePx;
  return (
    `<rect x="${round(label.x - width / 2)}" y="${round(label.y - height / 2)}" width="${round(width)}" height="${height}" fill="white" fill-opacity="0.85"/>` +
    text(lines, label.x, label.y, 'middle', ' font-size="14"')
  );
}

/** `end` is on the box; `before` is the point of the line that it comes from. */
function markAt(mark: Mark, end: Point, before: Point): string {
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const shape = shapes[mark];
  if (shape === '') return '';
  const place = `translate(${end.x.toFixed(2)} ${end.y.toFixed(2)}) rotate(${angle.toFixed(2)})`;
  return `<g transform="${place}" stroke="${ink}" stroke-width="1.5" fill="white">${shape}</g>`;
}

/** Drawn as if the line came from the left and ended at 0,0. */
const shapes: Readonly<Record<Mark, string>> = {
  none: '',
  arrow: `<path d="M0 0 L-11 -5 L-11 5 Z" fill="${ink}"/>`,
  'open-arrow': '<path d="M-11 -6 L0 0 L-11 6" fill="none"/>',
  triangle: '<path d="M0 0 L-15 -8 L-15 8 Z"/>',
  diamond: '<path d="M0 0 L-10 -6 L-20 0 L-10 6 Z"/>',
  'filled-diamond': `<path d="M0 0 L-10 -6 L-20 0 L-10 6 Z" fill="${ink}"/>`,
  circle: '<circle cx="-5" cy="0" r="5"/>',
  cross: '<path d="M-11 -5 L-1 5 M-11 5 L-1 -5" fill="none"/>',
  one: '<path d="M-8 -7 L-8 7 M-13 -7 L-13 7" fill="none"/>',
  'zero-or-one': '<path d="M-8 -7 L-8 7" fill="none"/><circle cx="-16" cy="0" r="5"/>',
  many: '<path d="M-14 0 L0 -8 M-14 0 L0 8 M-14 -7 L-14 7" fill="none"/>',
  'zero-or-many': '<path d="M-14 0 L0 -8 M-14 0 L0 8" fill="none"/><circle cx="-19" cy="0" r="5"/>',
};
