// A run as the page shows it: the fold of its log and nothing else, with what whoever asks may do now.
import { definedOf } from '@percept/core/internal';
import type { RunSummary, RunView } from '@percept/contract';
import type { Caller } from '@percept/host/internal';
import type { LiveRun } from './live-run.ts';
import { isTerminal, type RunState } from './run-state.ts';

export function pageSummaryOf({ id, state }: LiveRun): RunSummary {
  const { facts, status, startedAt, completedAt } = state;
  return {
    id,
    workflow: facts.workflow.name ?? facts.workflow.id,
    status,
    startedAt: new Date(startedAt).toISOString(),
    ...(completedAt !== undefined && { endedAt: new Date(completedAt).toISOString() }),
  };
}

export function pageViewOf(run: LiveRun, caller: Caller): RunView {
  const { state } = run;
  const { facts, error, bill } = state;
  const { forkedFrom } = facts;
  return {
    ...pageSummaryOf(run),
    principal: facts.principal,
    ...(forkedFrom && { forkedFrom: { run: forkedFrom.runId, mode: forkedFrom.mode } }),
    steps: stepsOf(state),
    ...definedOf({ error, question: questionOf(state) }),
    bill,
    events: run.length,
    may: mayOf(run, caller),
  };
}

function stepsOf({ facts, nodes }: RunState): RunView['steps'] {
  return facts.workflow.nodes.map(({ id, typeId }) => {
    const node = nodes.get(id);
    return {
      id,
      kind: typeId,
      status: node?.status ?? 'waiting',
      attempts: node?.attempts ?? 0,
      ...definedOf({ error: node?.error }),
    };
  });
}

function questionOf({ pending }: RunState): RunView['question'] {
  return pending && { step: pending.nodeId, ...pending.interrupt };
}

/** Another server's run can only be told, and an ended one only be forked. */
function mayOf({ isOwn, state: { status, pending } }: LiveRun, { scopes }: Caller): RunView['may'] {
  const goesOn = isOwn && !isTerminal(status);
  return [
    ...(goesOn && status !== 'cancelling' && scopes.has('runs:cancel') ? ['cancel' as const] : []),
    ...(scopes.has('runs:create') ? ['fork' as const] : []),
    ...(goesOn && pending && scopes.has('approvals:respond') ? ['answer' as const] : []),
  ];
}
