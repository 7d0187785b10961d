// Every face of the server as one handler, for programs that have a server of their own: Hono, Next, Express, Fastify, or whatever speaks
// `Request` and `Response`. The program says under which address it is reached and whose request it hands on; the rest is the server.
import { call, checkOptions, limitsOf, maybe, word } from '@percept/core/internal/options';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Secret } from '@percept/agent/internal';
import { parseTenantId, unwrap } from '@percept/core';
import { withLimits } from '@percept/core/internal';
import { hostPartsRules, compose, wordsOf, type HostParts } from './compose.ts';
import { answerRaw, failed } from './face.ts';
import { holdFolder } from './folder-hold.ts';
import { belongsToGateway, gatewayKeyHeader, tenantTokenHeader } from './gateway/index.ts';
import { Vouched } from './http/vouched.ts';
import { hostLimits, type HostLimits } from './limits.ts';
import { memoryServer } from './memory-server.ts';
import { secretFor } from './server-secret.ts';

export interface HandlerSetup extends HostParts {
  /** Under which address the program is reached: asset URLs begin with it, and no other name is answered. */
  readonly origin: string;
  /** One line each: requests, and what went wrong. */
  readonly log?: (line: string) => void;
  readonly limits?: Partial<HostLimits>;
  readonly clock?: () => number;
}

/** Whose request it is, by the word of the program. Without it the request shows a credential of its own. */
export interface HandedOn {
  readonly tenant?: string | undefined;
}

export interface MountedHost extends AsyncDisposable {
  readonly faces: readonly string[];
  /** Whatever is not its own is answered with 404. */
  fetch(request: Request, from?: HandedOn): Promise<Response>;
  /** The same on a request and a response of Node, such as those of Express. */
  node(request: IncomingMessage, response: ServerResponse, from?: HandedOn): Promise<void>;
  close(): Promise<void>;
}

/**
 * Assets, gateway, uploads and what extensions bring, as one handler for a server of your own.
 *
 * @example
 * await using host = await openHandler({ version, memory, runtime, cwd, origin: 'https://app.example.org', extensions: [openwop()] });
 * app.all('/v1/*', (context) => host.fetch(context.req.raw, { tenant: context.get('user') }));
 */
export async function openHandler(setup: HandlerSetup): Promise<MountedHost> {
  checkOptions('openHandler', setup, {
    ...hostPartsRules,
    origin: word,
    log: maybe(call),
    limits: limitsOf(hostLimits),
    clock: maybe(call),
  });
  const { clock = Date.now, log = () => {}, origin } = setup;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new TypeError(
      'openHandler: origin is an address without a path: https://app.example.org',
    );
  const limits: HostLimits = withLimits(hostLimits, setup.limits);
  const hold = holdFolder(setup.memory.directory);
  try {
    const secret = await secretFor(setup, clock);
    const vouched = new Vouched();
    // Nobody looks like this machine here: the gateway is for those whom the program vouches for, or who know its key.
    const gatewayKey = setup.gatewayKey ?? new Secret(randomBytes(32).toString('base64url'));
    const place = { origin, secret, limits, clock, log };
    const composed = await compose({ ...setup, gatewayKey, vouched }, place);
    hold.say(origin);
    const server = memoryServer((request, response) => {
      composed.receive(request, response).catch((error: unknown) => {
        log(`error: ${wordsOf(error)}`);
        answerRaw(response, failed);
      });
    }, limits);
    const fetch: MountedHost['fetch'] = async (request, { tenant } = {}) => {
      const asked = plainRequest(request);
      if (tenant === undefined) return server.fetch(asked);
      const token = vouched.tokenFor(unwrap(parseTenantId(tenant)));
      return server.fetch(withToken(asked, token, gatewayKey));
    };
    const close = async (): Promise<void> => {
      server.close();
      for (const face of composed.faces) await face.close();
      hold[Symbol.dispose]();
    };
    return {
      faces: composed.names,
      fetch,
      node: (request, response, from) =>
        getRequestListener((asked) => fetch(asked, from), {
          overrideGlobalObjects: false,
        })(request, response),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    hold[Symbol.dispose]();
    throw error;
  }
}

/** What the request shows of its own counts no more, but for the key of a provider, which is for the provider. */
function withToken(request: Request, token: string, gatewayKey: Secret): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  headers.set(tenantTokenHeader, token);
  if (belongsToGateway(request)) headers.set(gatewayKeyHeader, gatewayKey.reveal());
  else headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}

/** What the listener of Node gives, and Next (a proxy), looks like a request, and is none to the platform. */
function plainRequest({ url, method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
}
