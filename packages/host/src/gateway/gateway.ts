// The gateway: a model API's own paths, forwarded to the configured upstream with the lens in between. A request without
// media goes on byte for byte; one with media is healed; everything else of those APIs streams through.
import { call, checkOptions, group, has, limitsOf, maybe } from '@percept/core/internal/options';
import { withLimits } from '@percept/core/internal';
import { hear, observed } from '@percept/core/internal/observe';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { HttpBindings } from '@hono/node-server';
import type { Bridge, PerceptEvent } from '@percept/agent';
import type { Secret } from '@percept/agent/internal';
import type { DoorOptions } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import { Hono } from 'hono';
import { factsOf, turnedAway, type GatewayEntry } from './account.ts';
import { AnswerStore, type AnswerStoreParts } from './answer-store.ts';
import { admit, isLoopbackAddress } from './admission.ts';
import { Conversations } from './conversation.ts';
import { destinationOf } from './destination.ts';
import { dryRun, type DryRequest, type DryRun } from './dry-run.ts';
import { createFitting } from './fitting.ts';
import { HeldBytes, Share } from '../http/held-bytes.ts';
import { holdBody } from './held-body.ts';
import { gatewayLimits, type GatewayLimits } from './limits.ts';
import { Looks } from './look.ts';
import { routeOf, type Family } from './target.ts';
import { serve, serveSocket, type GatewayRequest } from './serve-request.ts';
import { asksForSocket, isHandedOver } from './socket.ts';
import type { Upstream, Upstreams } from './upstream.ts';
import { answerProblem, drain, type Problem } from './wire-error.ts';

export interface GatewayOptions {
  /** From `readUpstreams`. One that is not there is answered with a 404 in its family's words. */
  readonly upstreams: Upstreams;
  /** Without it only this machine may call. */
  readonly key?: Secret;
  /** For models that take no pictures; without it such a model is told in words that there was one. */
  readonly bridge?: Bridge;
  readonly limits?: Partial<GatewayLimits>;
  /** How pictures are decoded: sandbox and figures of the door. */
  readonly door?: Omit<DoorOptions, 'store'>;
  /** Draws documents for upstreams that have a `lookIn`; without it only pictures are seen there. */
  readonly darkroom?: Darkroom | undefined;
  /** Where media of answers goes, for upstreams that say `store`. */
  readonly answers?: AnswerStoreParts;
  /** One entry for each request, when it is over. */
  readonly log?: (entry: GatewayEntry) => void;
  /** Told of bugs: what it is given may quote a request. */
  readonly report?: (error: unknown) => void;
  readonly clock?: () => number;
  /** Told of every request: as it was lowered, who looked for its model, and how it ended. */
  readonly onEvent?: ((event: PerceptEvent) => void) | undefined;
}

export interface Gateway {
  /** Answers what is the gateway's, and returns false, with nothing read or written, for what is not. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** The same behind Hono on Node; what is not the gateway's goes to the next handler. */
  readonly routes: Hono<{ Bindings: HttpBindings }>;
  /** What would become of a request; nothing is sent. */
  readonly dryRun: (request: DryRequest) => Promise<DryRun | string>;
  /** Ends what is under way. */
  readonly close: () => Promise<void>;
}

/**
 * The model APIs' own paths, with the lens between a caller and its upstream.
 *
 * @example
 * const upstreams = readUpstreams({ openai: { baseUrl: 'https://api.openai.com/v1' } });
 * if (upstreams.ok) createServer((request, response) => void createGateway({ upstreams: upstreams.value }).handle(request, response));
 */
