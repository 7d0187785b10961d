// The routes of runs. Everything is looked up under the tenant of the credential first, so a foreign
// run and one that never was get the same answer.
import { readText } from '@percept/core/internal';
import { type JsonObject, type Refusal } from '@percept/core';
import { isProblem, json, wholeNumber, problemOf } from './answer.ts';
import { invalid, notFound, problem, type Problem } from '@percept/host/internal';
import type { Answer, Route, SecuredRequest } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import type { LiveRun } from './live-run.ts';
import { isTerminal } from './run-state.ts';
import { interruptOf, snapshotOf, summaryOf } from './run-view.ts';
import { readForkRequest, readIdempotencyKey, readRunRequest } from './run-request.ts';
import type { Created, Runs } from './runs.ts';
import { schemas } from './schemas.ts';

export function runRoutes(parts: RouteParts): readonly Route[] {
  const { runs, engine, limits, origin, tokens } = parts;

  const withRun = byRun(runs);
  return [
    {
      method: 'post',
      path: '/v1/runs',
      scope: 'runs:create',
      summary: 'Starts a run of a workflow.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.runRequest },
      answers: { 201: { description: 'The run was created.', schema: schemas.created } },
      handle: async ({ request, body, caller }) => {
        const key = readIdempotencyKey(request);
        if (isProblem(key)) return key;
        const read = readRunRequest(body);
        if (!read.ok) return read.problem;
        const created = await runs.create(read.value, caller, key, body);
        return created.ok ? createdResponse(created.value, {}) : created.problem;
      },
    },
    {
      method: 'get',
      path: '/v1/runs',
      scope: 'runs:read',
      summary: 'Lists the runs of the tenant, the newest first.',
      query: { limit: 'How many, 1 to 100.', cursor: '`nextCursor` of the page before.' },
      answers: { 200: { description: 'A page of runs.', schema: schemas.runList } },
      handle: async ({ query, caller }) => {
        const limit = wholeNumber(query.get('limit'), 20);
        if (limit === undefined || limit < 1 || limit > 100)
          return invalid('`limit` is a whole number from 1 to 100.');
        const found = await runs.list(caller.tenant, limit, query.get('cursor') ?? undefined);
        if (!found.ok) return listProblem(found.refusal);
        const { nextCursor } = found.value;
        return json(200, {
          runs: found.value.runs.map((run) => summaryOf(run.id, run.state)),
          ...(nextCursor !== undefined && { nextCursor }),
        });
      },
    },
    {
      method: 'get',
      path: '/v1/runs/:runId',
      scope: 'runs:read',
      summary: 'Reads the state of a run.',
      answers: { 200: { description: 'The snapshot.', schema: schemas.snapshot } },
      handle: withRun(async (run, { caller }) => {
        const mayAnswer = caller.scopes.has('approvals:respond');
        const interrupt = mayAnswer ? interruptOf(run.id, run.state, tokens, origin()) : undefined;
        return json(200, { ...snapshotOf(run.id, run.state), ...(interrupt && { interrupt }) });
      }),
    },
    {
      method: 'post',
      path: '/v1/runs/:runId/cancel',
      scope: 'runs:cancel',
      summary: 'Cancels a run.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.cancelRequest },
      answers: { 200: { description: 'The run ends as cancelled.', schema: schemas.created } },
      handle: withRun(async (run, { body, caller }) => {
        const reason = readText(body['reason'])?.slice(0, 1000) ?? 'cancelled by the client';
        const cancelled = await engine.cancel(run, reason, caller.principal);
        if (cancelled.ok || run.state.status === 'cancelled')
          return json(200, {
            runId: run.id,
            workflowId: run.state.facts.workflow.id,
            status: run.state.status,
          });
        return isTerminal(run.state.status)
          ? problem(409, 'run_already_terminal', 'The run has ended.', {
              status: run.state.status,
            })
          : problemOf(cancelled.refusal);
      }),
    },
    {
      method: 'post',
      path: '/v1/runs/:runId',
      documented: '/v1/runs/{runId}:fork',
      scope: 'runs:create',
      summary: 'Forks a run: `replay` repeats what was recorded, `branch` goes on from `fromSeq`.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.forkRequest },
      answers: { 201: { description: 'The new run.', schema: schemas.created } },
      handle: async ({ param, body, caller }) => {
        const target = param('runId');
        const source = target.endsWith(':fork')
          ? await runs.find(target.slice(0, -':fork'.length), caller.tenant)
          : undefined;
        if (!source) return notFound;
        const read = readForkRequest(body);
        if (!read.ok) return read.problem;
        const forked = await runs.fork(source, read.value, caller);
        const { fromSeq, mode } = read.value;
        return forked.ok
          ? createdResponse(forked.value, { sourceRunId: source.id, fromSeq, mode })
          : forked.problem;
      },
    },
  ];
}

export function listProblem(refusal: Refusal): Problem {
  return refusal.refused === 'invalid-input' ? invalid(refusal.message) : problemOf(refusal);
}

function createdResponse({ run, isReplay }: Created, more: JsonObject): Response {
  const { id: runId, state } = run;
  return json(
    201,
    {
      runId,
      workflowId: state.facts.workflow.id,
      status: 'pending',
      statusUrl: `/v1/runs/${runId}`,
      eventsUrl: `/v1/runs/${runId}/events`,
      ...more,
    },
    {
      location: `/v1/runs/${runId}`,
      ...(isReplay && { 'openwop-Idempotent-Replay': 'true' }),
    },
  );
}

type RunHandler = (run: LiveRun, asked: SecuredRequest) => Promise<Answer>;

/** Whoever handles a run is only asked when it is there for this caller. */
export function byRun(
  runs: Runs,
): (work: RunHandler) => (asked: SecuredRequest) => Promise<Answer> {
  return (work) => async (asked) => {
    const run = await runs.find(asked.param('runId'), asked.caller.tenant);
    return run ? work(run, asked) : notFound;
  };
}
