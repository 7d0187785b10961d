// The routes of the host itself: what it can do, its API, its workflows, and the gate for suites that ask about it.
import { isRecord, readText } from '@percept/core/internal';
import { type JsonObject } from '@percept/core';
import { modelCapabilities } from '@percept/core/internal/route';
import { json } from './answer.ts';
import { discovery, etagOf } from './discovery.ts';
import type { OpenwopLimits } from './limits.ts';
import { gate, gateEvent } from './model-gate.ts';
import { openapi } from './openapi.ts';
import { invalid } from '@percept/host/internal';
import type { Route } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import { schemas } from './schemas.ts';
import { textsOf } from './run-request.ts';
import { fallbackIn, type FallbackModel, type Workflow } from './workflow.ts';

/** `all`: the routes of the protocol, these included. */
export function hostRoutes(parts: RouteParts, all: () => readonly Route[]): readonly Route[] {
  const { workflows, limits, version, origin } = parts;
  const routes: readonly Route[] = [
    {
      method: 'get',
      path: '/.well-known/openwop',
      summary: 'What this host can do.',
      answers: { 200: { description: 'The capabilities.', schema: schemas.capabilities } },
      handle: async ({ request }) => {
        const document = discovery({
          models: await parts.models(),
          limits,
          version,
          workflows: workflows.builtInIds().filter((id) => id.startsWith('conformance-')),
          emitsMedia: parts.emitsMedia,
        });
        return cached(request, document, 'public, max-age=60');
      },
    },
    {
      method: 'get',
      path: '/v1/openapi.json',
      summary: 'This document.',
      answers: { 200: { description: 'OpenAPI 3.1.', schema: schemas.anything } },
      handle: async ({ request }) =>
        cached(request, openapi(all(), origin(), version), 'public, max-age=300'),
    },
    {
      method: 'get',
      path: '/v1/host/percept/workflows',
      scope: 'runs:read',
      summary: 'The workflows that this tenant can run, and the kinds of nodes there are.',
      answers: { 200: { description: 'The list.', schema: schemas.workflowList } },
      handle: async ({ caller }) => {
        const listed = (await workflows.list(caller.tenant)).map(told);
        return json(200, { workflows: listed, nodeKinds: parts.nodeKinds });
      },
    },
    {
      method: 'post',
      path: '/v1/host/percept/workflows',
      scope: 'workflows:write',
      summary: 'Registers a workflow of this tenant; the newest definition of an id counts.',
      takes: { maxBytes: limits.maxBodyBytes, schema: schemas.workflow },
      answers: { 201: { description: 'It can be run.', schema: schemas.workflow } },
      handle: async ({ body, caller }) => {
        const registered = await workflows.register(caller.tenant, body);
        return registered.ok ? json(201, told(registered.value)) : registered.problem;
      },
    },
  ];
  return parts.hasTestSeams ? [...routes, gateRoute(limits)] : routes;
}

function told({ id, name, version, nodes }: Workflow): JsonObject {
  return { id, name, version, nodes: nodes.map(({ id: node, typeId }) => ({ id: node, typeId })) };
}

/** Evaluates the gate with facts from the request: for suites, and never for a run. */
function gateRoute({ maxBodyBytes }: OpenwopLimits): Route {
  return {
    method: 'post',
    path: '/v1/host/sample/test/evaluate-model-capability-gate',
    scope: 'envelopes:accept',
    summary: 'Says how the model-capability gate would decide.',
    takes: { maxBytes: maxBodyBytes, schema: schemas.gateRequest },
    answers: { 200: { description: 'The outcome.', schema: schemas.gateAnswer } },
    handle: async ({ body }) => {
      const module = body['module'];
      const provider = readText(body['activeProvider']);
      const model = readText(body['activeModel']);
      if (!isRecord(module) || provider === undefined || model === undefined)
        return invalid('A module, an active provider and an active model are needed.');
      const fallback = fallbackIn(module['fallbackModel']);
      const outcome = gate({
        required: textsOf(module['requiredModelCapabilities']),
        ...(fallback && { fallback }),
        active: { provider, model, capabilities: suiteCapabilities({ provider, model }) },
        substitutionSupported: body['substitutionSupported'] === true,
        supportedProviders: textsOf(body['supportedProviders']),
        capabilitiesOf: suiteCapabilities,
      });
      const event = gateEvent(outcome, readText(body['nodeId']) ?? 'node');
      return json(200, {
        outcome: { ...outcome },
        event: event ? { ...event } : null,
      });
    },
  };
}

const knownProviders: ReadonlySet<string> = new Set(['anthropic', 'openai', 'google']);

/** What suites take for granted about the large providers, and what our table knows by name. */
function suiteCapabilities({ provider, model }: FallbackModel): readonly string[] {
  return [
    ...(knownProviders.has(provider)
      ? ['structured-output', 'function-calling', 'long-context']
      : []),
    ...modelCapabilities(model).capabilities,
  ];
}

function cached(request: Request, document: JsonObject, cacheControl: string): Response {
  const etag = etagOf(document);
  const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' };
  const given = (request.headers.get('if-none-match') ?? '').split(',');
  if (given.some((tag) => tag.trim() === etag || tag.trim() === '*'))
    return new Response(null, { status: 304, headers });
  return Response.json(document, { headers });
}
