// A face: one part of the server that answers some requests and leaves all others alone. The server asks them in order.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { notFound, problem, respondWith, type Problem } from './http/problem.ts';
import { dataHeaders } from './page-headers.ts';

export interface Face {
  readonly name: string;
  /** False, with nothing read or written, for what is not its own. */
  handle(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** A part whose routes leave to the next what they do not match. */
export interface Routed {
  readonly name: string;
  readonly routes: Hono;
  close(): Promise<void>;
}

/** Answers whatever comes: the last face of a server. */
export function routesFace(parts: readonly Routed[], report: (error: unknown) => void): Face {
  const all = new Hono();
  all.use(async (context, next) => {
    await next();
    // HEAD runs what GET runs, and nobody will read or leave its answer: a stream must learn that by itself.
    if (context.req.method === 'HEAD') await context.res.body?.cancel();
  });
  for (const { routes } of parts) all.route('/', routes);
  all.notFound(() => respondWith(notFound, dataHeaders));
  all.onError((error) => {
    report(error);
    return respondWith(failed, dataHeaders);
  });
  const listener = getRequestListener((request, env) => all.fetch(request, env), {
    // The classes of the platform stay what they are.
    overrideGlobalObjects: false,
  });
  return {
    name: 'routes',
    handle: async (request, response) => {
      // Whatever a route forgets is never guessed at by a browser.
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'no-referrer');
      await listener(request, response);
      return true;
    },
    close: async () => {
      for (const part of parts) await part.close();
    },
  };
}

export const failed: Problem = problem(
  500,
  'internal_error',
  'Something went wrong inside Percept.',
);

/** An answer before any face was asked, or after one of them failed. The rest of the request is not read. */
export function answerRaw(
  response: ServerResponse,
  { status, error, message, details }: Problem,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ error, message, ...(details && { details }) });
  response.writeHead(status, {
    ...dataHeaders,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(typeof details?.['retryAfter'] === 'number' && {
      'retry-after': String(details['retryAfter']),
    }),
    connection: 'close',
  });
  response.end(body);
}
