// Markdown as a laid-out document.
import { createDocumentRenderer } from '../document/document-renderer.ts';
import type { Renderer } from '../renderer.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

export function createMarkdownRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const spec = {
    id: 'markdown',
    revision: '1-marked18.2.0',
    format: 'markdown',
    frame: 'paper',
    accepts: ({ mime }: { readonly mime: string }) => mime === 'text/markdown',
  } as const;
  return createDocumentRenderer(spec, takumi, textRenderer);
}
