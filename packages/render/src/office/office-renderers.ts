// Word documents and workbooks by their structure, from npm packages alone. How they look in their own program is another
// renderer's job.
import { printable } from '@percept/core/internal';
import { createDocumentRenderer } from '../document/document-renderer.ts';
import { drawPages } from '../grid/draw-pages.ts';
import { paperOf, maxLabelChars } from '../grid/paper.ts';
import type { Renderer, RenderSource } from '../renderer.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';
import { readZip, type OfficeKind } from './zip.ts';

const revision = 1;

function isOffice({ mime, bytes }: RenderSource, kind: OfficeKind): boolean {
  return mime === 'application/vnd.openxmlformats-officedocument' && readZip(bytes)?.kind === kind;
}

export function createDocxRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const spec = {
    id: 'docx',
    revision: `${revision}-mammoth1.13.0`,
    format: 'docx',
    frame: 'paper',
    accepts: (source: RenderSource) => isOffice(source, 'docx'),
  } as const;
  return createDocumentRenderer(spec, takumi, textRenderer);
}

export function createXlsxRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  return {
    id: 'xlsx',
    version: `${revision}-xlsx0.20.3-${takumi.version}`,
    fonts: takumi.fonts.id,
    accepts: (source) => isOffice(source, 'xlsx'),
    async render({ bytes, name, mime }, options, context) {
      takumi.warm();
      const paper = paperOf(options.target, options.density);
      const { theme, pages } = options;
      const order = {
        kind: 'sheet',
        bytes,
        label: printable(name ?? mime, maxLabelChars),
        paper,
        theme,
        pages,
      } as const;
      const laid = await textRenderer.lay(order, context);
      if (!laid.ok) return laid;
      const work = { ...laid.value, width: paper.width, reproducible: true };
      return drawPages(takumi, work, options, context);
    },
    warm() {
      textRenderer.warm();
      takumi.warm();
    },
    async close() {
      await textRenderer.close();
      await takumi.close();
    },
  };
}
