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

export interface GraphicsProbe {
  /** The same promise for the whole session; the first call sends the batch. */
  graphics(): Promise<Graphics>;
  /** Resolves when no reply can come any more, or after the patience that is left: the fence before the way out. */
  settled(timeoutMs?: number): Promise<void>;
}

export function probeOf(options: ProbeOptions): GraphicsProbe {
  const { surroundings, screen, input, write, askTmux } = options;
  const { timeoutMs = terminalLimits.probeTimeoutMs } = options;
  let answer: Promise<Graphics> | undefined;
  let fenced: Promise<unknown> | undefined;
  const ask = async (): Promise<Graphics> => {
    const assessment = assess(surroundings);
    if (assessment.kind === 'decided') return assessment.graphics;
    const replies: Reply[] = [];
    const fence = Promise.withResolvers<void>();
    const stop = input.listen((reply) => {
      replies.push(reply);
      if (reply.kind === 'attributes') fence.resolve();
    });
    fenced = fence.promise.then(stop);
    write(batchFor(assessment.multiplexer));
    const known = assessment.multiplexer === 'tmux' ? askTmux() : undefined;
    await waitFor(fence.promise, { timeoutMs });
    return chooseGraphics({ assessment, replies: [...replies], screen, tmux: await known });
  };
  return {
    graphics: () => (answer ??= ask()),
    async settled(patienceMs = terminalLimits.exitFenceTimeoutMs) {
      if (fenced) await waitFor(fenced, { timeoutMs: patienceMs });
    },
  };
}
