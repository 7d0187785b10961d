// The renderers of what is written as blocks. What draws the pages is loaded with the first document.
import { accept } from '@percept/core';
import { keeping } from '@percept/core/internal';
import { isOffice } from '../office/zip.ts';
import type { Renderer, RenderSource } from '../renderer.ts';
import type { DocumentFormat, WordsOrder } from '../text-renderer/order.ts';
import { laidAndDrawn, type TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

interface DocumentSpec {
  /** Changes with our code and with the package that reads the format. */
  readonly revision: string;
  /** A page of paper has a margin and a header; a page of a screen has neither. */
  readonly frame: Frame;
  readonly accepts: (source: RenderSource) => boolean;
}

export type Frame = 'paper' | 'screen';

const specs: Readonly<Record<DocumentFormat, DocumentSpec>> = {
  markdown: {
    revision: '1-marked18.2.0',
    frame: 'paper',
    accepts: ({ mime }) => mime === 'text/markdown',
  },
  notebook: {
    revision: '1-marked18.2.0-htmlparser12.0.0',
    frame: 'paper',
    accepts: ({ mime }) => mime === 'application/x-ipynb+json',
  },
  /** Static: its own styles, no scripts, nothing from elsewhere. */
  html: {
    revision: '1-htmlparser12.0.0',
    frame: 'screen',
    accepts: ({ mime }) => mime === 'text/html',
  },
  docx: {
    revision: '1-mammoth1.13.0',
    frame: 'paper',
    accepts: (source) => isOffice(source, 'docx'),
  },
};

export function createDocumentRenderer(
  format: DocumentFormat,
  takumi: Takumi,
  textRenderer: TextRenderer,
): Renderer {
  const { revision, frame, accepts } = specs[format];
  const drawer = keeping(async () => {
    const { documentDrawer } = await import('./document-drawer.ts');
    return documentDrawer(format, frame, takumi, textRenderer);
  });
  return {
    id: format,
    version: `${revision}-${takumi.version}`,
    ...laidAndDrawn(textRenderer, takumi),
    accepts,
    async render(source, options, context) {
      takumi.warm();
      return (await drawer())(source, options, context);
    },
    ...((format === 'notebook' || format === 'docx') && {
      read: wordsReader(format, textRenderer),
    }),
  };
}

/** What is written in a document of this format, by the same reader that draws it. */
export function wordsReader(
  format: WordsOrder['format'],
  textRenderer: TextRenderer,
): NonNullable<Renderer['read']> {
  return async ({ bytes }, { maxChars }, context) => {
    const found = await textRenderer.read({ kind: 'words', format, bytes, maxChars }, context);
    return found.ok ? accept({ kind: 'words', ...found.value }) : found;
  };
}
