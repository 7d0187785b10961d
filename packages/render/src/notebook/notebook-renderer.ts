// Jupyter notebooks as documents.
import { createDocumentRenderer } from '../document/document-renderer.ts';
import type { Renderer } from '../renderer.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

export function createNotebookRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const spec = {
    id: 'notebook',
    revision: '1-marked18.2.0-htmlparser12.0.0',
    format: 'notebook',
    frame: 'paper',
    accepts: ({ mime }: { readonly mime: string }) => mime === 'application/x-ipynb+json',
  } as const;
  return createDocumentRenderer(spec, takumi, textRenderer);
}
