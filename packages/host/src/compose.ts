// Every face on one port: assets, gateway, extensions, the web API and the app. A face is one line in the list; who may ask at
// all is decided before any of them is reached.
import {
  call,
  group,
  has,
  listOf,
  maybe,
  shape,
  word,
  type Rule,
} from '@percept/core/internal/options';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createBridge, hostOf, Secret } from '@percept/agent/internal';
import { type Bridge, type PerceptEvent } from '@percept/agent';
import type { Runtime } from '@percept/agent/runtime';
import { printable } from '@percept/core/internal';
import { type TenantId } from '@percept/core';
import { localTenant, type Memory, type SharedKeys } from '@percept/store';
import { createAccessLog } from './access-log.ts';
import { Assets, openKeyRing, openSharedKeyRing } from './assets/index.ts';
import type { HostContext, HostExtension } from './extension.ts';
import { failedCredentials } from './failed-credentials.ts';
import { healthRoutes } from './health.ts';
import { answerRaw, routesFace, type Face, type Routed } from './face.ts';
import { createGate, loopbackHosts } from './gate.ts';
import {
  createGateway,
  spendsHostKey,
  tenantTokenHeader,
  type Upstreams,
} from './gateway/index.ts';
import { startKeyRotation } from './key-rotation.ts';
import { maxLoggedErrorChars, type HostLimits } from './limits.ts';
import { Callers, type Caller, type Credential } from './http/caller.ts';
import { HeldBytes } from './http/held-bytes.ts';
import type { Vouched } from './http/vouched.ts';
import { notFound } from './http/problem.ts';
import type { ServerSecret } from './server-secret.ts';
import { openServerName } from './server-name.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { SignIn } from './sign-in.ts';
import { SignedOut } from './signed-out.ts';
import { serveApp } from './static-files.ts';
import { folderOf } from './tenant-folder.ts';
import { createWebApi, type FolderTrust } from './web-api/index.ts';

export interface HostParts {
  readonly version: string;
  /** Its directory is where this process keeps what is its own: folders of tenants, and keys unless they are shared. */
  readonly memory: Memory;
  /** Where several processes serve one memory: what all of them sign with. */
  readonly keys?: SharedKeys | undefined;
  readonly runtime: Runtime;
  /** Where the person at this machine works: their tools read and, when asked, write there. */
  readonly cwd: string;
  /** Tokens of other tenants. The person at this machine has one of their own. */
  readonly credentials?: readonly Credential[];
  /** Without them there is no gateway. */
  readonly upstreams?: Upstreams | undefined;
  /** Without it only this machine may use the gateway. */
  readonly gatewayKey?: Secret | undefined;
  /** Where a program of its own says who asks. */
  readonly vouched?: Vouched | undefined;
  /** What is installed beside the server, such as OpenWOP. */
  readonly extensions?: readonly HostExtension[];
  /** The folder of the built app; without it there is no page. */
  readonly app?: string | undefined;
  /** The configuration that came with the folder, where it waits for the word of the person at this machine. */
  readonly folderTrust?: FolderTrust | undefined;
  /** Somebody used a link; the next one is for another browser. */
  readonly onSignIn?: (tenant: TenantId, nextLink: string) => void;
  /** Somebody came with a link that nobody had used in time. */
  readonly onLinkExpired?: (tenant: TenantId, nextLink: string) => void;
  /** Told of every request of the gateway; parts that the program opened itself have an `onEvent` of their own. */
  readonly onEvent?: ((event: PerceptEvent) => void) | undefined;
}

export const hostPartsRules: { readonly [K in keyof HostParts]-?: Rule } = {
  version: word,
  memory: shape({ directory: word, sessions: group }),
  keys: maybe(group),
  runtime: has('plan', 'pool'),
  cwd: word,
  credentials: maybe(listOf(group)),
  vouched: maybe(group),
  upstreams: maybe(has('get', 'values')),
  gatewayKey: maybe(group),
  extensions: maybe(listOf(call)),
  app: maybe(word),
  folderTrust: maybe(group),
  onSignIn: maybe(call),
  onLinkExpired: maybe(call),
  onEvent: maybe(call),
};

