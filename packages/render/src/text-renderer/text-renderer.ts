// The text renderer from the host's side: texts go in, scenes come out, and a text that keeps it busy costs a thread and not the
// host. Grammars are loaded under the deadline for starting, so that the deadline for a page is the page's own.
import type { Outcome } from '@percept/core';
import { Engine, entryBeside } from '../engine/engine.ts';
import type { EngineJob } from '../engine/thread.ts';
import type { RenderLimits } from '../limits.ts';
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

export function createTextRenderer(limits?: Partial<RenderLimits>): TextRenderer {
  const entry = entryBeside(import.meta.url, 'worker');
  const engine = new Engine({ name: 'textRenderer', entry, limits });

  function ask<T>(
    order: TextOrder,
    isAnswer: (value: unknown) => value is T,
    { limits: { layoutTimeoutMs, engineStartTimeoutMs }, signal }: RenderContext,
  ): Promise<Outcome<T>> {
    const work: EngineJob = { order, timeoutMs: layoutTimeoutMs };
    const jobs = (): readonly EngineJob[] => {
      if (order.kind !== 'code') return [work];
      const { language, name, bytes, theme } = order;
      const head = bytes.slice(0, headBytes);
      const grammar: TextOrder = { kind: 'prepare', language, name, head, theme };
      return [{ order: grammar, timeoutMs: engineStartTimeoutMs }, work];
    };
    return engine.run({ jobs, isAnswer, signal });
  }

  return {
    lay: (order, context) => ask(order, isLaid, context),
    write: (order, context) => ask(order, isWritten, context),
    read: (order, context) => ask(order, isWords, context),
    colour: (order, context) => ask(order, isColoured, context),
    warm: () => engine.warm(),
    close: () => engine.close(),
  };
}

/** Enough to find a language by. */
const headBytes = 256;
