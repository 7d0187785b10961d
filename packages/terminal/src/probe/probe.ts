// The probe: asked once, answered once, kept. It never blocks: whoever wants to paint first paints, and a terminal that
// says nothing costs the ceiling and no more.
import { waitFor } from '@percept/core/internal';
import type { Graphics } from '../graphics.ts';
import { terminalLimits } from '../limits.ts';
import type { TerminalInput } from '../screen/input.ts';
import { assess, type Surroundings } from '../surroundings.ts';
import { chooseGraphics } from './choose.ts';
import { batchFor } from './queries.ts';
import type { Reply } from './reply.ts';
import type { TmuxClient } from './tmux-client.ts';

export interface ProbeOptions {
  readonly surroundings: Surroundings;
  readonly screen: { readonly columns: number; readonly rows: number };
  readonly input: Pick<TerminalInput, 'listen'>;
  readonly write: (text: string) => void;
  /** What tmux knows, where there is tmux. */
  readonly askTmux: () => Promise<TmuxClient | undefined>;
  readonly timeoutMs?: number;
}

export class GraphicsProbe {
  readonly #options: ProbeOptions;
  #answer: Promise<Graphics> | undefined;
  #fenced: Promise<unknown> | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** The same promise for the whole session; the first call sends the batch. */
  graphics(): Promise<Graphics> {
    this.#answer ??= this.#ask();
    return this.#answer;
  }

  /** Resolves when no reply can come any more, or after the patience that is left: the fence before the way out. */
  async settled(timeoutMs: number = terminalLimits.exitFenceTimeoutMs): Promise<void> {
    if (this.#fenced) await waitFor(this.#fenced, { timeoutMs });
  }

  async #ask(): Promise<Graphics> {
    const { surroundings, screen, input, write, askTmux, timeoutMs } = this.#options;
    const assessment = assess(surroundings);
    if (assessment.kind === 'decided') return assessment.graphics;
    const replies: Reply[] = [];
    const fence = Promise.withResolvers<void>();
    const stop = input.listen((reply) => {
      replies.push(reply);
      if (reply.kind === 'attributes') fence.resolve();
    });
    this.#fenced = fence.promise.then(stop);
    write(batchFor(assessment.multiplexer));
    const known = assessment.multiplexer === 'tmux' ? askTmux() : undefined;
    await waitFor(fence.promise, { timeoutMs: timeoutMs ?? terminalLimits.probeTimeoutMs });
    return chooseGraphics({ assessment, replies: [...replies], screen, tmux: await known });
  }
}
