// Static HTML as a page of a screen: its own styles, no scripts, nothing from elsewhere.
import { createDocumentRenderer } from '../document/document-renderer.ts';
import type { Renderer } from '../renderer.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

export function createHtmlRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const spec = {
    id: 'html',
    revision: '1-htmlparser12.0.0',
    format: 'html',
    frame: 'screen',
    accepts: ({ mime }: { readonly mime: string }) => mime === 'text/html',
  } as const;
  return createDocumentRenderer(spec, takumi, textRenderer);
}
