// What flowcharts, state, class and entity diagrams have in common: boxes with words, lines between them, and frames
// around some of them.
import { maxGraphParts } from '../../limits.ts';

export type Shape =
  | 'box'
  | 'round'
  | 'pill'
  | 'circle'
  | 'diamond'
  | 'hexagon'
  | 'cylinder'
  | 'slanted'
  | 'flag'
  | 'start'
  | 'end'
  | 'bar';

export interface GraphNode {
  readonly id: string;
  readonly title: string;
  readonly shape: Shape;
  /** Compartments below the title, each a list of lines. */
  readonly sections: readonly (readonly string[])[];
  /** The innermost frame that it stands in. */
  readonly frame?: string | undefined;
}

export type Mark =
  | 'none'
  | 'arrow'
  | 'open-arrow'
  | 'triangle'
  | 'diamond'
  | 'filled-diamond'
  | 'circle'
  | 'cross'
  | 'one'
  | 'zero-or-one'
  | 'many'
  | 'zero-or-many';

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly line: 'solid' | 'dashed' | 'thick' | 'unseen';
  readonly startMark: Mark;
  readonly endMark: Mark;
}

export interface GraphFrame {
  readonly id: string;
  readonly title: string;
  readonly parent?: string | undefined;
}

export interface Graph {
  readonly direction: 'TB' | 'BT' | 'LR' | 'RL';
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly frames: readonly GraphFrame[];
}

/** Collects a graph while a text is read; things may be named before they are described. */
export class GraphBuilder {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #frames = new Map<string, GraphFrame>();
  readonly edges: GraphEdge[] = [];
  readonly #open: string[] = [];
  direction: Graph['direction'] = 'TB';

  /** A node by its id; what is given replaces what was guessed. */
  node(id: string, facts: Partial<Omit<GraphNode, 'id'>> = {}): void {
    const known = this.#nodes.get(id);
    const frame = known?.frame ?? this.#open.at(-1);
    const base = known ?? { id, title: id, shape: 'box' as const, sections: [] };
    this.#nodes.set(id, { ...base, ...facts, frame });
    if (this.#nodes.size + this.edges.length > maxGraphParts)
      throw new Error(`more than ${maxGraphParts} boxes and lines are too many for one picture`);
  }

  /** Lines in a compartment of a node. */
  addTo(id: string, section: number, line: string): void {
    this.node(id);
    const node = this.#nodes.get(id);
    if (!node) return;
    const sections = node.sections.map((lines) => [...lines]);
    while (sections.length <= section) sections.push([]);
    sections[section]?.push(line);
    this.#nodes.set(id, { ...node, sections });
  }

  /** Boxes that only a line names are there too. */
  edge(edge: GraphEdge): void {
    this.node(edge.from);
    this.node(edge.to);
    this.edges.push(edge);
  }

  openFrame(id: string, title: string): void {
    this.#frames.set(id, { id, title, parent: this.#open.at(-1) });
    this.#open.push(id);
  }

  closeFrame(): void {
    this.#open.pop();
  }

  build(): Graph {
    const nodes = [...this.#nodes.values()].filter(({ id }) => !this.#frames.has(id));
    // A line to a frame is a line to the first box in it.
    const ends = (id: string): string | undefined =>
      this.#nodes.has(id) && !this.#frames.has(id)
        ? id
        : nodes.find(({ frame }) => this.#isInside(frame, id))?.id;
    const edges = this.edges.flatMap((edge) => {
      const [from, to] = [ends(edge.from), ends(edge.to)];
      return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
    });
    const frames = [...this.#frames.values()].filter((frame) =>
      nodes.some((node) => this.#isInside(node.frame, frame.id)),
    );
    if (nodes.length === 0) throw new Error('there is nothing in it');
    return { direction: this.direction, nodes, edges, frames };
  }

  #isInside(frame: string | undefined, id: string): boolean {
    const seen = new Set<string>();
    for (let at = frame; at !== undefined && !seen.has(at); at = this.#frames.get(at)?.parent) {
      if (at === id) return true;
      seen.add(at);
    }
    return false;
  }
}

/** Words as they are shown: quotes off, entities and breaks resolved. */
export function wordsOf(text: string): string {
  return text
    .trim()
    .replace(/^"([^]*)"$/, '$1')
    .replaceAll(/<br\s*\/?>|\\n/gi, '\n')
    .replaceAll(/<\/?[a-z][^>]{0,80}>/gi, '')
    .replaceAll(/\bfa[bsrl]?:fa-[\w-]+\s*/g, '')
    .replaceAll('#quot;', '"')
    .replaceAll('#35;', '#')
    .replaceAll('#59;', ';')
    .trim();
}
