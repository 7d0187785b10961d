// Where boxes and lines of a graph go, by dagre.
import * as dagreModule from '@dagrejs/dagre';
import type { Size } from '@percept/core';
import { inside } from '@percept/core/internal';
import type { Graph, GraphEdge, GraphFrame, GraphNode } from './graph.ts';
import { blockSize, linePx, wrapped } from './measure.ts';

export interface PlacedNode extends Box {
  readonly node: GraphNode;
  readonly title: readonly string[];
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  readonly points: readonly Point[];
  readonly label: Point | undefined;
}

export interface PlacedFrame extends Box {
  readonly frame: GraphFrame;
}

export interface PlacedGraph extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly frames: readonly PlacedFrame[];
}

export function layOut(graph: Graph): PlacedGraph {
  const dagre = newGraph();
  dagre.setGraph({ rankdir: graph.direction, nodesep: 44, ranksep: 56, marginx: 24, marginy: 24 });
  dagre.setDefaultEdgeLabel(() => ({}));
  for (const { id, title } of graph.frames) dagre.setNode(frameKey(id), { label: title });
  for (const { id, parent } of graph.frames) {
    if (parent !== undefined) dagre.setParent(frameKey(id), frameKey(parent));
  }
  const titles = new Map<string, readonly string[]>();
  for (const node of graph.nodes) {
    const title = node.title === '' ? [] : wrapped(node.title);
    titles.set(node.id, title);
    dagre.setNode(nodeKey(node.id), { ...sizeOf(node, title) });
    if (node.frame !== undefined) dagre.setParent(nodeKey(node.id), frameKey(node.frame));
  }
  for (const [index, { from, to, label }] of graph.edges.entries()) {
    const size = label === '' ? { width: 0, height: 0 } : blockSize(wrapped(label));
    dagre.setEdge(nodeKey(from), nodeKey(to), { ...size, labelpos: 'c' }, String(index));
  }
  runLayout(dagre);
  const shapes = new Map(graph.nodes.map(({ id, shape }) => [id, shape]));
  const placedNode = (id: string): Outline => ({
    shape: shapes.get(id) ?? 'box',
    ...boxOf(dagre.node(nodeKey(id))),
  });
  const { width, height } = dagre.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: graph.nodes.map((node) => {
      const title = titles.get(node.id) ?? [];
      return { node, title, ...boxOf(dagre.node(nodeKey(node.id))) };
    }),
    frames: graph.frames.map((frame) => ({ frame, ...boxOf(dagre.node(frameKey(frame.id))) })),
    edges: graph.edges.map((edge, index) => {
      const [v, w] = [nodeKey(edge.from), nodeKey(edge.to)];
      const placed = dagre.edge({ v, w, name: String(index) });
      const points = clipped(placed.points, placedNode(edge.from), placedNode(edge.to));
      return { edge, points, label: edge.label === '' ? undefined : labelOf(placed, points) };
    }),
  };
}

/** Dagre keeps things in plain objects: what somebody calls `__proto__` would be a property of all of them. */
function nodeKey(id: string): string {
  return `box:${id}`;
}

function frameKey(id: string): string {
  return `frame:${id}`;
}

function sizeOf(node: GraphNode, title: readonly string[]): { width: number; height: number } {
  const block = blockSize(title);
  const members = blockSize(node.sections.flat());
  const width = Math.max(block.width, members.width) + 32;
  const height = block.height + 20;
  switch (node.shape) {
    case 'start':
    case 'end':
      return { width: 20, height: 20 };
    case 'bar':
      return { width: 80, height: 8 };
    case 'diamond':
      return { width: Math.max(44, width * 1.25), height: Math.max(44, block.height * 1.7 + 30) };
    case 'circle':
      return { width: Math.max(width, height), height: Math.max(width, height) };
    case 'hexagon':
    case 'slanted':
    case 'flag':
      return { width: width + 24, height };
    case 'cylinder':
      return { width, height: height + 18 };
    case 'box':
    case 'round':
    case 'pill':
      return { width, height: height + sectionsHeight(node) };
  }
}

export const sectionPad = 8;

function sectionsHeight({ sections }: GraphNode): number {
  return sections.reduce(
    (sum, lines) => sum + Math.max(lines.filter(Boolean).length, 0) * linePx + sectionPad * 2,
    0,
  );
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

interface Outline extends Box {
  readonly shape: GraphNode['shape'];
}

/** Lines end at the outline of a shape and not at the box around it. */
function clipped(points: readonly Point[], from: Outline, to: Outline): readonly Point[] {
  const [first, last] = [points[1], points.at(-2)];
  if (!first || !last || points.length < 2) return points;
  return [
    onOutline(from, first) ?? points[0] ?? first,
    ...points.slice(1, -1),
    onOutline(to, last) ?? points.at(-1) ?? last,
  ];
}

function onOutline({ shape, x, y, width, height }: Outline, towards: Point): Point | undefined {
  const [dx, dy] = [towards.x - x, towards.y - y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return undefined;
  if (shape === 'diamond') {
    const scale = 1 / (Math.abs(dx) / (width / 2) + Math.abs(dy) / (height / 2));
    return { x: x + dx * scale, y: y + dy * scale };
  }
  if (shape !== 'circle' && shape !== 'start' && shape !== 'end') return undefined;
  return { x: x + (dx / length) * (width / 2), y: y + (dy / length) * (width / 2) };
}

function labelOf({ x, y }: Partial<Point>, points: readonly Point[]): Point | undefined {
  return x !== undefined && y !== undefined ? { x, y } : points[Math.floor(points.length / 2)];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** By its middle. */
type Box = Point & Size;

/** A line, and where its label is if it has one. */
interface PlacedLine extends Partial<Point> {
  readonly points: readonly Point[];
}

/**
 * The little of dagre that is used, typed here because its own types do not resolve under Node's rules for modules. After a layout everything has
 * its place.
 */
interface DagreGraph {
  setGraph(label: object): unknown;
  graph(): Size;
  setDefaultEdgeLabel(label: () => object): unknown;
  setNode(id: string, label: object): unknown;
  setParent(id: string, parent: string): unknown;
  setEdge(from: string, to: string, label: object, name: string): unknown;
  node(id: string): Box;
  edge(key: { readonly v: string; readonly w: string; readonly name: string }): PlacedLine;
}

const library: unknown = dagreModule;

function newGraph(): DagreGraph {
  const Graph: unknown = inside(library, 'Graph');
  if (!isMaker(Graph)) throw new Error('dagre has no graphs');
  return new Graph({ compound: true, multigraph: true });
}

function runLayout(graph: DagreGraph): void {
  const layout: unknown = inside(library, 'layout');
  if (!isLayout(layout)) throw new Error('dagre has no layout');
  layout(graph);
}

function isMaker(value: unknown): value is new (options: object) => DagreGraph {
  return typeof value === 'function';
}

function isLayout(value: unknown): value is (graph: DagreGraph) => unknown {
  return typeof value === 'function';
}
