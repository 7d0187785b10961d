// The thread that draws diagrams. Layout engines are loaded when their language is first asked for; one that is not
// installed is a refusal with the words that install it.
import { reasonOf } from '@percept/core/internal';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { missingPackage, missingPackageOf } from '../engine/refusals.ts';
import { sealThread, serve } from '../engine/serve.ts';
import type { DiagramOrder, DiagramSvg } from './diagram-renderer.ts';

sealThread();

async function draw({ kind, text }: DiagramOrder): Promise<DiagramSvg> {
  switch (kind) {
    case 'graphviz':
      return { svg: await (await import('./graphviz.ts')).drawGraphviz(text), external: 0 };
    case 'mermaid':
      return { svg: (await import('./mermaid/draw.ts')).drawMermaid(text), external: 0 };
    case 'vega-lite':
    case 'vega':
      return (await import('./vega.ts')).drawVega(text, kind);
    case 'latex':
      return { svg: await (await import('./latex.ts')).drawLatex(text), external: 0 };
  }
}

const packages: Readonly<Record<DiagramOrder['kind'], string>> = {
  graphviz: '@hpcc-js/wasm-graphviz',
  mermaid: '@dagrejs/dagre',
  'vega-lite': 'vega vega-lite vega-interpreter',
  vega: 'vega vega-interpreter',
  latex: '@mathjax/src',
};

function refusalOf(kind: DiagramOrder['kind'], error: unknown): Refusal {
  if (missingPackageOf(error) !== undefined) {
    return missingPackage(kind, packages[kind], 'read the source as text');
  }
  return {
    refused: 'corrupt',
    message: `This is no ${kind} that can be drawn: ${reasonOf(error)}.`,
    hint: 'Read the source as text and mend it.',
  };
}

async function perform(order: DiagramOrder): Promise<Outcome<unknown>> {
  try {
    return accept(await draw(order));
  } catch (error) {
    return refuse(refusalOf(order.kind, error));
  }
}

serve({ perform, restingBytes: () => process.memoryUsage().heapTotal });
