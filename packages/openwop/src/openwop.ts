// The OpenWOP face, put together: runs on the session record, media through the door and out by capability URLs, answers
// computed from the runtime as it is now.
import { withLimits } from '@percept/core/internal';
import { Hono } from 'hono';
import type { HostContext } from '@percept/host';
import { Callers, HeldBytes, placesPerTenant, type Assets } from '@percept/host/internal';
import { AgentTurns } from './agent-turn.ts';
import { Engine } from './engine.ts';
import { envelopeRoutes } from './envelope-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { fixtures, starters } from './fixtures.ts';
import { callPlaces } from './call-places.ts';
import { HostMaking } from './host-making.ts';
import { hostRoutes } from './host-routes.ts';
import { Intake } from './intake.ts';
import { interruptRoutes } from './interrupt-routes.ts';
import { InterruptTokens } from './interrupt-token.ts';
import { openwopLimits, type OpenwopLimits } from './limits.ts';
import { MediaEmitter } from './media-emitter.ts';
import { makingRoutes } from './making-routes.ts';
import { mediaRoutes } from './media-routes.ts';
import { modelFacts, type ModelFacts } from './model-facts.ts';
import type { NodeKind } from './node-kind.ts';
import { askNode } from './nodes/ask.ts';
import { drawNode, sayNode } from './nodes/make.ts';
import { mediaEmit } from './nodes/media-emit.ts';
import {
  approval,
  clarification,
  delay,
  fail,
  identity,
  insufficient,
  noop,
} from './nodes/plain.ts';
import { viewNode } from './nodes/view.ts';
import { pageRoutes } from './page-routes.ts';
import { Replayer } from './replay.ts';
import { protocolPrefixes, serve, type Route } from './route.ts';
import { RunStore } from './run-store.ts';
import type { RouteParts } from './route-parts.ts';
import { runRoutes } from './run-routes.ts';
import { Runs } from './runs.ts';
import { SeamLog } from './seam-log.ts';
import { StoredMedia } from './stored-media.ts';
import { parseWorkflow } from './workflow.ts';
import { WorkflowStore } from './workflow-store.ts';

export interface OpenwopOptions
  extends
    Pick<HostContext, 'memory' | 'runtime' | 'door' | 'tenants' | 'version' | 'workspace'>,
    // Without `callerOf` the page has no runs; `bodies` is for this face alone where no other shares it.
    Partial<Pick<HostContext, 'callerOf' | 'vouched' | 'bodies' | 'clock' | 'report'>> {
  readonly assets: Pick<Assets, 'mint' | 'resolve' | 'redact' | 'isHere'>;
  /** Where this host is reached. A function, while the port is not known yet. */
  readonly origin: string | (() => string);
  /** The name of this server among those that share the memory: it works on its own runs only. Default: all are its own. */
  readonly host?: string | undefined;
  /** For interrupt tokens, 32 bytes or more each: the first one signs, all of them verify. */
  readonly interruptSecrets: readonly Uint8Array[];
  /** Workflows of the operator, for every tenant: JSON definitions. A wrong one throws. */
  readonly workflows?: readonly unknown[];
  /** Opens what only conformance suites need: projections, reset, the gate. Default: closed. */
  readonly testSeams?: boolean;
  /** Whether workflows of this host emit media. Default: yes. */
  readonly emitsMedia?: boolean;
  readonly limits?: Partial<OpenwopLimits>;
}

export interface Openwop {
  readonly routes: Hono;
  /** Runs that were left working have been taken up. Requests wait for it. */
  readonly ready: Promise<void>;
  /** Stops working; runs go on when the host starts again. */
  close(): Promise<void>;
}

/** @example app.route('/', createOpenwop(parts).routes); */
export function createOpenwop(options: OpenwopOptions): Openwop {
  const { memory, assets, runtime, door, version, clock = Date.now } = options;
  const { testSeams: hasTestSeams = false, emitsMedia = true } = options;
  const report = options.report ?? (() => undefined);
  const limits: OpenwopLimits = withLimits(openwopLimits, {
    maxMediaBytes: door.limits.maxSourceBytes,
    ...options.limits,
  });
  const { origin: given } = options;
  const origin = typeof given === 'string' ? () => given : given;
  const models = async (): Promise<ModelFacts> => modelFacts(await runtime.plan());
  const intake = new Intake({ door, runtime, memory, assets, clock });
  const agents = new AgentTurns({ runtime, memory, workspace: options.workspace });
  const making = new HostMaking({ runtime, memory, door, intake });
  const kinds: readonly NodeKind[] = [
    noop,
    identity,
    fail,
    delay(limits.maxDelayMs),
    approval,
    clarification,
    insufficient,
    askNode({ agents, intake, limits }),
    ...(emitsMedia
      ? [mediaEmit(door), viewNode({ runtime, memory, intake }), drawNode(making), sayNode(making)]
      : []),
  ];
  const book = new RunStore(memory.sessions, options.host);
  const { maxInlineMediaBytes } = limits;
  const media = new MediaEmitter({
    assets,
    store: memory,
    maxInlineMediaBytes,
    clock,
    emitsMedia,
  });
  const replayer = new Replayer(book, memory.grants);
  const engine = new Engine({ kinds, limits, models, media, replayer, clock, report });
  const own = [...fixtures, ...starters].filter(
    (definition) => parseWorkflow(definition, kinds, limits.maxNodesPerWorkflow).ok,
  );
  const operated = [...own, ...(options.workflows ?? [])];
  const workflows = new WorkflowStore(
    { sessions: memory.sessions, kinds, limits, models },
    operated,
  );
  const runs = new Runs({
    memory,
    book,
    engine,
    workflows,
    models,
    version,
    host: options.host,
    clock,
  });
  const { interruptLifetimeMs } = limits;
  const tokens = new InterruptTokens(options.interruptSecrets, interruptLifetimeMs, clock);
  const { maxUploadsPerTenant } = limits;
  const parts: RouteParts = {
    version,
    origin,
    limits,
    clock,
    models,
    assets,
    runs,
    book,
    engine,
    tokens,
    workflows,
    nodeKinds: kinds.map(({ typeId }) => typeId),
    intake,
    agents,
    making,
    media,
    stored: new StoredMedia({ memory, assets, maxUploadsPerTenant }),
    seams: new SeamLog(memory.sessions),
    places: callPlaces(limits.maxActiveCallsPerTenant),
    streams: placesPerTenant(limits.maxStreamsPerTenant),
    emitsMedia,
    hasTestSeams,
  };
  const routes: readonly Route[] = [
    ...hostRoutes(parts, () => routes),
    ...runRoutes(parts),
    ...eventRoutes(parts),
    ...interruptRoutes(parts),
    ...envelopeRoutes(parts),
    ...mediaRoutes(parts),
    ...makingRoutes(parts),
  ];
  const ready = runs.recover().catch(report);
  const bodies = options.bodies ?? new HeldBytes(limits.maxHeldBodyBytes);
  const callers = new Callers(options.tenants, options.vouched);
  const app = new Hono();
  app.route(
    '/',
    serve(routes, {
      identify: ({ headers }) => callers.identify(headers.get('authorization') ?? undefined),
      prefixes: protocolPrefixes,
      ready,
      bodies,
      report,
    }),
  );
  if (options.callerOf)
    app.route(
      '/',
      serve(pageRoutes(parts, routes), {
        identify: options.callerOf,
        prefixes: ['/api/runs'],
        ready,
        bodies,
        report,
      }),
    );
  return {
    routes: app,
    ready,
    close: async () => {
      await ready;
      await engine.close();
    },
  };
}
