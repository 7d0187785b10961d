// What crosses between the host and the thread that draws diagrams: a text in a language, an SVG back. The SVG is as
// untrusted as one that somebody sent: the host's SVG renderer scans it like any other.
import { bound, isShape, text } from '@percept/core/internal/options';

export type DiagramKind = 'graphviz' | 'mermaid' | 'vega-lite' | 'vega' | 'latex';

export interface DiagramOrder {
  readonly kind: DiagramKind;
  readonly text: string;
}

export interface DiagramSvg {
  readonly svg: string;
  /** How often it asked for something outside itself, and got nothing. */
  readonly external: number;
}

export const isDiagramSvg = isShape<DiagramSvg>({ svg: text, external: bound });
