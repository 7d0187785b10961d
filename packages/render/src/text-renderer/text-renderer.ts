// The text renderer from the host's side: texts go in, scenes come out, and a text that keeps it busy costs a thread and not the
// host. Grammars are loaded under the deadline for starting, so that the deadline for a page is the page's own.
import { accept, refuse, type Outcome } from '@percept/core';
import { withLimits } from '@percept/core/internal';
import { Engine, entryBeside } from '../engine/engine.ts';
import { deadEngine } from '../engine/refusals.ts';
import type { EngineJob } from '../engine/thread.ts';
import { renderLimits, type RenderLimits } from '../limits.ts';
import type { RenderContext, Renderer } from '../renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';
import {
  isColoured,
  isLaid,
  isWords,
  isWritten,
  type CodeOrder,
  type Coloured,
  type ColourOrder,
  type DocumentOrder,
  type Laid,
  type TextOrder,
  type SheetOrder,
  type TableOrder,
  type Words,
  type WordsOrder,
  type Written,
} from './order.ts';

export interface TextRenderer {
  /** Lays out the asked pages of a text on a grid. */
  lay(order: CodeOrder | TableOrder | SheetOrder, context: RenderContext): Promise<Outcome<Laid>>;
  /** Reads a document into blocks that are yet to be measured. */
  write(order: DocumentOrder, context: RenderContext): Promise<Outcome<Written>>;
  /** What is written in a document. */
  read(order: WordsOrder, context: RenderContext): Promise<Outcome<Words>>;
  /** Finds the colours of the code in these nodes. */
  colour(order: ColourOrder, context: RenderContext): Promise<Outcome<Coloured>>;
  /** Starts the thread before there is a text. */
  warm(): void;
  close(): Promise<void>;
}

/** What every renderer has in common that lays out in this thread and draws with takumi. */
export function laidAndDrawn(
  textRenderer: TextRenderer,
  takumi: Takumi,
): Pick<Renderer, 'fonts'> & Required<Pick<Renderer, 'warm' | 'close'>> {
  return {
    fonts: takumi.fonts.id,
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

export interface TextRendererSetup {
  readonly limits?: Partial<RenderLimits>;
}

export function createTextRenderer(setup: TextRendererSetup = {}): TextRenderer {
  const engine = new Engine({
    name: 'textRenderer',
    entry: entryBeside(import.meta.url, 'worker'),
    limits: withLimits(renderLimits, setup.limits),
    load: () => Promise.resolve({}),
  });

  function order(main: TextOrder, { limits, signal }: RenderContext): Promise<Outcome<unknown>> {
    const timeoutMs = limits.layoutTimeoutMs;
    return engine.run((): readonly EngineJob[] => {
      const work: EngineJob = { order: main, timeoutMs, signal };
      if (main.kind !== 'code') return [work];
      const { language, name, bytes, theme } = main;
      const head = bytes.slice(0, headBytes);
      const grammar: TextOrder = { kind: 'prepare', language, name, head, theme };
      return [{ order: grammar, timeoutMs: limits.engineStartTimeoutMs, signal }, work];
    }, signal);
  }

  async function answered<T>(
    main: TextOrder,
    context: RenderContext,
    isExpected: (value: unknown) => value is T,
  ): Promise<Outcome<T>> {
    const outcome = await order(main, context);
    if (!outcome.ok) return outcome;
    return isExpected(outcome.value) ? accept(outcome.value) : refuse(strange);
  }

  return {
    lay: (main, context) => answered(main, context, isLaid),
    write: (main, context) => answered(main, context, isWritten),
    read: (main, context) => answered(main, context, isWords),
    colour: (main, context) => answered(main, context, isColoured),
    warm: () => engine.warm(),
    close: () => engine.close(),
  };
}

/** Enough to find a language by. */
const headBytes = 256;

const strange = deadEngine('textRenderer', 'its pages are no pages');