export function createGateway(options: GatewayOptions): Gateway {
  checkOptions('createGateway', options, {
    upstreams: has('get', 'values'),
    key: maybe(group),
    bridge: maybe(group),
    limits: limitsOf(gatewayLimits),
    door: maybe(group),
    darkroom: maybe(has('develop')),
    answers: maybe(group),
    log: maybe(call),
    report: maybe(call),
    clock: maybe(call),
    onEvent: maybe(call),
  });
  const { upstreams, key, bridge, log, report, onEvent } = options;
  const limits: GatewayLimits = withLimits(gatewayLimits, options.limits);
  const clock = options.clock ?? Date.now;
  const fitting = createFitting(limits.maxFittedBytes, options.door);
  const ending = new AbortController();
  const context: GatewayRequest['context'] = {
    limits,
    clock,
    heldBytes: new HeldBytes(limits.maxHeldBytes),
    repair: {
      port: fitting.port,
      conversations: new Conversations(limits, clock),
      looks: new Looks({
        store: fitting.store,
        door: fitting.door,
        darkroom: options.darkroom,
        maxBytes: limits.maxLookedBytes,
      }),
      limits,
      ...(bridge && { bridge }),
    },
    ...(options.answers && { answers: new AnswerStore(options.answers, limits) }),
    ending: ending.signal,
    onEvent,
    log: (entry) => hear(log, entry),
    report: (error) => hear(report, error),
  };

  const preview: Gateway['dryRun'] = (request) => dryRun(context.repair, upstreams, request);
  const handle: Gateway['handle'] = async (request, response) => {
    const dry = /^\/gateway\/dry-run(\/.*)$/s.exec(request.url ?? '')?.[1];
    if (dry !== undefined) return answerDryRun(dry, request, response);
    const routed = routeOf(request.url ?? '/', request.headers);
    if (routed.kind === 'foreign') return false;
    const away = (family: Family, problem: Problem): true => {
      answerProblem(response, family, problem);
      drain(request);
      context.log(turnedAway(family, request, problem));
      return true;
    };
    if (routed.kind === 'refused') return away(routed.family, malformed(routed.message));
    const { target } = routed;
    const family = upstreams.get(target.upstream)?.family ?? 'openai';
    const admission = admit(request, target, key);
    if (admission.kind === 'refused') return away(family, admission.problem);
    const { shown } = admission;
    const destination = destinationOf(target, upstreams, request.headers, shown);
    if (destination.kind === 'nowhere') return away(family, destination.problem);
    const { upstream } = destination;
    if (isItself(request, upstream)) return away(family, loop);
    const isSocket = asksForSocket(request);
    if (isSocket && !(target.wire === 'responses' && isHandedOver(request)))
      return away(family, noUpgrade);
    const asked = { context, request, response, target, upstream, shown };
    const entry = await observed(
      'gateway.request',
      () => (isSocket ? serveSocket(asked) : serve(asked)),
      { onEvent, facts: { upstream: upstream.name }, result: factsOf },
    );
    context.log(entry);
    return true;
  };

  /** The path behind `/gateway/dry-run` is the one that a client would ask. */
  async function answerDryRun(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<true> {
    const share = new Share(context.heldBytes);
    const found = await dryRunOf(path, request, share).finally(() => share.giveBack());
    if ('kind' in found) answerProblem(response, 'openai', found);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    drain(request);
    return true;
  }

  async function dryRunOf(
    path: string,
    request: IncomingMessage,
    share: Share,
  ): Promise<DryRun | Problem> {
    const target = { upstream: '', path, query: '', label: 'dry-run' };
    const admission = admit(request, target, key);
    if (admission.kind === 'refused') return admission.problem;
    const held = await holdBody(request, share, limits);
    if (held.kind !== 'held')
      return held.kind === 'refused' ? held.problem : malformed('There is no body.');
    const { headers } = request;
    const asked = { path, headers, shown: admission.shown, body: held.bytes };
    const found = await preview({ ...asked, signal: ending.signal });
    return typeof found === 'string' ? malformed(found) : found;
  }

  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.use('*', async (context, next) => {
    const { incoming, outgoing } = context.env;
    if (await handle(incoming, outgoing)) return RESPONSE_ALREADY_SENT;
    await next();
    return undefined;
  });

  return {
    handle,
    dryRun: preview,
    routes,
    close: async () => {
      ending.abort();
      for (const { agent } of upstreams.values()) agent.destroy();
      await fitting[Symbol.asyncDispose]();
    },
  };
}

/** Whether a server should hand this connection over (`shouldUpgradeCallback` of Node): a WebSocket of the Responses API. */
export function takesSocket(request: IncomingMessage): boolean {
  if (!asksForSocket(request)) return false;
  const routed = routeOf(request.url ?? '/', request.headers);
  return routed.kind === 'ours' && routed.target.wire === 'responses';
}

function malformed(message: string): Problem {
  return { kind: 'malformed', message };
}

const loop: Problem = {
  kind: 'loop',
  message: 'The upstream is this gateway itself. Configure the address of the provider.',
};

/** The status at which clients with a second way over plain HTTP take that. */
const noUpgrade: Problem = {
  kind: 'upgrade',
  message: 'WebSockets are forwarded for the Responses API alone. Use HTTP, which streams as well.',
};

/** An upstream that was read from the very variable that points clients here. */
function isItself({ socket }: IncomingMessage, { port, hostname }: Upstream): boolean {
  return (
    socket.localPort === port &&
    (isLoopbackAddress(hostname) || hostname === 'localhost' || hostname === socket.localAddress)
  );
}
