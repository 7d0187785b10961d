// Runs runs: node after node, each step an event that is durable before the next one begins. The engine keeps nothing of
// its own; whatever it does next is read from the state that the log folds to, so a dead host is continued by the next.
import { randomUUID } from 'node:crypto';
import {
  accept,
  readPositive,
  type JsonObject,
  type Outcome,
  type SessionId,
  type TenantId,
} from '@percept/core';
import type { Clock } from '@percept/store';
import type { MediaEmitter } from './media-emitter.ts';
import { interruptJson, readAnswer } from './interrupt.ts';
import { gate, gateEvent, type ModelFacts } from './model-gate.ts';
import type { OpenwopLimits } from './limits.ts';
import { failed, type NodeContext, type NodeKind, type NodeResult } from './node-kind.ts';
import { problem, problemOf, type Problem } from './problem.ts';
import type { Replayer } from './replay.ts';
import type { LiveRun } from './run-book.ts';
import { isTerminal, type NodeState, type RunState } from './run-state.ts';
import {
  answeredEvent,
  askedEvent,
  inputsOf,
  outputsOf,
  runFailed,
  startedEvent,
} from './step-events.ts';
import type { WorkflowNode } from './workflow.ts';

export interface EngineParts {
  readonly kinds: readonly NodeKind[];
  readonly limits: OpenwopLimits;
  readonly models: () => Promise<ModelFacts>;
  readonly media: MediaEmitter;
  readonly replayer: Replayer;
  readonly clock: Clock;
  /** Told about bugs; a run that met one fails. */
  readonly report: (error: unknown) => void;
}

interface Execution {
  readonly tenant: TenantId;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  /** Somebody asked while it was working, and it may just have looked. */
  again: boolean;
}

/** How long a cancel waits for the node before it answers `cancelling`. */
const cancelPatienceMs = 5000;

export class Engine {
  readonly #parts: EngineParts;
  readonly #active = new Map<SessionId, Execution>();
  #isClosing = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
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
    if (this.#isClosing) return;
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
    await Promise.race([this.#ended(run), patience(cancelPatienceMs)]);
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
      return problem(422, 'resume_value_invalid', answer, { ...interruptJson(pending.interrupt) });
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
      while (await this.#step(run, signal));
    } catch (error) {
      // A bug must not leave a run that looks alive for ever.
      this.#parts.report(error);
      await run.append(runFailed(run.state, 'internal_error', 'The host failed in this run.'));
    }
  }

  /** One step; false when there is nothing to do until somebody asks again. */
  async #step(run: LiveRun, signal: AbortSignal): Promise<boolean> {
    const { state } = run;
    const { clock, limits } = this.#parts;
    if (isTerminal(state.status)) return false;
    if (state.status === 'cancelling') {
      await this.#endCancelled(run);
      return false;
    }
    if (state.pending || this.#isClosing) return false;
    const workedMs = state.workedMs + (clock() - state.workingSince);
    const node = state.facts.workflow.nodes.find(
      ({ id }) => state.nodes.get(id)?.status !== 'completed',
    );
    if (!node) {
      const outputs = outputsOf(state);
      const ended = await run.append({ type: 'run.completed', payload: { outputs } });
      return !ended.ok && run.state.status === 'cancelling';
    }
    const known = state.nodes.get(node.id);
    if (known?.status === 'failed') {
      const { code, message } = known.error ?? { code: 'unknown', message: 'A node failed.' };
      await run.append(runFailed(state, code, message, node.id));
      return false;
    }
    const breach = this.#breach(state, workedMs);
    if (breach) {
      await run.append({ type: 'cap.breached', nodeId: node.id, payload: breach });
      return this.#failNode(run, node, 'cap_breached', 'The run reached a limit of this host.');
    }
    if (known && known.attempts >= limits.maxAttemptsPerNode)
      return this.#failNode(
        run,
        node,
        'host_restarted',
        `The host stopped ${known.attempts} times while this node was working.`,
      );
    const deadline = AbortSignal.timeout(Math.max(1, limits.maxRunDurationMs - workedMs));
    const goesOn = await this.#runNode(run, node, known, AbortSignal.any([signal, deadline]));
    return goesOn || (deadline.aborted && !signal.aborted);
  }

  #breach({ nodes, facts }: RunState, workedMs: number): JsonObject | undefined {
    const { maxRunDurationMs, maxNodeExecutions } = this.#parts.limits;
    const executions = [...nodes.values()].reduce((sum, { attempts }) => sum + attempts, 0);
    const asked = readPositive(facts.configurable['recursionLimit']) ?? maxNodeExecutions;
    const limit = Math.min(asked, maxNodeExecutions);
    if (workedMs >= maxRunDurationMs)
      return { kind: 'run-duration', limit: maxRunDurationMs, observed: workedMs };
    if (executions >= limit) return { kind: 'node-executions', limit, observed: executions };
    return undefined;
  }

