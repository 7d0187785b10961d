// A run as a client reads it: the fold of its log, and nothing that could let somebody else act in its name. Tokens are
// only for whoever may answer, and never part of what is stored.
import { jsonOf, definedOf } from '@percept/core/internal';
import { type JsonObject, type SessionId } from '@percept/core';
import type { InterruptTokens } from './interrupt-token.ts';
import type { RunState } from './run-state.ts';

export function snapshotOf(run: SessionId, state: RunState): JsonObject {
  const { facts, status, startedAt, completedAt, pending, error } = state;
  const { workflow, tenant, principal, tags, metadata, configurable, forkedFrom } = facts;
  const running = [...state.nodes].find(([, node]) => node.status === 'running')?.[0];
  return {
    runId: run,
    workflowId: workflow.id,
    status,
    owner: { tenant, principal },
    ...definedOf({ currentNodeId: pending?.nodeId ?? running }),
    startedAt: new Date(startedAt).toISOString(),
    ...(completedAt !== undefined && { completedAt: new Date(completedAt).toISOString() }),
    nodeStates: nodeStatesOf(state),
    variables: state.variables,
    ...(error && { error: { ...error } }),
    eventLogSchemaVersion: 1,
    tags,
    metadata,
    configurable,
    ...(state.bill.length > 0 && { metrics: { openwopCost: costOf(state) } }),
    ...(forkedFrom && { forkedFrom: { ...forkedFrom } }),
  };
}

/** All tokens, and the model that was asked last; null where none was. */
export function costOf({ bill }: RunState): JsonObject | null {
  const last = bill.at(-1);
  if (!last) return null;
  const input = bill.reduce((sum, spent) => sum + spent.inputTokens, 0);
  const output = bill.reduce((sum, spent) => sum + spent.outputTokens, 0);
  return { tokens: { input, output }, model: last.model };
}

/** For a list: enough to choose by. */
export function summaryOf(run: SessionId, state: RunState): JsonObject {
  const { runId, workflowId, status, owner, startedAt, completedAt } = snapshotOf(run, state);
  return jsonOf({ runId, workflowId, status, owner, startedAt, completedAt });
}

/** What the run waits for, with the URL that answers it. */
export function interruptOf(
  run: SessionId,
  state: RunState,
  tokens: InterruptTokens,
  origin: string,
): JsonObject | undefined {
  const { pending } = state;
  if (!pending) return undefined;
  const { interruptId, nodeId, interrupt } = pending;
  const { token, expiresAt } = tokens.sign({ runId: run, nodeId, interruptId });
  return {
    interruptId,
    nodeId,
    ...interrupt,
    interruptToken: token,
    callbackUrl: `${origin}/v1/interrupts/${token}`,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

function nodeStatesOf({ nodes }: RunState): JsonObject {
  return Object.fromEntries(
    [...nodes].map(([id, { status, attempts, startedAt, outputs, error }]) => [
      id,
      {
        status,
        attempts,
        startedAt: new Date(startedAt).toISOString(),
        ...definedOf({ outputs }),
        ...(error && { error: { ...error } }),
      },
    ]),
  );
}
