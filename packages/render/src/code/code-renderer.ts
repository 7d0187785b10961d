// Code, plain text, logs, terminal output, diffs and JSON: pages of cells with numbered lines. Where the colours of a text
// cannot be found in time, it is drawn without them and says so.
import { accept, type Refusal } from '@percept/core';
import { createGridRenderer, type GridSpec } from '../grid/grid-renderer.ts';
import type { Renderer } from '../renderer.ts';
import type { Warning } from '../rendering.ts';
import { plain, type CodeOrder, type TextForm } from '../text-renderer/order.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';

/** The highlighter's version, as `package.json` pins it; a test holds the two together. The host knows it without loading it. */
export const shikiVersion = '4.6.0';

const forms: ReadonlyMap<string, TextForm> = new Map([
  ['text/plain', 'code'],
  ['text/x-code', 'code'],
  ['text/x-ansi', 'ansi'],
  ['text/x-diff', 'diff'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'code'],
]);

const languages: ReadonlyMap<string, string> = new Map([
  ['text/x-ansi', plain],
  ['text/x-diff', 'diff'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
]);

export function createCodeRenderer(takumi: Takumi, textRenderer: TextRenderer): Renderer {
  const spec: GridSpec = {
    id: 'code',
    revision: `1-shiki${shikiVersion}`,
    accepts: ({ mime }) => forms.has(mime) || mime.startsWith('text/'),
    lay: async ({ mime, name }, grid, context) => {
      const form = forms.get(mime) ?? 'code';
      const language = languages.get(mime);
      const order: CodeOrder = { kind: 'code', ...grid, form, language, name };
      const laid = await textRenderer.lay(order, context);
      if (laid.ok || !isEngineFault(laid.refusal) || context.signal.aborted || language === plain)
        return laid;
      const bare = await textRenderer.lay({ ...order, language: plain }, context);
      if (!bare.ok) return bare;
      const warnings = [...bare.value.warnings, colourless];
      return accept({ ...bare.value, warnings, reproducible: false });
    },
  };
  return createGridRenderer(spec, takumi, textRenderer);
}

const colourless: Warning = {
  kind: 'not-highlighted',
  message: 'Finding the colours of this text took too long, so it was drawn without them.',
};

/** The text kept the engine busy or broke it: without colours it may go better. */
function isEngineFault({ refused }: Refusal): boolean {
  return refused === 'timed-out' || refused === 'worker-failed' || refused === 'too-large';
}
