// One prompt, whichever version asked: taken through the door, run, and told event by event. Cancelling is a way to end and
// never an error.
import type { Outcome } from '@percept/core';
import type { LoopEvent, Permit } from '../loop/index.ts';
import { busy } from '../loop/refusals.ts';
import type { SessionPool, OpenSession } from '../runtime/session-pool.ts';
import type { AcpLimits } from './limits.ts';
import { takePrompt } from './prompt.ts';

export interface TurnRequest {
  readonly pool: SessionPool;
  readonly open: OpenSession;
  readonly blocks: readonly unknown[];
  readonly limits: AcpLimits;
  readonly permit: Permit;
  /** What the person should know about this set-up: said once in a session. */
  readonly remarks: readonly string[];
}

/** Refused before anything was recorded: the prompt is over a limit, or a turn is running. What was said about its media comes first. */
export async function startTurn(request: TurnRequest): Promise<Outcome<AsyncIterable<LoopEvent>>> {
  const { pool, open, blocks, limits, permit } = request;
  if (open.turn) return { ok: false, refusal: busy };
  const stop = new AbortController();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  open.turn = { stop, done };
  const end = (): void => {
    open.turn = undefined;
    finish();
  };
  const { signal } = stop;
  const { images } = pool;
  const { door, darkroom } = pool.parts;
  const context = { session: open.session, door, darkroom, images, limits, signal };
  const taken = await takePrompt(blocks, context);
  if (!taken.ok) {
    end();
    return taken;
  }
  const { parts, notices } = taken.value;
  async function* events(): AsyncIterable<LoopEvent> {
    let untold = [...(open.isTold ? [] : request.remarks), ...notices];
    function* tellings(): Iterable<LoopEvent> {
      open.isTold = true;
      for (const text of untold) yield { type: 'media-noticed', change: 'refused', text };
      untold = [];
    }
    try {
      for await (const event of open.session.prompt(parts, { signal, permit })) {
        // A message that is not sent says all the same what was not taken of it.
        if (event.type === 'turn-ended') yield* tellings();
        yield event;
        if (event.type !== 'prompt-recorded') continue;
        // The prompt is acknowledged by now; the model is asked when the servers are there.
        await open.clientServers?.arrived(signal);
        untold.push(...(open.clientServers?.takeNotices() ?? []));
        yield* tellings();
      }
    } finally {
      end();
    }
  }
  return { ok: true, value: events() };
}
