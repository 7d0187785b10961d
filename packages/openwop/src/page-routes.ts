// Runs for the page of the host: listed, shown and followed by whoever signed in there. What changes a run is done by the
// routes of the protocol themselves, under another path, with the scopes that they ask for.
import { jsonOf, definedOf } from '@percept/core/internal';
import type { RunChange, RunSummary, RunView } from '@percept/contract';
import { problem, type Caller } from '@percept/host/internal';
import { json, wholeNumber } from './answer.ts';
import { followed, framesResponse, heartbeat } from './event-stream.ts';
import type { LiveRun } from './live-run.ts';
import type { Route } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import { lineOf } from './run-line.ts';
import { byRun, listProblem } from './run-routes.ts';
import { isTerminal, type RunState } from './run-state.ts';

const runsPerPage = 20;
const linesPerChange = 200;

/** `protocol`: the routes of the protocol. */
export function pageRoutes(
  { runs, assets, streams, limits }: RouteParts,
  protocol: readonly Route[],
): readonly Route[] {
  const withRun = byRun(runs);
  const changing = protocol.filter(
    ({ method, path }) => method === 'post' && path.startsWith('/v1/runs/'),
  );
  return [
    {
      method: 'get',
      path: '/api/runs',
      scope: 'runs:read',
      summary: 'Lists the runs of whoever is signed in, the newest first.',
      answers: {},
      handle: async ({ query, caller }) => {
        const found = await runs.list(caller.tenant, runsPerPage, query.get('after') ?? undefined);
        if (!found.ok) return listProblem(found.refusal);
        const { nextCursor: next } = found.value;
        const listed = found.value.runs.map((run) => pageSummaryOf(run));
        return json(200, jsonOf({ runs: listed, next }));
      },
    },
    {
      method: 'get',
      path: '/api/runs/:runId',
      scope: 'runs:read',
      summary: 'Shows a run.',
      answers: {},
      handle: withRun(async (run, { caller }) => json(200, jsonOf({ ...pageViewOf(run, caller) }))),
    },
    {
      method: 'get',
      path: '/api/runs/:runId/events',
      scope: 'runs:read',
      summary: 'Follows a run until it ends.',
      answers: {},
      handle: withRun(async (run, { request, query, caller }) => {
        const cursor = request.headers.get('last-event-id') ?? query.get('after');
        const after = cursor === '-1' ? -1 : (wholeNumber(cursor, -1) ?? -1);
        // Tells an EventSource not to come back.
        if (isTerminal(run.state.status) && after >= run.length - 1)
          return new Response(null, { status: 204 });
        const onEnd = streams.enter(caller.tenant);
        if (!onEnd) return problem(429, 'too_many_streams', 'Too many pages follow runs at once.');
        return framesResponse((signal) => changesOf(run, after, caller, signal), onEnd);
      }),
    },
    ...changing.map((route) => ({ ...route, path: route.path.replace('/v1/', '/api/') })),
  ];

  async function* changesOf(
    run: LiveRun,
    first: number,
    caller: Caller,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    const parts = { run: run.id, tenant: caller.tenant, assets };
    let after = first;
    for await (const isNew of followed(run, limits.heartbeatMs, signal)) {
      if (!isNew) {
        yield heartbeat;
        continue;
      }
      for (;;) {
        const events = await run.read(after, linesPerChange);
        if (!events.ok) return;
        const last = events.value.at(-1);
        if (!last) break;
        const lines = [];
        for (const event of events.value) lines.push(await lineOf(event, parts));
        after = last.sequence;
        const change: RunChange = { run: pageViewOf(run, caller), lines };
        yield `id: ${after}\ndata: ${JSON.stringify(change)}\n\n`;
      }
      if (isTerminal(run.state.status) && after >= run.length - 1) return;
    }
  }
}

// A run as the page shows it: the fold of its log and nothing else, with what whoever asks may do now.
function pageSummaryOf({ id, state }: LiveRun): RunSummary {
  const { facts, status, startedAt, completedAt } = state;
  return {
    id,
    workflow: facts.workflow.name ?? facts.workflow.id,
    status,
    startedAt: new Date(startedAt).toISOString(),
    ...(completedAt !== undefined && { endedAt: new Date(completedAt).toISOString() }),
  };
}

function pageViewOf(run: LiveRun, caller: Caller): RunView {
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
