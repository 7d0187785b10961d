// The renderers that come with this package, on engines that they share. A host registers them all, some, or none.
import { checkOptions, exact, maybe, shape, word } from '@percept/core/internal/options';
import { createLiveRenderer, createMermaidBrowserRenderer } from './browser/browser-renderers.ts';
import { createCodeRenderer } from './code/code-renderer.ts';
import { createDiagramRenderers } from './diagram/diagram-renderer.ts';
import { createDocumentRenderer } from './document/document-renderer.ts';
import { createTableRenderer, createXlsxRenderer } from './grid/grid-renderer.ts';
import { createLibreOfficeRenderer } from './office/libreoffice-renderer.ts';
import { createPdfRenderer } from './pdf/pdf-renderer.ts';
import type { HostPrograms } from './program/programs.ts';
import type { Renderer } from './renderer.ts';
import { createTextRenderer } from './text-renderer/text-renderer.ts';
import { createSvgRenderer } from './svg/svg-renderer.ts';
import { createTakumi, takumiRules, type TakumiSetup } from './takumi/takumi.ts';

export interface StandardSetup extends TakumiSetup {
  /** Office files as they look, pages with scripts and all Mermaid kinds, by programs of the host. Default: none. */
  readonly programs?: HostPrograms | undefined;
}

const program = shape({ path: word, walls: maybe(word), prlimit: maybe(word) });

/**
 * Every renderer that this package has, in the order in which they are asked.
 *
 * @example createDarkroom({ renderers: standardRenderers({ programs: findPrograms() }) })
 */
export function standardRenderers(options: StandardSetup = {}): readonly Renderer[] {
  checkOptions('standardRenderers', options, {
    ...takumiRules,
    programs: maybe(exact({ libreoffice: maybe(program), chromium: maybe(program) })),
  });
  const { programs = {}, ...setup } = options;
  const takumi = createTakumi(setup);
  const textRenderer = createTextRenderer(setup.limits);
  const pdf = createPdfRenderer(setup);
  const { libreoffice, chromium } = programs;
  return [
    ...(libreoffice ? [createLibreOfficeRenderer(pdf, libreoffice)] : []),
    ...(chromium ? [createLiveRenderer(chromium)] : []),
    createMermaidBrowserRenderer(chromium),
    createSvgRenderer(takumi),
    pdf,
    createDocumentRenderer('markdown', takumi, textRenderer),
    createTableRenderer(takumi, textRenderer),
    createDocumentRenderer('notebook', takumi, textRenderer),
    createDocumentRenderer('html', takumi, textRenderer),
    ...createDiagramRenderers(takumi, setup.limits),
    createDocumentRenderer('docx', takumi, textRenderer),
    createXlsxRenderer(takumi, textRenderer),
    // Takes whatever text is left, so it comes last.
    createCodeRenderer(takumi, textRenderer),
  ];
}
