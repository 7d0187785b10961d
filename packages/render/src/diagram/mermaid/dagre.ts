// The little of dagre that is used, typed here because its own types do not resolve under Node's rules for modules.
import * as dagre from '@dagrejs/dagre';

export interface DagreGraph {
  setGraph(label: object): unknown;
  graph(): unknown;
  setDefaultEdgeLabel(label: () => object): unknown;
  setNode(id: string, label: object): unknown;
  setParent(id: string, parent: string): unknown;
  setEdge(from: string, to: string, label: object, name: string): unknown;
  node(id: string): unknown;
  edge(key: { readonly v: string; readonly w: string; readonly name: string }): unknown;
}

const library: unknown = dagre;

export function newGraph(): DagreGraph {
  const Graph: unknown = partOf(library, 'Graph');
  if (!isMaker(Graph)) throw new Error('dagre has no graphs');
  return new Graph({ compound: true, multigraph: true });
}

export function runLayout(graph: DagreGraph): void {
  const layout: unknown = partOf(library, 'layout');
  if (!isLayout(layout)) throw new Error('dagre has no layout');
  layout(graph);
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isMaker(value: unknown): value is new (options: object) => DagreGraph {
  return typeof value === 'function';
}

function isLayout(value: unknown): value is (graph: DagreGraph) => unknown {
  return typeof value === 'function';
}
