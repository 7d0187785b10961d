// Diagrams that nobody has seen, with their boxes and arrows: Mermaid flowcharts and states, and Graphviz with other shapes,
// bent, straight and square lines, dark and light.
import type { Darkroom } from '@percept/render';
import sharp from 'sharp';
import { Seeded } from './seeded.ts';

export interface DrawnDiagram {
  readonly id: string;
  readonly bytes: Buffer;
  readonly nodes: readonly string[];
  readonly edges: readonly DrawnEdge[];
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly directed: boolean;
}

const names = [
  'Start',
  'Read input',
  'Validate order',
  'Save to disk',
  'Send mail',
  'Retry',
  'Database',
  'Cache',
  'API gateway',
  'Worker',
  'Queue',
  'Browser',
  'Log in',
  'Payment',
  'Ship parcel',
  'Archive',
  'Notify team',
  'Finish',
] as const;
const labels = ['yes', 'no', 'error', 'HTTP', 'timeout', 'done', 'next', 'publish'] as const;

export const diagramKinds = ['flow', 'state', 'graphviz', 'undirected'] as const;
export type DiagramKind = (typeof diagramKinds)[number];

interface Plan {
  readonly dice: Seeded;
  readonly nodes: readonly string[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly label: string;
  }[];
}

export async function drawnDiagram(
  darkroom: Darkroom,
  kind: DiagramKind,
  seed: number,
): Promise<DrawnDiagram> {
  const dice = new Seeded(seed);
  const plan = planOf(dice);
  const [name, source] = written(kind, plan);
  const drawn = await darkroom.draw(new File([source], name));
  if (!drawn.ok) throw new Error(drawn.refusal.message);
  const [page] = drawn.value.pages;
  if (!page) throw new Error('A diagram has one page.');
  // A dark screen shows the same in other colours.
  const isNegative = kind !== 'graphviz' && dice.chance(0.3);
  const image = sharp(page.png).flatten({ background: '#ffffff' });
  return {
    id: `${kind}-${seed}`,
    bytes: await (isNegative ? image.negate({ alpha: false }) : image).png().toBuffer(),
    nodes: plan.nodes,
    edges: plan.edges.map(({ from, to, label }) => ({
      from: plan.nodes[from] ?? '',
      to: plan.nodes[to] ?? '',
      label,
      directed: kind !== 'undirected',
    })),
  };
}

/** Connected, mostly from earlier to later ones; no two edges join the same boxes. */
function planOf(dice: Seeded): Plan {
  const count = dice.between(3, 9);
  const nodes = dice.some(names, count);
  const edges: { from: number; to: number; label: string }[] = [];
  const join = (from: number, to: number): void => {
    const isKnown = edges.some(
      (edge) => (edge.from === from && edge.to === to) || (edge.from === to && edge.to === from),
    );
    if (from !== to && !isKnown)
      edges.push({ from, to, label: dice.chance(0.35) ? dice.pick(labels) : '' });
  };
  for (let at = 1; at < count; at += 1) join(dice.between(Math.max(0, at - 3), at - 1), at);
  for (let more = dice.between(0, 3); more > 0; more -= 1) {
    const [one, other] = [dice.between(0, count - 1), dice.between(0, count - 1)];
    if (dice.chance(0.75)) join(Math.min(one, other), Math.max(one, other));
    else join(Math.max(one, other), Math.min(one, other));
  }
  return { dice, nodes, edges };
}

function written(kind: DiagramKind, plan: Plan): readonly [name: string, source: string] {
  switch (kind) {
    case 'flow':
      return ['plan.mmd', flowchart(plan)];
    case 'state':
      return ['states.mmd', states(plan)];
    case 'graphviz':
      return ['plan.dot', graph(plan, 'digraph', '->')];
    case 'undirected':
      return ['plan.dot', graph(plan, 'graph', '--')];
  }
}

function flowchart({ dice, nodes, edges }: Plan): string {
  const shapes = [
    ['[', ']'],
    ['(', ')'],
    ['([', '])'],
    ['{', '}'],
    ['{{', '}}'],
  ] as const;
  const isDashed = dice.chance(0.2);
  return [
    `flowchart ${dice.pick(['LR', 'TD'])}`,
    ...nodes.map((text, at) => {
      const [open, close] = dice.chance(0.5) ? shapes[0] : dice.pick(shapes);
      return ` n${at}${open}${text}${close}`;
    }),
    ...edges.map(({ from, to, label }) => {
      const arrow = isDashed && dice.chance(0.5) ? '-.->' : '-->';
      return ` n${from} ${arrow}${label === '' ? '' : `|${label}|`} n${to}`;
    }),
  ].join('\n');
}

function states({ nodes, edges }: Plan): string {
  return [
    'stateDiagram-v2',
    ...nodes.map((text, at) => ` state "${text}" as n${at}`),
    ...edges.map(({ from, to, label }) => ` n${from} --> n${to}${label && ` : ${label}`}`),
  ].join('\n');
}

const graphThemes = [
  { paper: 'white', ink: 'black', fill: 'none', text: 'black' },
  { paper: 'white', ink: '#4b5563', fill: '#dbeafe', text: '#111827' },
  { paper: '#111827', ink: '#9ca3af', fill: '#1f2937', text: '#f3f4f6' },
  { paper: '#fdf6e3', ink: '#657b83', fill: '#268bd2', text: 'white' },
] as const;

function graph({ dice, nodes, edges }: Plan, kind: string, arrow: string): string {
  const { paper, ink, fill, text } = dice.pick(graphThemes);
  const shape = dice.pick(['box', 'box', 'ellipse', 'mixed']);
  const isRounded = dice.chance(0.4);
  const style = [...(fill === 'none' ? [] : ['filled']), ...(isRounded ? ['rounded'] : [])];
  return [
    `${kind} g {`,
    ` graph [bgcolor="${paper}" rankdir=${dice.pick(['LR', 'TB'])} splines=${dice.pick(['spline', 'spline', 'line', 'polyline', 'ortho'])}];`,
    ` node [color="${ink}" fontcolor="${text}" style="${style.join(',')}"${fill === 'none' ? '' : ` fillcolor="${fill}"`}];`,
    ` edge [color="${ink}" fontcolor="${ink}" penwidth=${dice.pick([1, 1, 1.5, 2])}${dice.chance(0.15) ? ' style=dashed' : ''}];`,
    ...nodes.map((name, at) => {
      const own = shape === 'mixed' ? dice.pick(['box', 'ellipse', 'diamond', 'hexagon']) : shape;
      return ` n${at} [label="${name}" shape=${own}];`;
    }),
    ...edges.map(
      ({ from, to, label }) => ` n${from} ${arrow} n${to}${label && ` [label="${label}"]`};`,
    ),
    '}',
  ].join('\n');
}
