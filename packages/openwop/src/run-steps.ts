// What a run does next, read from the state that its log folds to: one step, durable before the next one begins. Nothing is
// kept here, so a dead host is continued by the next.
import { randomUUID } from 'node:crypto';
import { readPositive, definedOf } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import type { LiveRun } from './live-run.ts';
import { gateNode } from './model-gate.ts';
import { failed, type NodeContext, type NodeKind, type NodeResult } from './node-kind.ts';
import type { Replayer } from './replay.ts';
import type { RouteParts } from './route-parts.ts';
import { isTerminal, type NodeState, type RunState } from './run-state.ts';
import { askedEvent, inputsOf, outputsOf, runFailed, startedEvent } from './step-events.ts';
import type { WorkflowNode } from './workflow.ts';

export interface RunStepsParts extends Pick<RouteParts, 'limits' | 'models' | 'media' | 'clock'> {
  readonly kinds: readonly NodeKind[];
  readonly replayer: Replayer;
  /** Told about bugs; a run that met one fails. */
  readonly report: (error: unknown) => void;
}

export class RunSteps {
  readonly #parts: RunStepsParts;

  constructor(parts: RunStepsParts) {
    this.#parts = parts;
  }

  /** One step; false when there is nothing to do until somebody asks again. */
  async next(run: LiveRun, signal: AbortSignal): Promise<boolean> {
    const { state } = run;
    const { clock, limits } = this.#parts;
    if (isTerminal(state.status)) return false;
    if (state.status === 'cancelling') {
      await this.#endCancelled(run);
      return false;
    }
    if (state.pending || signal.aborted) return false;
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
    if (breach) return this.#endBreached(run, node, breach);
    if (known && known.attempts >= limits.maxAttemptsPerNode)
      return this.#failNode(
        run,
        node,
        'host_restarted',
        `The host stopped ${known.attempts} times while this node was working.`,
      );
    const deadline = AbortSignal.timeout(Math.max(1, limits.maxRunDurationMs - workedMs));
    const goesOn = await this.#runNode(run, node, known, AbortSignal.any([signal, deadline]));
    if (goesOn || signal.aborted || !deadline.aborted) return goesOn;
    if (run.state.nodes.get(node.id)?.status !== 'running') return true;
    // A timer may be a millisecond ahead of the clock: once it has rung the time is over, whatever the clock says.
    const limit = limits.maxRunDurationMs;
    const observed = Math.max(limit, state.workedMs + (clock() - state.workingSince));
    return this.#endBreached(run, node, { kind: 'run-duration', limit, observed });
  }

  async #endBreached(run: LiveRun, node: WorkflowNode, breach: JsonObject): Promise<boolean> {
    await run.append({ type: 'cap.breached', nodeId: node.id, payload: breach });
    return this.#failNode(run, node, 'cap_breached', 'The run reached a limit of this host.');
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
    const started = startedEvent(node, known);
    if (started && !(await run.append(started)).ok) return run.state.status === 'cancelling';
    const replayed = await this.#parts.replayer.replay(run, node);
    if (replayed !== 'nothing') return replayed === 'replayed';
    const kind = this.#parts.kinds.find(({ typeId }) => typeId === node.typeId);
    if (!kind)
      return this.#failNode(run, node, 'unknown_node_kind', 'This host has no such kind of node.');
    const gated = await gateNode(run, node, kind, this.#parts.models);
    if (gated.kind === 'refused')
      return this.#failNode(run, node, 'capability_not_provided', gated.message);
    const context = this.#context(run, node, signal, gated.substitute);
    const result = await kind.run(context).catch((error: unknown) => {
      this.#parts.report(error);
      return failed('internal_error', 'The host failed in this node.');
    });
    const isStopped = result.kind === 'stopped' || signal.aborted;
    if (isStopped && run.state.status === 'cancelling') return true;
    // Closing leaves the node as it is; a finished one is kept all the same.
    return (await this.#finish(run, node.id, result)) && !isStopped;
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
        const { message, hint } = kept.refusal;
        return this.#failNode(run, { id: nodeId }, 'output_not_kept', `${message} ${hint}`);
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
      facts: { interrupt, ...definedOf({ node: facts }) },
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
      ...definedOf({ substitute, answer: known?.answer, facts: known?.facts }),
      signal,
      startedAt: known?.startedAt ?? this.#parts.clock(),
      now: this.#parts.clock(),
      clarifications: state.clarifications,
      emit: (event) => run.append({ ...event, nodeId: node.id }),
      emitMedia: (media) => this.#parts.media.emit(run, node.id, media),
    };
  }
}
