// Runs runs, so many at once: starts them, wakes them up, cancels them, and leaves them where they are when the host ends.
// Whatever a run does next is read from its log, so the engine keeps nothing but who is working.
import { accept, type Outcome, type SessionId, type TenantId } from '@percept/core';
import { waitFor } from '@percept/core/internal';
import { problem, type Problem } from '@percept/host/internal';
import { problemOf } from './answer.ts';
import { readAnswer } from './interrupt.ts';
import type { LiveRun } from './live-run.ts';
import type { RunState } from './run-state.ts';
import { RunSteps, type RunStepsParts } from './run-steps.ts';
import { answeredEvent, runFailed } from './step-events.ts';
import { cancelTimeoutMs } from './limits.ts';

interface Execution {
  readonly tenant: TenantId;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  /** Somebody asked while it was working, and it may just have looked. */
  again: boolean;
}

export class Engine {
  readonly #parts: RunStepsParts;
  readonly #steps: RunSteps;
  readonly #active = new Map<SessionId, Execution>();
  #isClosing = false;

  constructor(parts: RunStepsParts) {
    this.#parts = parts;
    this.#steps = new RunSteps(parts);
  }

  /** Why no further run of this tenant can begin now. */
  busy(tenant: TenantId): Problem | undefined {
    const { maxActiveRuns, maxActiveRunsPerTenant } = this.#parts.limits;
    const own = [...this.#active.values()].filter((active) => active.tenant === tenant).length;
    return own >= maxActiveRunsPerTenant || this.#active.size >= maxActiveRuns
      ? problem(429, 'too_many_active_runs', 'Too many runs are working at this moment.', {
          retryAfter: 1,
        })
      : undefined;
  }

  /** Works on a run until it ends or waits. */
  start(run: LiveRun): void {
    if (this.#isClosing || !run.isOwn) return;
    const active = this.#active.get(run.id);
    if (active) {
      active.again = true;
      return;
    }
    const stop = new AbortController();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const execution: Execution = { tenant: run.state.facts.tenant, stop, done, again: false };
    this.#active.set(run.id, execution);
    void this.#work(run, stop.signal).finally(() => {
      this.#active.delete(run.id);
      resolve();
      if (execution.again) this.start(run);
    });
  }

  /** Accepted means that the run will end as cancelled, whatever happens to this process. */
  async cancel(run: LiveRun, reason: string, principal: string): Promise<Outcome<RunState>> {
    const asked = await run.appendIf(({ status }) =>
      status === 'cancelling'
        ? undefined
        : { type: 'percept.run.cancelling', payload: { reason, cancelledBy: principal } },
    );
    if (!asked.ok && run.state.status !== 'cancelling') return asked;
    this.#active.get(run.id)?.stop.abort();
    this.start(run);
    await waitFor(this.#ended(run), { timeoutMs: cancelTimeoutMs });
    return accept(run.state);
  }

  /** Wakes a run up with an answer that its interrupt takes. */
  async resolve(
    run: LiveRun,
    interruptId: string,
    value: unknown,
    principal: string,
  ): Promise<Problem | undefined> {
    const { pending } = run.state;
    if (pending?.interruptId !== interruptId) return alreadyResolved;
    const answer = readAnswer(pending.interrupt, value);
    if (typeof answer === 'string')
      return problem(422, 'resume_value_invalid', answer, pending.interrupt);
    const { nodeId, interrupt } = pending;
    const resumed = await run.appendIf((state) =>
      state.pending?.interruptId === interruptId && state.status !== 'cancelling'
        ? {
            type: 'node.resumed',
            nodeId,
            payload: { nodeId, interruptId, resumeValue: answer, resolvedBy: principal },
          }
        : undefined,
    );
    if (!resumed.ok)
      return resumed.refusal.refused === 'stale' ? alreadyResolved : problemOf(resumed.refusal);
    await run.append(answeredEvent(interrupt, nodeId, answer, principal));
    this.start(run);
    return undefined;
  }

  /** Stops working. Nothing is written about it: the runs go on when the host starts again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const active = [...this.#active.values()];
    for (const { stop } of active) stop.abort();
    await Promise.allSettled(active.map(({ done }) => done));
  }

  async #ended(run: LiveRun): Promise<void> {
    for (let active = this.#active.get(run.id); active; active = this.#active.get(run.id))
      await active.done;
  }

  async #work(run: LiveRun, signal: AbortSignal): Promise<void> {
    try {
      while (await this.#steps.next(run, signal));
    } catch (error) {
      // A bug must not leave a run that looks alive for ever.
      this.#parts.report(error);
      await run.append(runFailed(run.state, 'internal_error', 'The host failed in this run.'));
    }
  }
}

export const alreadyResolved: Problem = problem(
  409,
  'interrupt_already_resolved',
  'This interrupt was resolved, or ended with its run.',
);
