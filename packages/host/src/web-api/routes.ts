// The web API's routes: who asks, what exactly, and the answer. Everything that a client sends is parsed here, within a
// bound, before anything else looks at it.
import { Hono, type Context } from 'hono';
import { sizeHint } from '@percept/agent/internal';
import { definedOf, overLimit, readCount, readText } from '@percept/core/internal';
import { count, isShape, listOf, maybe, shape, text } from '@percept/core/internal/options';
import { refuse, type JsonObject, type Outcome, type Refused, type TenantId } from '@percept/core';
import { localTenant } from '@percept/store';
import { Share } from '../http/held-bytes.ts';
import { readBody, type ReadBody } from '../http/json-body.ts';
import {
  invalid,
  notFound,
  notSignedIn,
  problem,
  refusalProblem,
  respondWith,
  type Problem,
} from '../http/problem.ts';
import { dataHeaders } from '../page-headers.ts';
import { sharedPlaces } from '../places.ts';
import type { EditedTurn, NewTurn } from '@percept/contract';
import { debugBundle } from './debug-bundle.ts';
import { eventStream } from './event-stream.ts';
import { Journal } from './journal.ts';
import { parseOwned } from './owner.ts';
import { timelineEntry } from './timeline.ts';
import { startTurn } from './turns.ts';
import { forecastFor } from './forecast.ts';
import { uploadStream } from './take-upload.ts';
import type { WebApiService } from './web-api.ts';

/** What goes wrong is answered in one form. */
type Answer = Response | Problem | Refused;

/** `read`: the body, held within what all requests together may hold until this one is answered. */
type Handler = (
  tenant: TenantId,
  context: Context,
  read: () => Promise<ReadBody>,
) => Promise<Answer>;
/** With its body, read before anything else: a conversation may be closed to make room while a slow one comes in. */
type BodyHandler = (tenant: TenantId, context: Context, body: JsonObject) => Promise<Answer>;

