// The thread that draws diagrams. Layout engines are loaded when their language is first asked for; one that is not
// installed is a refusal with the words that install it.
import { getHeapStatistics } from 'node:v8';
import { reasonOf } from '@percept/core/internal';
import { accept, type Outcome } from '@percept/core';
import { missingPackage, missingPackageOf } from '../engine/refusals.ts';
import { sealThread, serve } from '../engine/serve.ts';
import type { DiagramOrder, DiagramSvg } from './diagram-renderer.ts';

sealThread();

async function perform({ kind, text }: DiagramOrder): Promise<Outcome<DiagramSvg>> {
  switch (kind) {
    case 'graphviz':
      return closed(await (await import('./graphviz.ts')).drawGraphviz(text));
    case 'mermaid':
      return closed((await import('./mermaid/draw.ts')).drawMermaid(text));
    case 'vega-lite':
    case 'vega':
      return accept(await (await import('./vega.ts')).drawVega(text, kind));
    case 'latex':
      return closed(await (await import('./latex.ts')).drawLatex(text));
  }
}

/** Of a language in which nothing outside can be asked for. */
function closed(svg: string): Outcome<DiagramSvg> {
  return accept({ svg, external: 0 });
}

const packages: Readonly<Record<DiagramOrder['kind'], string>> = {
  graphviz: '@hpcc-js/wasm-graphviz',
  mermaid: '@dagrejs/dagre',
  'vega-lite': 'vega vega-lite vega-interpreter',
  vega: 'vega vega-interpreter',
  latex: '@mathjax/src',
};

serve({
  perform,
  refusalOf(error, { kind }) {
    if (missingPackageOf(error) !== undefined)
      return missingPackage(kind, packages[kind], 'read the source as text');
    return {
      refused: 'corrupt',
      message: `This is no ${kind} that can be drawn: ${reasonOf(error)}.`,
      hint: 'Read the source as text and mend it.',
    };
  },
  restingBytes: () => getHeapStatistics().total_heap_size,
});