  async #runNode(
    run: LiveRun,
    node: WorkflowNode,
    known: NodeState | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const nodeId = node.id;
    const started = startedEvent(node, known);
    if (started && !(await run.append(started)).ok) return run.state.status === 'cancelling';
    const replayed = await this.#parts.replayer.replay(run, node);
    if (replayed !== 'nothing') return replayed === 'replayed';
    const kind = this.#parts.kinds.find(({ typeId }) => typeId === node.typeId);
    if (!kind)
      return this.#failNode(run, node, 'unknown_node_kind', 'This host has no such kind of node.');
    const gated = await this.#gate(run, node, kind);
    if (gated.kind === 'refused')
      return this.#failNode(run, node, 'capability_not_provided', gated.message);
    const context = this.#context(run, node, signal, gated.substitute);
    const result = await kind.run(context).catch((error: unknown) => {
      this.#parts.report(error);
      return failed('internal_error', 'The host failed in this node.');
    });
    if (result.kind === 'stopped' || signal.aborted)
      return run.state.status === 'cancelling' ? true : this.#stopped(run, node, result);
    return this.#finish(run, nodeId, result);
  }

  /** Closing leaves the node as it is; a finished one is kept all the same. */
  async #stopped(run: LiveRun, node: WorkflowNode, result: NodeResult): Promise<boolean> {
    if (result.kind !== 'stopped') await this.#finish(run, node.id, result);
    return false;
  }

  async #finish(run: LiveRun, nodeId: string, result: NodeResult): Promise<boolean> {
    switch (result.kind) {
      case 'stopped':
        return false;
      case 'completed': {
        const kept = await run.append({
          type: 'node.completed',
          nodeId,
          payload: { nodeId, outputs: result.outputs },
        });
        if (kept.ok || kept.refusal.refused === 'stale') return true;
        return this.#failNode(run, { id: nodeId }, 'output_not_kept', kept.refusal.message);
      }
      case 'failed':
        return this.#failNode(run, { id: nodeId }, result.code, result.message);
      case 'suspended':
        await this.#suspend(run, nodeId, result);
        return false;
    }
  }

  async #suspend(
    run: LiveRun,
    nodeId: string,
    { interrupt, facts }: NodeResult & { readonly kind: 'suspended' },
  ): Promise<void> {
    const interruptId = `int_${randomUUID()}`;
    await run.append(askedEvent(interrupt, run.id, nodeId, interruptId));
    await run.append({
      type: 'node.suspended',
      nodeId,
      payload: { nodeId, interruptId, kind: interrupt.kind },
      facts: { interrupt: interruptJson(interrupt), ...(facts && { node: facts }) },
    });
  }

  async #failNode(
    run: LiveRun,
    { id: nodeId }: Pick<WorkflowNode, 'id'>,
    code: string,
    message: string,
  ): Promise<boolean> {
    const payload = { nodeId, error: { code, message } };
    return (await run.append({ type: 'node.failed', nodeId, payload })).ok;
  }

  async #endCancelled(run: LiveRun): Promise<void> {
    for (const [nodeId, { status }] of run.state.nodes)
      if (status === 'running' || status === 'suspended')
        await run.append({ type: 'node.cancelled', nodeId, payload: { nodeId } });
    await run.append({ type: 'run.cancelled', payload: {} });
  }

  async #gate(run: LiveRun, node: WorkflowNode, kind: NodeKind): Promise<Gated> {
    const required = [...(kind.requiredModelCapabilities ?? []), ...node.requiredModelCapabilities];
    if (required.length === 0) return { kind: 'open' };
    const facts = await this.#parts.models();
    const find = (wanted: { readonly provider: string; readonly model: string }) =>
      facts.models.find(
        ({ provider, model }) => provider === wanted.provider && model === wanted.model,
      );
    const outcome = gate({
      required,
      ...(node.fallbackModel && { fallback: node.fallbackModel }),
      active: facts.active,
      substitutionSupported: facts.substitutionSupported,
      supportedProviders: facts.supportedProviders,
      capabilitiesOf: (model) => find(model)?.capabilities ?? [],
    });
    const event = gateEvent(outcome, node.id);
    if (event) await run.append({ ...event, nodeId: node.id });
    if (outcome.route === 'refuse')
      return {
        kind: 'refused',
        message: `The active model does not have: ${outcome.missingCapabilities.join(', ')}.`,
      };
    const substitute = outcome.route === 'substitute' ? node.fallbackModel : undefined;
    const name = substitute && find(substitute)?.name;
    return { kind: 'open', ...(name !== undefined && { substitute: name }) };
  }

  #context(
    run: LiveRun,
    node: WorkflowNode,
    signal: AbortSignal,
    substitute: string | undefined,
  ): NodeContext {
    const { state } = run;
    const { facts } = state;
    const known = state.nodes.get(node.id);
    return {
      run: run.id,
      tenant: facts.tenant,
      nodeId: node.id,
      config: node.config,
      inputs: inputsOf(node, state),
      configurable: facts.configurable,
      ...(substitute !== undefined && { substitute }),
      signal,
      startedAt: known?.startedAt ?? this.#parts.clock(),
      now: this.#parts.clock(),
      ...(known?.answer !== undefined && { answer: known.answer }),
      ...(known?.facts && { facts: known.facts }),
      clarifications: state.clarifications,
      emit: (event) => run.append({ ...event, nodeId: node.id }),
      emitMedia: (media) => this.#parts.media.emit(run, node.id, media),
    };
  }
}

type Gated =
  | { readonly kind: 'open'; readonly substitute?: string }
  | { readonly kind: 'refused'; readonly message: string };

const alreadyResolved: Problem = problem(
  409,
  'interrupt_already_resolved',
  'This interrupt was resolved, or ended with its run.',
);

function patience(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