export interface HostPlace {
  readonly origin: string;
  /** Undefined where somebody else listens. */
  readonly port?: number;
  readonly secret: ServerSecret;
  readonly limits: HostLimits;
  readonly clock: () => number;
  readonly log: (line: string) => void;
}

export interface Composed {
  readonly faces: readonly Face[];
  readonly names: readonly string[];
  readonly localToken: string;
  readonly signIn: SignIn;
  readonly running: () => number;
  receive(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export async function compose(parts: HostParts, place: HostPlace): Promise<Composed> {
  const { memory, runtime } = parts;
  const { origin, port, secret, limits, clock, log } = place;
  const report = (error: unknown): void => log(`error: ${wordsOf(error)}`);
  const localToken = `percept_${Buffer.from(secret.derive('local-token')).toString('base64url')}`;
  const credentials = [{ token: localToken, tenant: localTenant }, ...(parts.credentials ?? [])];
  const { marks } = memory;
  const signedOut = await SignedOut.open(marks, { isShared: parts.keys !== undefined });
  const signIn = new SignIn({ key: secret.derive('cookies'), origin, signedOut, marks, clock });
  const { vouched } = parts;
  const callerOf = identifier(new Callers(credentials, vouched), signIn);
  const identify = (request: Pick<Request, 'headers'>): TenantId | undefined =>
    callerOf(request)?.tenant;

  const keys = parts.keys
    ? await openSharedKeyRing({ keys: parts.keys, clock })
    : openKeyRing({ directory: memory.directory, clock });
  const assets = new Assets({ memory, keys, origin, clock });
  const stopRotation = startKeyRotation({ leases: memory.leases, assets, report });
  // Behind a proxy everybody looks like this machine: without a key there is no gateway where others may ask.
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
  // A key of this host costs its owner money: whoever wants it spent shows who they are, on this machine as well.
  const isGuarded = parts.upstreams !== undefined && spendsHostKey(parts.upstreams);
  const gatewayKey = parts.gatewayKey ?? (isGuarded ? new Secret(localToken) : undefined);
  const { door, darkroom } = (await runtime.pool()).parts;
  const hasTenants = vouched !== undefined || (parts.credentials ?? []).length > 0;
  const gateway =
    parts.upstreams &&
    (isLocal || parts.gatewayKey !== undefined) &&
    createGateway({
      upstreams: parts.upstreams,
      bridge: await bridgeOf(runtime, memory, gatewayKey !== undefined),
      darkroom,
      clock,
      log: (entry) => log(JSON.stringify(entry)),
      onEvent: parts.onEvent,
      ...(gatewayKey && { key: gatewayKey }),
      // Tenants are strangers to each other.
      ...(hasTenants && { door: { sandbox: 'required' } }),
      answers: {
        sessions: memory.sessions,
        door,
        // One person's, or whoever shows that it is theirs.
        ownerOf: ({ headers }) => {
          if (!hasTenants) return localTenant;
          const authorization = `Bearer ${String(headers[tenantTokenHeader] ?? '')}`;
          return identify({ headers: new Headers({ authorization }) });
        },
      },
    });
  const bodies = new HeldBytes(limits.maxHeldBodyBytes);
  const workspace = join(memory.directory, 'workspaces');
  const context: HostContext = {
    version: parts.version,
    origin,
    memory,
    runtime,
    door,
    assets,
    tenants: credentials,
    callerOf,
    vouched,
    serverName: parts.keys && (await openServerName(memory.directory)),
    workspace,
    bodies,
    clock,
    derive: (purpose) => secret.derive(purpose),
    report,
  };
  const extensions = (parts.extensions ?? []).map((open) => open(context));
  const web = createWebApi({
    version: parts.version,
    memory,
    runtime,
    assets,
    identify,
    workplaceOf: (tenant) =>
      tenant === localTenant ? parts.cwd : join(workspace, folderOf(tenant)),
    hostLimits: limits,
    extensions: extensions.map(({ name }) => name),
    folderTrust: parts.folderTrust,
    isShared: parts.keys !== undefined,
    bodies,
    secrets: credentials.map(({ token }) => token),
    clock,
    report,
  });

  const { onSignIn, onLinkExpired } = parts;
  const nothing = async (): Promise<void> => {};
  const routed: readonly Routed[] = [
    { name: 'health', routes: healthRoutes(memory), close: nothing },
    ...extensions,
    {
      name: 'sign-in',
      routes: signInRoutes({ signIn, origin, clock, identify, onSignIn, onLinkExpired }),
      close: async () => signedOut.close(),
    },
    { name: 'web-api', routes: web.routes, close: () => web.close() },
    ...(parts.app === undefined
      ? []
      : [{ name: 'page', routes: await serveApp(parts.app), close: nothing }]),
  ];
  const faces: readonly Face[] = [
    { name: 'assets', handle: assets.node, close: async () => stopRotation() },
    ...(gateway ? [{ name: 'gateway', handle: gateway.handle, close: gateway.close }] : []),
    failedCredentials({
      maxPerMinute: limits.maxFailedCredentialsPerMinute,
      isKnown: (headers) => identify({ headers }) !== undefined,
      clock,
    }),
    routesFace(routed, report),
  ];
  const gate = createGate({ origin, otherHosts: port === undefined ? [] : loopbackHosts(port) });
  const accessLog = createAccessLog(log, clock);
  return {
    faces,
    names: [...faces, ...routed].map(({ name }) => name).filter((name) => !unnamed.has(name)),
    localToken,
    signIn,
    running: web.running,
    receive: async (request, response) => {
      accessLog(request, response);
      const refused = gate(request);
      if (refused) return answerRaw(response, refused);
      for (const face of faces) if (await face.handle(request, response)) return undefined;
      return answerRaw(response, notFound);
    },
  };
}

/** A bearer token, or else the cookie of somebody who is still known here. */
function identifier(
  callers: Callers,
  signIn: SignIn,
): (request: Pick<Request, 'headers'>) => Caller | undefined {
  return ({ headers }) => {
    const authorization = headers.get('authorization');
    if (authorization !== null) return callers.identify(authorization);
    const tenant = signIn.identify(headers.get('cookie'));
    return tenant === undefined ? undefined : callers.ofTenant(tenant);
  };
}

/** Faces that are no offer to anybody. */
const unnamed: ReadonlySet<string> = new Set(['routes', 'failed-credentials', 'health']);

/**
 * Whoever looks for the gateway's models that cannot see. A key that is looked with costs its owner money: where callers
 * need not show who they are, only what needs no key looks.
 */
async function bridgeOf(runtime: Runtime, memory: Memory, isGuarded: boolean): Promise<Bridge> {
  const [{ routing, config }, pool] = await Promise.all([runtime.plan(), runtime.pool()]);
  const { door } = pool.parts;
  const { memos } = memory;
  const spending = new Set(
    config.models.flatMap(({ apiKey, model, baseUrl }) =>
      apiKey === undefined ? [] : [`${model} ${hostOf(baseUrl)}`],
    ),
  );
  const describers = routing.describers.filter(
    ({ model, host }) => isGuarded || !spending.has(`${model} ${host}`),
  );
  return createBridge({
    ...routing,
    describers,
    door,
    store: memory,
    memos,
    settings: config.bridge,
  });
}

/** A stack is for developers, and a message may quote a stranger: the name and the first line are enough here. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return printable(`${error.name}: ${error.message.split('\n')[0]}`, maxLoggedErrorChars);
}
