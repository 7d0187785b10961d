// One table of routes: requests are matched by it, and the API document is written from it, so a route that answers is a
// route that is documented.
import { Hono } from 'hono';
import type { JsonObject } from '@percept/core';
import {
  notFound,
  problem,
  readBody,
  respondWith,
  Share,
  type Caller,
  type HeldBytes,
  type Problem,
  type ReadBody,
  type Scope,
} from '@percept/host/internal';

interface Asked {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly param: (name: string) => string;
}

interface PublicRequest extends Asked {
  readonly body: JsonObject;
}

export interface SecuredRequest extends PublicRequest {
  readonly caller: Caller;
}

export interface Described {
  readonly method: 'get' | 'post';
  /** In the spelling of the router. */
  readonly path: string;
  /** In the spelling of the API document, where the two differ. */
  readonly documented?: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Of the request; without it the body is not read. */
  readonly takes?: { readonly maxBytes: number; readonly schema: JsonObject };
  /** The schema of every success, by status. */
  readonly answers: Readonly<Record<string, Described200>>;
}

interface Described200 {
  readonly description: string;
  readonly schema?: JsonObject;
  readonly contentType?: string;
}

interface PublicRoute extends Described {
  readonly scope?: never;
  handle(asked: PublicRequest): Promise<Answer>;
}

interface SecuredRoute extends Described {
  readonly scope: Scope;
  handle(asked: SecuredRequest): Promise<Answer>;
}

export type Route = PublicRoute | SecuredRoute;

/** Problems are answered in one form, wherever they were met. */
export type Answer = Response | Problem;

/** Of the protocol. */
export const protocolPrefixes: readonly string[] = [
  '/.well-known/openwop',
  '/v1/openapi.json',
  '/v1/runs',
  '/v1/interrupts',
  '/v1/host/sample',
  '/v1/host/percept',
];
const assetPrefix = '/v1/host/sample/assets/';

export interface ServeOptions {
  /** Undefined: nobody. */
  readonly identify: (request: Request) => Caller | undefined;
  /** Under these, whatever is not a route is answered here; other paths are left to whoever comes next. */
  readonly prefixes: readonly string[];
  /** Nothing is answered before. */
  readonly ready: Promise<unknown>;
  /** Of the bodies of all requests that are being answered. */
  readonly bodies: HeldBytes;
  readonly report: (error: unknown) => void;
}

export function serve(
  routes: readonly Route[],
  { identify, prefixes, ready, bodies, report }: ServeOptions,
): Hono {
  const app = new Hono();
  for (const route of routes)
    app.on(route.method.toUpperCase(), route.path, async (context) => {
      await ready;
      const { raw: request } = context.req;
      const asked: Asked = {
        request,
        query: new URL(request.url).searchParams,
        param: (name) => context.req.param(name) ?? '',
      };
      const share = new Share(bodies);
      try {
        const answered = await answer(route, asked, identify, share);
        return answered instanceof Response ? answered : respondWith(answered);
      } finally {
        share.giveBack();
      }
    });
  for (const prefix of prefixes)
    for (const path of [prefix, `${prefix}/*`])
      app.all(path, async (context, next) => {
        if (context.req.path.startsWith(assetPrefix)) return next();
        return unmatched(routes, context.req.path);
      });
  app.onError((error) => {
    report(error);
    return respondWith(problem(500, 'internal_error', 'The host failed. It is not your request.'));
  });
  return app;
}

async function answer(
  route: Route,
  asked: Asked,
  identify: ServeOptions['identify'],
  share: Share,
): Promise<Answer> {
  const read = (): Promise<ReadBody> => bodyOf(route, asked.request, share);
  if (route.scope === undefined) {
    const body = await read();
    return body.ok ? route.handle({ ...asked, body: body.value }) : body.problem;
  }
  const caller = identify(asked.request);
  if (!caller)
    return respondWith(
      problem(401, 'unauthenticated', 'A bearer token that this host knows is needed.'),
      { 'www-authenticate': 'Bearer' },
    );
  if (!caller.scopes.has(route.scope))
    return problem(403, 'forbidden', `The token does not have the scope ${route.scope}.`, {
      requiredScope: route.scope,
    });
  const body = await read();
  return body.ok ? route.handle({ ...asked, body: body.value, caller }) : body.problem;
}

async function bodyOf({ takes }: Route, request: Request, share: Share): Promise<ReadBody> {
  return takes ? readBody(request, takes.maxBytes, share) : { ok: true, value: {}, text: '{}' };
}

/** 405 where the path has other methods, 404 where it has none. */
function unmatched(routes: readonly Route[], path: string): Response {
  const methods = routes
    .filter((route) => matches(route.path, path))
    .map(({ method }) => method.toUpperCase());
  if (methods.length === 0) return respondWith(notFound);
  const allow = [
    ...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  ];
  return respondWith(problem(405, 'method_not_allowed', `Allowed here: ${allow.join(', ')}.`), {
    allow: allow.join(', '),
  });
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
