// The renderers that come with this package, on engines that they share. A host registers them all, some, or none.
import { createCodeRenderer } from './code/code-renderer.ts';
import { createDiagramRenderers } from './diagram/diagram-renderer.ts';
import { createHtmlRenderer } from './html/html-renderer.ts';
import { createMarkdownRenderer } from './markdown/markdown-renderer.ts';
import { createNotebookRenderer } from './notebook/notebook-renderer.ts';
import { createDocxRenderer, createXlsxRenderer } from './office/office-renderers.ts';
import { createPdfRenderer } from './pdf/pdf-renderer.ts';
import type { Renderer } from './renderer.ts';
import { createScribe } from './scribe/scribe.ts';
import { createSvgRenderer } from './svg/svg-renderer.ts';
import { createTableRenderer } from './table/table-renderer.ts';
import { createTakumi, type TakumiSetup } from './takumi/takumi.ts';

/** @example createDarkroom({ renderers: standardRenderers() }) */
export function standardRenderers(setup: TakumiSetup = {}): readonly Renderer[] {
  const takumi = createTakumi(setup);
  const scribe = createScribe(setup);
  return [
    createSvgRenderer(takumi),
    createPdfRenderer(setup),
    createMarkdownRenderer(takumi, scribe),
    createTableRenderer(takumi, scribe),
    createNotebookRenderer(takumi, scribe),
    createHtmlRenderer(takumi, scribe),
    ...createDiagramRenderers(takumi, setup),
    createDocxRenderer(takumi, scribe),
    createXlsxRenderer(takumi, scribe),
    // Takes whatever text is left, so it comes last.
    createCodeRenderer(takumi, scribe),
  ];
}
