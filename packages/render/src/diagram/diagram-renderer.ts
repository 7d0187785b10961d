// Diagrams, charts and formulas: each becomes an SVG in its own thread, and then goes the way of every SVG.
import { bound, isShape, text } from '@percept/core/internal/options';
import { accept, refuse, type Outcome } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { Engine, entryBeside } from '../engine/engine.ts';
import type { RenderLimits } from '../limits.ts';
import type { RenderContext, Renderer, RenderSource } from '../renderer.ts';
import type { Warning } from '../rendering.ts';
import { createSvgRenderer } from '../svg/svg-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

const revision = 2;

interface Language {
  readonly kind: DiagramKind;
  /** Of the engine, as `package.json` pins it; a test holds the two together. */
  readonly version: string;
  readonly mime: string;
}

export const diagramLanguages = [
  { kind: 'graphviz', version: '1.29.2', mime: 'text/vnd.graphviz' },
  { kind: 'mermaid', version: 'dagre3.1.1', mime: 'text/vnd.mermaid' },
  { kind: 'vega-lite', version: '6.5.0-6.4.0', mime: 'application/vnd.vegalite+json' },
  { kind: 'vega', version: '6.4.0', mime: 'application/vnd.vega+json' },
  { kind: 'latex', version: '4.1.3', mime: 'text/x-tex' },
] as const satisfies readonly Language[];

const latexWindow = 64 * 1024;

/** A whole LaTeX document is a text with a preamble; only formulas are drawn. */
function isDocument({ bytes }: RenderSource): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, latexWindow));
  return /\\documentclass|\\begin\s*\{document\}|\\(?:sub)*section\b|\\usepackage|\\ProvidesPackage/.test(
    head,
  );
}

/** One renderer for each language, on one thread. */
export function createDiagramRenderers(
  takumi: Takumi,
  limits?: Partial<RenderLimits>,
): readonly Renderer[] {
  const entry = entryBeside(import.meta.url, 'worker');
  const engine = new Engine({ name: 'diagram', entry, limits });
  const svg = createSvgRenderer(takumi);
  return diagramLanguages.map(({ kind, version, mime }) => ({
    id: kind,
    version: `${revision}-${version}-${svg.version}`,
    fonts: svg.fonts,
    accepts: (source) => source.mime === mime && !(kind === 'latex' && isDocument(source)),
    async render(source, options, context) {
      takumi.warm();
      const drawn = await draw(engine, kind, source, context);
      if (!drawn.ok) return drawn;
      const bytes = new TextEncoder().encode(drawn.value.svg);
      const rendered = await svg.render({ bytes, mime: 'image/svg+xml' }, options, context);
      if (!rendered.ok || drawn.value.external === 0) return rendered;
      const warnings = [...rendered.value.warnings, notLoaded(drawn.value.external)];
      return accept({ ...rendered.value, warnings });
    },
    warm() {
      engine.warm();
      takumi.warm();
    },
    async close() {
      await engine.close();
      await svg.close?.();
    },
  }));
}

function notLoaded(count: number): Warning {
  const message = `The chart asked for ${count} ${count === 1 ? 'thing' : 'things'} outside itself, and got nothing: its data may be missing.`;
  return { kind: 'external-not-loaded', message };
}

async function draw(
  engine: Engine,
  kind: DiagramKind,
  { bytes }: RenderSource,
  { limits, signal }: RenderContext,
): Promise<Outcome<DiagramSvg>> {
  if (bytes.length > limits.maxDiagramBytes) {
    const hint = 'Draw a part of it, or read it as text.';
    return refuse(overLimit('maxDiagramBytes', limits.maxDiagramBytes, bytes.length, hint));
  }
  const order: DiagramOrder = { kind, text: new TextDecoder().decode(bytes) };
  const timeoutMs = limits.diagramTimeoutMs;
  return engine.run({ jobs: () => [{ order, timeoutMs }], isAnswer: isDiagramSvg, signal });
}

type DiagramKind = 'graphviz' | 'mermaid' | 'vega-lite' | 'vega' | 'latex';

export interface DiagramOrder {
  readonly kind: DiagramKind;
  readonly text: string;
}

/** As untrusted as one that somebody sent: the host's SVG renderer scans it like any other. */
export interface DiagramSvg {
  readonly svg: string;
  /** How often it asked for something outside itself, and got nothing. */
  readonly external: number;
}

const isDiagramSvg = isShape<DiagramSvg>({ svg: text, external: bound });
