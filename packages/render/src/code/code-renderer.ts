// Code, plain text, logs, terminal output, diffs and JSON: pages of cells with numbered lines. Where the colours of a text
// cannot be found in time, it is drawn without them and says so.
import { printable } from '@percept/core/internal';
import { type Outcome } from '@percept/core';
import { drawPages } from '../grid/draw-pages.ts';
import { paperOf, type Columns, maxLabelChars } from '../grid/paper.ts';
import type { Renderer } from '../renderer.ts';
import type { Warning } from '../rendering.ts';
import type { CodeOrder, Laid, TextForm } from '../text-renderer/order.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';
import { plain } from './language.ts';
import { shikiVersion } from './version.ts';

const revision = 1;

export interface CodeSetup {
  /** Two newspaper columns on a wide page cost fewer pixels for short lines. */
  readonly columns?: Columns;
}

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

export function createCodeRenderer(
  takumi: Takumi,
  textRenderer: TextRenderer,
  { columns = 1 }: CodeSetup = {},
): Renderer {
  return {
    id: 'code',
    version: `${revision}-${columns}-shiki${shikiVersion}-${takumi.version}`,
    fonts: takumi.fonts.id,
    accepts: ({ mime }) => forms.has(mime) || mime.startsWith('text/'),
    async render(source, options, context) {
      takumi.warm();
      const paper = paperOf(options.target, options.density, columns);
      const { theme, pages } = options;
      const order: CodeOrder = {
        kind: 'code',
        form: forms.get(source.mime) ?? 'code',
        language: languages.get(source.mime),
        name: source.name,
        label: printable(source.name ?? source.mime, maxLabelChars),
        bytes: source.bytes,
        paper,
        theme,
        pages,
      };
      let laid = await textRenderer.lay(order, context);
      const isTooHard = !laid.ok && isEngineFault(laid) && !context.signal.aborted;
      if (isTooHard && order.language !== plain) {
        laid = await textRenderer.lay({ ...order, language: plain }, context);
        if (laid.ok) laid = withWarning(laid.value, colourless);
      }
      if (!laid.ok) return laid;
      const reproducible = !isTooHard;
      return drawPages(
        takumi,
        { ...laid.value, width: paper.width, reproducible },
        options,
        context,
      );
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

const colourless: Warning = {
  kind: 'not-highlighted',
  message: 'Finding the colours of this text took too long, so it was drawn without them.',
};

function withWarning(laid: Laid, warning: Warning): Outcome<Laid> {
  return { ok: true, value: { ...laid, warnings: [...laid.warnings, warning] } };
}

/** The text kept the engine busy or broke it: without colours it may go better. */
function isEngineFault(outcome: Outcome<unknown>): boolean {
  if (outcome.ok) return false;
  const { refused } = outcome.refusal;
  return refused === 'timed-out' || refused === 'worker-failed' || refused === 'too-large';
}
