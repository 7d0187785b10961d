// Answering what a run waits for: with a credential by run and node, or with a signed token by whoever was sent the link.
// A token opens one interrupt of one run and nothing else.
import { isRecord } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { json } from './answer.ts';
import { alreadyResolved, type Engine } from './engine.ts';
import type { TokenClaims } from './interrupt-token.ts';
import { invalid, notFound, problem, type Problem } from '@percept/host/internal';
import type { Answer, Route } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import type { LiveRun } from './live-run.ts';
import { byRun } from './run-routes.ts';
import { schemas } from './schemas.ts';

export function interruptRoutes(parts: RouteParts): readonly Route[] {
  const { runs, engine, limits } = parts;
  const takes = { maxBytes: limits.maxBodyBytes, schema: schemas.resolveRequest };
  const resolved = { 200: { description: 'The run goes on.', schema: schemas.resolved } };
  return [
    {
      method: 'post',
      path: '/v1/runs/:runId/interrupts/:nodeId',
      scope: 'approvals:respond',
      summary: 'Answers the interrupt that a node of the run waits for.',
      takes,
      answers: resolved,
      handle: byRun(runs)(async (run, { param, body, caller }) => {
        const { pending } = run.state;
        if (pending?.nodeId !== param('nodeId')) return notFound;
        return resolve(engine, run, pending.interruptId, body, caller.principal);
      }),
    },
    {
      method: 'get',
      path: '/v1/interrupts/:token',
      summary: 'Says what the bearer of this token is asked.',
      answers: { 200: { description: 'The interrupt.', schema: schemas.interrupt } },
      handle: async ({ param }) => {
        const found = await findByToken(parts, param('token'));
        if ('error' in found) return found;
        const { run, claims } = found;
        const { pending } = run.state;
        if (pending?.interruptId !== claims.interruptId) return alreadyResolved;
        const { nodeId, interruptId, interrupt } = pending;
        return json(200, {
          runId: run.id,
          nodeId,
          interruptId,
          ...interrupt,
          status: 'pending',
          expiresAt: new Date(claims.expiresAt).toISOString(),
        });
      },
    },
    {
      method: 'post',
      path: '/v1/interrupts/:token',
      summary: 'Answers an interrupt with its token.',
      takes,
      answers: resolved,
      handle: async ({ param, body }) => {
        const found = await findByToken(parts, param('token'));
        if ('error' in found) return found;
        const { run, claims } = found;
        return resolve(engine, run, claims.interruptId, body, `token:${claims.interruptId}`);
      },
    },
  ];
}

async function resolve(
  engine: Engine,
  run: LiveRun,
  interruptId: string,
  body: JsonObject,
  principal: string,
): Promise<Answer> {
  if (!isRecord(body['resumeValue'])) return invalid('The body is `{ "resumeValue": { … } }`.');
  const nodeId = run.state.pending?.nodeId ?? '';
  const refusal = await engine.resolve(run, interruptId, body['resumeValue'], principal);
  if (refusal) return refusal;
  return json(200, { runId: run.id, nodeId, interruptId, status: 'resolved' });
}

async function findByToken(
  { tokens, book }: RouteParts,
  token: string,
): Promise<Problem | { readonly run: LiveRun; readonly claims: TokenClaims }> {
  const read = tokens.read(token);
  switch (read.kind) {
    case 'malformed':
      return invalid('This is not an interrupt token.');
    case 'unknown':
      return notFound;
    case 'expired':
      return problem(410, 'interrupt_expired', 'This token has expired.');
    case 'valid': {
      const run = await book.open(read.claims.runId);
      return run.ok ? { run: run.value, claims: read.claims } : notFound;
    }
  }
}
