// What crosses between the host and the thread that draws diagrams: a text in a language, an SVG back. The SVG is as
// untrusted as one that somebody sent: the host's SVG renderer scans it like any other.
import { isRecord } from '@percept/core/internal';

const diagramKinds = ['graphviz', 'mermaid', 'vega-lite', 'vega', 'latex'] as const;
export type DiagramKind = (typeof diagramKinds)[number];

export interface DiagramOrder {
  readonly kind: DiagramKind;
  readonly text: string;
}

export interface DiagramSvg {
  readonly svg: string;
  /** How often it asked for something outside itself, and got nothing. */
  readonly external: number;
}

const kinds: ReadonlySet<unknown> = new Set(diagramKinds);

export function isDiagramOrder(value: unknown): value is DiagramOrder {
  return isRecord(value) && kinds.has(value['kind']) && typeof value['text'] === 'string';
}

export function isDiagramSvg(value: unknown): value is DiagramSvg {
  return (
    isRecord(value) && typeof value['svg'] === 'string' && typeof value['external'] === 'number'
  );
}
