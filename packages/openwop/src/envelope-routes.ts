// The acceptor over HTTP. Whoever asks gives an envelope and nothing else; counters, earlier outcomes and projections are
// for suites, and only where the test seams are open.
import {
  definedOf,
  inside,
  isJsonObject,
  jsonOf,
  readCount,
  readList,
  readText,
  readWord,
} from '@percept/core/internal';
import { type Json, type JsonObject } from '@percept/core';
import { universalKinds } from '@percept/core/internal/envelope';
import { invalid, type Caller } from '@percept/host/internal';
import { judgeEnvelope, projectionsOf, type Counter, type Judged } from './acceptor.ts';
import { json } from './answer.ts';
import type { Route } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import { documentOf } from './run-event.ts';
import { strayMember, textsOf } from './run-request.ts';
import { schemas } from './schemas.ts';
import type { SeamLog } from './seam-log.ts';

const testOptions = [
  'projectTo',
  'counters',
  'priorCorrelations',
  'persistedDedup',
  'hostSupportedEnvelopes',
  'envelopeStrictness',
];

export function envelopeRoutes(parts: RouteParts): readonly Route[] {
  const { limits, hasTestSeams, seams } = parts;
  const acceptRoute: Route = {
    method: 'post',
    path: '/v1/host/sample/envelope/accept',
    scope: 'envelopes:accept',
    summary: 'Says what becomes of an envelope: accepted, invalid, gated or breached.',
    takes: { maxBytes: limits.maxBodyBytes, schema: schemas.acceptRequest },
    answers: { 200: { description: 'The outcome.', schema: schemas.acceptance } },
    handle: async ({ body, caller }) => {
      const known = ['envelope', ...(hasTestSeams ? testOptions : [])];
      if (strayMember(body, known) !== undefined) return invalid('Only `envelope` is known here.');
      return json(200, await accept(parts, body, caller));
    },
  };
  if (!hasTestSeams) return [acceptRoute];
  return [
    acceptRoute,
    {
      method: 'get',
      path: '/v1/host/sample/test/runs/:runId/events',
      scope: 'runs:read',
      summary: 'The events that projections of this tenant wrote.',
      query: {
        type: 'Only of this type.',
        causationId: 'Only with this cause.',
        nodeId: 'Only of this node.',
      },
      answers: { 200: { description: 'The events.', schema: schemas.eventPage } },
      handle: async ({ param, query, caller }) => {
        const run = param('runId');
        const id = seams.idOf(caller.tenant, run);
        const wanted = (name: string, value: string | undefined): boolean =>
          query.get(name) === null || query.get(name) === value;
        const events = (await seams.events(caller.tenant, run)).filter(
          ({ type, causationId, nodeId }) =>
            wanted('type', type) &&
            wanted('causationId', causationId) &&
            wanted('correlationId', causationId) &&
            wanted('nodeId', nodeId),
        );
        const documents = events.map((event) => ({
          ...documentOf(id, event, event.payload),
          runId: run,
        }));
        return json(200, { events: documents, isComplete: true });
      },
    },
    {
      method: 'post',
      path: '/v1/host/sample/test/reset',
      scope: 'envelopes:accept',
      summary: 'Forgets what the test seams of this tenant wrote.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.anything },
      answers: { 200: { description: 'It is gone.', schema: schemas.reset } },
      handle: async ({ caller }) => json(200, { removed: await seams.reset(caller.tenant) }),
    },
  ];
}

async function accept(
  { assets, seams, limits }: RouteParts,
  body: JsonObject,
  { tenant }: Caller,
): Promise<JsonObject> {
  const envelope = body['envelope'];
  const correlationId = readText(inside(envelope, 'correlationId'));
  const store = runIn(body['persistedDedup']);
  const kept =
    store !== undefined && correlationId !== undefined
      ? await seams.kept(tenant, store, correlationId)
      : undefined;
  const prior = kept ?? priorIn(body['priorCorrelations'], correlationId);
  const envelopeType = readText(inside(envelope, 'type')) ?? '';
  // What was decided before is told again as it was, also by a host that would decide otherwise now.
  if (prior && prior.envelopeType === envelopeType) return prior.outcome;
  const supported = Array.isArray(body['hostSupportedEnvelopes'])
    ? textsOf(body['hostSupportedEnvelopes'])
    : universalKinds;
  const counter = (name: Counted): Counter => ({
    current: readCount(inside(body, 'counters', name, 'current')) ?? 0,
    cap: readCount(inside(body, 'counters', name, 'cap')) ?? limits[name],
  });
  const judged: Judged = prior
    ? conflict
    : await judgeEnvelope({
        envelope,
        supported,
        maxInlineMediaBytes: limits.maxInlineMediaBytes,
        strictness: readWord(['warn', 'strict'], body['envelopeStrictness']) ?? 'warn',
        envelopesPerTurn: counter('envelopesPerTurn'),
        clarificationRounds: counter('clarificationRounds'),
        schemaRounds: counter('schemaRounds'),
        isOwnAsset: async (url) => (await assets.resolve(url, tenant)).ok,
      });
  const outcome = jsonOf(judged.outcome);
  if (store !== undefined && correlationId !== undefined && !prior)
    await seams.keep(tenant, store, { correlationId, envelopeType, outcome });
  const target = projectionTarget(body['projectTo']);
  if (!target) return outcome;
  const recordedEventIds = await project(seams, tenant, target, judged, envelope);
  return judged.outcome.status === 'accepted' ? { ...outcome, recordedEventIds } : outcome;
}

type Counted = 'envelopesPerTurn' | 'clarificationRounds' | 'schemaRounds';

const conflict: Judged = {
  outcome: {
    status: 'invalid',
    reason: 'envelope_correlation_conflict',
    details: [{ path: '/correlationId', problem: 'was used by an envelope of another type' }],
  },
};

interface ProjectionTarget {
  readonly runId: string;
  readonly nodeId: string;
}

async function project(
  seams: SeamLog,
  tenant: Caller['tenant'],
  { runId, nodeId }: ProjectionTarget,
  judged: Judged,
  envelope: Json | undefined,
): Promise<readonly string[]> {
  const envelopeId = readText(inside(envelope, 'envelopeId')) ?? 'env';
  const causationId = readText(inside(envelope, 'correlationId'));
  const contentTrust = judged.envelope?.meta.contentTrust;
  const ids: string[] = [];
  for (const { type, payload } of projectionsOf(judged, nodeId, envelopeId)) {
    const written = await seams.append(tenant, runId, {
      type,
      payload,
      nodeId,
      ...definedOf({ causationId, contentTrust }),
    });
    if (written.ok) ids.push(`${runId}.${(await seams.events(tenant, runId)).length - 1}`);
  }
  return ids;
}

function projectionTarget(value: unknown): ProjectionTarget | undefined {
  const runId = runIn(value);
  const nodeId = readText(inside(value, 'nodeId'));
  return runId === undefined ? undefined : { runId, nodeId: nodeId ?? 'node' };
}

function runIn(value: unknown): string | undefined {
  const runId = readText(inside(value, 'runId'));
  return runId === undefined || runId === '' || runId.length > 128 ? undefined : runId;
}

function priorIn(value: unknown, correlationId: string | undefined) {
  for (const item of readList(value)) {
    if (inside(item, 'correlationId') !== correlationId) continue;
    const envelopeType = readText(inside(item, 'envelopeType'));
    const outcome = inside(item, 'outcome');
    if (envelopeType !== undefined && isJsonObject(outcome)) return { envelopeType, outcome };
  }
  return undefined;
}