export function webRoutes(service: WebApiService): Hono {
  const { conversations, uploads, limits, setup } = service;
  const { hostLimits } = setup;
  const routes = new Hono({ strict: false });
  const streams = sharedPlaces(limits.maxEventStreams);

  const on = (method: 'GET' | 'POST' | 'DELETE' | 'ALL', path: string, handle: Handler): void => {
    routes.on(method, path, async (context) => {
      const { raw } = context.req;
      const tenant = setup.identify(raw);
      if (tenant === undefined) return answer(notSignedIn);
      const share = new Share(setup.bodies);
      try {
        return answer(
          await handle(tenant, context, () => readBody(raw, hostLimits.maxJsonBytes, share)),
        );
      } finally {
        share.giveBack();
      }
    });
  };
  const posted = (path: string, handle: BodyHandler): void =>
    on('POST', path, async (tenant, context, read) => {
      const body = await read();
      return body.ok ? handle(tenant, context, body.value) : body.problem;
    });
  const id = (context: Context): string => context.req.param('id') ?? '';

  on('GET', '/api/status', async (tenant) => json(await service.status(tenant)));

  on('POST', '/api/trust', async (tenant, _context, body) => {
    const { folderTrust } = setup;
    if (!folderTrust || tenant !== localTenant) return notFound;
    const read = await body();
    if (!read.ok) return read.problem;
    const { answer: given, digest } = read.value;
    if (given !== 'once' || typeof digest !== 'string')
      return invalid('answer is not "once", or digest is not a text.');
    const trusted = await folderTrust.trust(digest);
    return trusted.ok ? nothing() : trusted;
  });

  on('POST', '/api/uploads', async (tenant, { req }) => {
    const announced = Number(req.header('content-length') ?? Number.NaN);
    const { config } = await setup.runtime.plan();
    const max = config.images.maxBytes;
    if (announced > max)
      return refuse(overLimit('maxBytesPerFile', max, announced, sizeHint({ maxBytes: max })));
    const leave = service.uploading.enter(tenant);
    if (!leave) return tooBusy;
    const room = await uploads.hasRoom(tenant, Number.isSafeInteger(announced) ? announced : 0);
    if (room.ok) return uploadStream(service, tenant, req.raw, leave);
    leave();
    return room;
  });
  on('GET', '/api/uploads/:id', async (tenant, context) => {
    const held = await uploads.find(tenant, id(context));
    return held.ok ? json(await service.uploaded(tenant, held.value)) : held;
  });
  on('DELETE', '/api/uploads/:id', async (tenant, context) => {
    const removed = await uploads.remove(tenant, id(context));
    if (!removed.ok) return removed;
    return removed.value ? nothing() : notFound;
  });

  posted('/api/forecast', async (tenant, { req }, body) => {
    const asked = readTurn(body);
    if (!asked) return invalid('A draft has a text and a list of uploads.');
    const session = readText(body['session']);
    const model = readText(body['model']);
    return tell(await forecastFor(service, tenant, { ...asked, session, model }, req.raw.signal));
  });

  on('GET', '/api/sessions', async (tenant, { req }) =>
    tell(await conversations.list(tenant, req.query('after'))),
  );
  posted('/api/sessions', async (tenant, _context, { model }) => {
    if (model !== undefined && typeof model !== 'string') return invalid('model is not a text.');
    const made = await conversations.create(tenant, model);
    if (!made.ok) return made;
    return tell(await conversations.view(tenant, made.value.id), 201);
  });
  on('GET', '/api/sessions/:id', async (tenant, context) => {
    const before = wholeNumber(context.req.query('before'));
    const turns = wholeNumber(context.req.query('turns'));
    return tell(await conversations.view(tenant, id(context), { before, turns }));
  });
  on('DELETE', '/api/sessions/:id', async (tenant, context) => {
    const removed = await conversations.remove(tenant, id(context));
    return removed.ok ? nothing() : removed;
  });
  posted('/api/sessions/:id/model', async (tenant, context, body) => {
    const found = await conversations.open(tenant, id(context));
    if (!found.ok) return found;
    const model = readText(body['model']);
    if (model === undefined) return invalid('model is missing.');
    const chosen = await conversations.choose(found.value, model);
    if (!chosen.ok) return chosen;
    return tell(await conversations.summary(tenant, id(context)));
  });
  posted('/api/sessions/:id/turns', async (tenant, context, body) => {
    const found = await conversations.open(tenant, id(context));
    if (!found.ok) return found;
    const asked = readTurn(body);
    if (!asked) return invalid('A turn has a text and a list of uploads.');
    return tell(await startTurn(service.turns, found.value, asked), 202);
  });
  posted('/api/sessions/:id/fork', async (tenant, context, body) => {
    const turn = readCount(body['turn']);
    if (turn === undefined) return invalid('turn is not the number of a turn.');
    const made = await conversations.fork(tenant, id(context), turn);
    if (!made.ok) return made;
    return tell(await conversations.view(tenant, made.value), 201);
  });
  on('POST', '/api/sessions/:id/cancel', async (tenant, context) => {
    const owned = parseOwned('w', tenant, id(context));
    if (!owned) return notFound;
    (await setup.runtime.pool()).cancel(owned);
    return nothing();
  });
  on('POST', '/api/sessions/:id/permissions/:permission', async (tenant, context, body) => {
    const live = await conversations.watchable(tenant, id(context));
    if (!live.ok) return live;
    const read = await body();
    if (!read.ok) return read.problem;
    const { answer: given, digest } = read.value;
    if (typeof given !== 'string' || typeof digest !== 'string')
      return invalid('answer and digest are not both texts.');
    const permission = context.req.param('permission') ?? '';
    return live.value.answer(permission, given, digest) ? nothing() : notFound;
  });
  on('GET', '/api/sessions/:id/events', async (tenant, context) => {
    const live = await conversations.watchable(tenant, id(context));
    if (!live.ok) return live;
    const out = streams.enter(tenant);
    if (!out) return tooBusy;
    const after = context.req.header('last-event-id') ?? context.req.query('after');
    return eventStream(hostLimits, (sink) => {
      const leave = live.value.watch(
        after,
        ({ cursor, event }) => void sink.send({ id: cursor, data: event }),
        () => sink.end(),
      );
      const gone = (): void => {
        out();
        leave();
      };
      // What was held for it may have been too much already.
      if (sink.signal.aborted) gone();
      else sink.signal.addEventListener('abort', gone, { once: true });
    });
  });
  on('GET', '/api/sessions/:id/timeline', async (tenant, context) => {
    const owned = parseOwned('w', tenant, id(context));
    if (!owned) return notFound;
    const after = wholeNumber(context.req.query('after')) ?? 0;
    const limit = limits.maxEntriesPerPage;
    const read = await setup.memory.sessions.entries(owned, { after, limit });
    if (!read.ok) return read;
    const redact = await service.redactor();
    const shown = conversations.contextOf(tenant, owned);
    const entries = [];
    for (const entry of read.value) entries.push(await timelineEntry(entry, shown, redact));
    const last = entries.at(-1);
    return json({ entries, ...(entries.length === limit && last && { next: last.seq }) });
  });
  on('GET', '/api/sessions/:id/debug-bundle', async (tenant, context) => {
    const owned = parseOwned('w', tenant, id(context));
    const read = owned && (await setup.memory.sessions.entries(owned));
    if (!owned || !read?.ok) return notFound;
    const bundle = debugBundle({
      version: setup.version,
      session: owned,
      entries: read.value,
      journal: await new Journal(setup.memory, tenant, owned).read(),
      cards: await service.cards(),
      generatedAt: new Date(setup.clock()).toISOString(),
      redact: await service.redactor(),
    });
    const name = `percept-${owned}.json`;
    return json(bundle, 200, { 'content-disposition': `attachment; filename="${name}"` });
  });
  on('ALL', '/api/*', async () => notFound);
  return routes;
}

function tell<T>(outcome: Outcome<T>, status = 200): Answer {
  return outcome.ok ? json(outcome.value, status) : outcome;
}

function json(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(value, { status, headers: { ...dataHeaders, ...headers } });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: dataHeaders });
}

function answer(given: Answer): Response {
  if (given instanceof Response) return given;
  const what = 'refusal' in given ? refusalProblem(given.refusal) : given;
  const challenge = what.status === 401 ? { 'www-authenticate': 'Bearer realm="percept"' } : {};
  return respondWith(what, { ...dataHeaders, ...challenge });
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const isNewTurn = isShape<NewTurn>({
  text,
  uploads: listOf(text),
  again: maybe(count),
  edits: maybe(shape<EditedTurn>({ turn: count, keeps: listOf(count) })),
});

function readTurn({ text: said = '', uploads, again, edits }: JsonObject): NewTurn | undefined {
  const isAgain = again !== undefined;
  const asked = isAgain
    ? { text: '', uploads: [], again }
    : { text: said, uploads: uploads ?? [], ...definedOf({ edits }) };
  return isNewTurn(asked) ? asked : undefined;
}

const tooBusy = problem(503, 'too_busy', 'Too much is going on at once.', {
  hint: 'Try again in a moment.',
  retryAfter: 1,
});
