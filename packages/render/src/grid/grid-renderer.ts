// The renderers of what is laid out in cells. The text renderer lays out the asked pages, takumi draws them; what draws is
// loaded with the first page.
import { printable } from '@percept/core/internal';
import type { Outcome } from '@percept/core';
import { wordsReader } from '../document/document-renderer.ts';
import { maxPageLabelChars } from '../limits.ts';
import { isOffice } from '../office/zip.ts';
import type { RenderContext, Renderer, RenderSource } from '../renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';
import type { GridOrder, Laid } from '../text-renderer/order.ts';
import { laidAndDrawn, type TextRenderer } from '../text-renderer/text-renderer.ts';
import { paperOf } from './paper.ts';

export interface GridSpec extends Pick<Renderer, 'id' | 'accepts' | 'read'> {
  readonly revision: string;
  readonly lay: (
    source: RenderSource,
    order: GridOrder,
    context: RenderContext,
  ) => Promise<Outcome<GridPages>>;
}

/** `reproducible`: false where the next look at the same source may find more time, and draw it otherwise. */
type GridPages = Laid & { readonly reproducible?: boolean };

export function createGridRenderer(
  { revision, lay, ...spec }: GridSpec,
  takumi: Takumi,
  textRenderer: TextRenderer,
): Renderer {
  return {
    ...spec,
    version: `${revision}-${takumi.version}`,
    ...laidAndDrawn(textRenderer, takumi),
    async render(source, options, context) {
      takumi.warm();
      const paper = paperOf(options.target, options.density);
      const label = printable(source.name ?? source.mime, maxPageLabelChars);
      const { theme, pages } = options;
      const laid = await lay(source, { bytes: source.bytes, label, paper, theme, pages }, context);
      if (!laid.ok) return laid;
      const { drawPages } = await import('./draw-pages.ts');
      const work = { reproducible: true, ...laid.value, width: paper.width };
      return drawPages(takumi, work, options, context);
    },
  };
}

/** CSV and its relatives. */
export function createTableRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const tabs = 'text/tab-separated-values';
  const spec: GridSpec = {
    id: 'table',
    revision: '1',
    accepts: ({ mime }) => mime === 'text/csv' || mime === tabs,
    lay: ({ mime }, order, context) => {
      const delimiter = mime === tabs ? '\t' : undefined;
      return textRenderer.lay({ kind: 'table', ...order, delimiter }, context);
    },
  };
  return createGridRenderer(spec, takumi, textRenderer);
}

/** Workbooks by their structure; how they look in their own program is another renderer's job. */
export function createXlsxRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const spec: GridSpec = {
    id: 'xlsx',
    revision: '1-xlsx0.20.3',
    accepts: (source) => isOffice(source, 'xlsx'),
    lay: (_, order, context) => textRenderer.lay({ kind: 'sheet', ...order }, context),
    read: wordsReader('xlsx', textRenderer),
  };
  return createGridRenderer(spec, takumi, textRenderer);
}
