// CSV and its relatives as tables.
import { printable } from '@percept/core/internal';
import { drawPages } from '../grid/draw-pages.ts';
import { paperOf, maxLabelChars } from '../grid/paper.ts';
import type { Renderer } from '../renderer.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

const revision = 1;

export function createTableRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  return {
    id: 'table',
    version: `${revision}-${takumi.version}`,
    fonts: takumi.fonts.id,
    accepts: ({ mime }) => mime === 'text/csv' || mime === 'text/tab-separated-values',
    async render(source, options, context) {
      takumi.warm();
      const paper = paperOf(options.target, options.density);
      const laid = await textRenderer.lay(
        {
          kind: 'table',
          bytes: source.bytes,
          label: printable(source.name ?? source.mime, maxLabelChars),
          delimiter: source.mime === 'text/tab-separated-values' ? '\t' : undefined,
          paper,
          theme: options.theme,
          pages: options.pages,
        },
        context,
      );
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
