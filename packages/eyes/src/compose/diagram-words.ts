// A diagram as one line for each edge: from, to, and what stands on it.
import type { Diagram, DiagramEdge } from '../description.ts';
import { shownOnOneLine } from './shown.ts';

export function diagramLines({ nodes, edges }: Diagram, where: string): readonly string[] {
  const texts = nodes.map(({ text }) => shownOnOneLine(text));
  const nameOf = (id: string): string => {
    const at = nodes.findIndex((node) => node.id === id);
    const text = texts[at] ?? '';
    const isShared = texts.indexOf(text) !== texts.lastIndexOf(text);
    return isShared ? `${text} (box ${at + 1})` : text;
  };
  return [
    `[diagram of ${nodes.length} boxes, ${where}]`,
    ...edges.map((edge) => {
      const words = `${nameOf(edge.from)} ${signOf(edge)} ${nameOf(edge.to)}`;
      return edge.label === '' ? words : `${words} (on it: ${shownOnOneLine(edge.label)})`;
    }),
  ];
}

function signOf({ directed, both }: DiagramEdge): string {
  if (both) return '↔';
  return directed ? '→' : '—';
}

/** Words that came out of the picture, as data. */
export function shownDiagram({ nodes, edges }: Diagram): Diagram {
  return {
    nodes: nodes.map(({ id, text, box }) => ({ id, text: shownOnOneLine(text), box })),
    edges: edges.map((edge) => ({ ...edge, label: shownOnOneLine(edge.label) })),
  };
}
