// The web API's routes: who asks, what exactly, and the answer. Everything that a client sends is parsed here, within a
// bound, before anything else looks at it.
import { Hono, type Context } from 'hono';
import { sizeHint } from '@percept/agent/internal';
import { isRecord, overLimit, readCount, readText } from '@percept/core/internal';
import type { JsonObject, Outcome, TenantId } from '@percept/core';
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

/** `read`: the body, held within what all requests together may hold until this one is answered. */
type Handler = (
  tenant: TenantId,
  context: Context,
  read: () => Promise<ReadBody>,
) => Promise<Response>;
/** With its body, read before anything else: a conversation may be closed to make room while a slow one comes in. */
type BodyHandler = (tenant: TenantId, context: Context, body: JsonObject) => Promise<Response>;

export function webRoutes(service: WebApiService): Hono {
  const { conversations, uploads, limits, setup } = service;
  const { hostLimits } = setup;
  const routes = new Hono({ strict: false });
  const streams = sharedPlaces(limits.maxEventStreams);

  const as =
    (handle: Handler) =>
    async (context: Context): Promise<Response> => {
      const { raw } = context.req;
      const tenant = setup.identify(raw);
      if (tenant === undefined) return answer(notSignedIn);
      const share = new Share(setup.bodies);
      try {
        return await handle(tenant, context, () => readBody(raw, hostLimits.maxJsonBytes, share));
      } finally {
        share.giveBack();
      }
    };
  const posted = (handle: BodyHandler): ((context: Context) => Promise<Response>) =>
    as(async (tenant, context, read) => {
      const body = await read();
      return body.ok ? handle(tenant, context, body.value) : answer(body.problem);
    });
  const id = (context: Context): string => context.req.param('id') ?? '';

  routes.get(
    '/api/status',
    as(async (tenant) => json(await service.status(tenant))),
  );

  routes.post(
    '/api/trust',
    as(async (tenant, _context, body) => {
      const { folderTrust } = setup;
      if (!folderTrust || tenant !== localTenant) return answer(notFound);
      const read = await body();
      if (!read.ok) return answer(read.problem);
      const { answer: given, digest } = read.value;
      if (given !== 'once' || typeof digest !== 'string')
        return answer(invalid('answer is not "once", or digest is not a text.'));
      const trusted = await folderTrust.trust(digest);
      return trusted.ok ? nothing() : answer(refusalProblem(trusted.refusal));
    }),
  );

  routes.post(
    '/api/uploads',
    as(async (tenant, { req }) => {
      const announced = Number(req.header('content-length') ?? Number.NaN);
      const { config } = await setup.runtime.plan();
      const max = config.images.maxBytes;
      if (announced > max)
        return answer(
          refusalProblem(overLimit('maxBytesPerFile', max, announced, sizeHint({ maxBytes: max }))),
        );
      const leave = service.uploading.enter(tenant);
      if (!leave) return answer(tooBusy);
      const room = await uploads.hasRoom(tenant, Number.isSafeInteger(announced) ? announced : 0);
      if (room.ok) return uploadStream(service, tenant, req.raw, leave);
      leave();
      return answer(refusalProblem(room.refusal));
    }),
  );
  routes.get(
    '/api/uploads/:id',
    as(async (tenant, context) => {
      const held = await uploads.find(tenant, id(context));
      return held.ok
        ? json(await service.uploaded(tenant, held.value))
        : answer(refusalProblem(held.refusal));
    }),
  );
  routes.delete(
    '/api/uploads/:id',
    as(async (tenant, context) => {
      const removed = await uploads.remove(tenant, id(context));
      if (!removed.ok) return answer(refusalProblem(removed.refusal));
      return removed.value ? nothing() : answer(notFound);
    }),
  );

  routes.post(
    '/api/forecast',
    posted(async (tenant, { req }, body) => {
      const asked = readTurn(body);
      if (!asked) return answer(invalid('A draft has a text and a list of uploads.'));
      const session = readText(body['session']);
      const model = readText(body['model']);
      return tell(await forecastFor(service, tenant, { ...asked, session, model }, req.raw.signal));
    }),
  );

  routes.get(
    '/api/sessions',
    as(async (tenant, { req }) => tell(await conversations.list(tenant, req.query('after')))),
  );
  routes.post(
    '/api/sessions',
    posted(async (tenant, _context, { model }) => {
      if (model !== undefined && typeof model !== 'string')
        return answer(invalid('model is not a text.'));
      const made = await conversations.create(tenant, model);
      if (!made.ok) return answer(refusalProblem(made.refusal));
      return tell(await conversations.view(tenant, made.value.id), 201);
    }),
  );
  routes.get(
    '/api/sessions/:id',
    as(async (tenant, context) => {
      const before = count(context.req.query('before'));
      const turns = count(context.req.query('turns'));
      return tell(await conversations.view(tenant, id(context), { before, turns }));
    }),
  );
  routes.delete(
    '/api/sessions/:id',
    as(async (tenant, context) => {
      const removed = await conversations.remove(tenant, id(context));
      return removed.ok ? nothing() : answer(refusalProblem(removed.refusal));
    }),
  );
  routes.post(
    '/api/sessions/:id/model',
    posted(async (tenant, context, body) => {
      const found = await conversations.open(tenant, id(context));
      if (!found.ok) return answer(refusalProblem(found.refusal));
      const model = readText(body['model']);
      if (model === undefined) return answer(invalid('model is missing.'));
      const chosen = await conversations.choose(found.value, model);
      if (!chosen.ok) return answer(refusalProblem(chosen.refusal));
      return tell(await conversations.summary(tenant, id(context)));
    }),
  );
  routes.post(
    '/api/sessions/:id/turns',
    posted(async (tenant, context, body) => {
      const found = await conversations.open(tenant, id(context));
      if (!found.ok) return answer(refusalProblem(found.refusal));
      const asked = readTurn(body);
      if (!asked) return answer(invalid('A turn has a text and a list of uploads.'));
      return tell(await startTurn(service.turns, found.value, asked), 202);
    }),
  );
  routes.post(
    '/api/sessions/:id/fork',
    posted(async (tenant, context, body) => {
      const turn = readCount(body['turn']);
      if (turn === undefined) return answer(invalid('turn is not the number of a turn.'));
      const made = await conversations.fork(tenant, id(context), turn);
      if (!made.ok) return answer(refusalProblem(made.refusal));
      return tell(await conversations.view(tenant, made.value), 201);
    }),
  );
  routes.post(
    '/api/sessions/:id/cancel',
    as(async (tenant, context) => {
      const owned = parseOwned('w', tenant, id(context));
      if (!owned) return answer(notFound);
      (await setup.runtime.pool()).cancel(owned);
      return nothing();
    }),
  );
  routes.post(
    '/api/sessions/:id/permissions/:permission',
    as(async (tenant, context, body) => {
      const live = await conversations.watchable(tenant, id(context));
      if (!live.ok) return answer(refusalProblem(live.refusal));
      const read = await body();
      if (!read.ok) return answer(read.problem);
      const { answer: given, digest } = read.value;
      if (typeof given !== 'string' || typeof digest !== 'string')
        return answer(invalid('answer and digest are not both texts.'));
      const permission = context.req.param('permission') ?? '';
      return live.value.answer(permission, given, digest) ? nothing() : answer(notFound);
    }),
  );
  routes.get(
    '/api/sessions/:id/events',
    as(async (tenant, context) => {
      const live = await conversations.watchable(tenant, id(context));
      if (!live.ok) return answer(refusalProblem(live.refusal));
      const out = streams.enter(tenant);
      if (!out) return answer(tooBusy);
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
    }),
  );
  routes.get(
    '/api/sessions/:id/timeline',
    as(async (tenant, context) => {
      const owned = parseOwned('w', tenant, id(context));
      if (!owned) return answer(notFound);
      const after = count(context.req.query('after')) ?? 0;
      const limit = limits.maxEntriesPerPage;
      const read = await setup.memory.sessions.entries(owned, { after, limit });
      if (!read.ok) return answer(refusalProblem(read.refusal));
      const redact = await service.redactor();
      const shown = conversations.contextOf(tenant, owned);
      const entries = [];
      for (const entry of read.value) entries.push(await timelineEntry(entry, shown, redact));
      const last = entries.at(-1);
      return json({ entries, ...(entries.length === limit && last && { next: last.seq }) });
    }),
  );
  routes.get(
    '/api/sessions/:id/debug-bundle',
    as(async (tenant, context) => {
      const owned = parseOwned('w', tenant, id(context));
      const read = owned && (await setup.memory.sessions.entries(owned));
      if (!owned || !read?.ok) return answer(notFound);
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
    }),
  );
  routes.all(
    '/api/*',
    as(async () => answer(notFound)),
  );
  return routes;
}

function tell<T>(outcome: Outcome<T>, status = 200): Response {
  return outcome.ok ? json(outcome.value, status) : answer(refusalProblem(outcome.refusal));
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

function answer(what: Problem): Response {
  const challenge = what.status === 401 ? { 'www-authenticate': 'Bearer realm="percept"' } : {};
  return respondWith(what, { ...dataHeaders, ...challenge });
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function readTurn(value: unknown): NewTurn | undefined {
  if (!isRecord(value)) return undefined;
  const again = readCount(value['again']);
  if (again !== undefined) return { text: '', uploads: [], again };
  if (value['again'] !== undefined) return undefined;
  const edits = value['edits'] === undefined ? undefined : readEdits(value['edits']);
  if (value['edits'] !== undefined && !edits) return undefined;
  const text = value['text'] === undefined ? '' : readText(value['text']);
  const listed: unknown = value['uploads'] ?? [];
  if (text === undefined || !Array.isArray(listed)) return undefined;
  const items: readonly unknown[] = listed;
  const uploads = items.filter((item) => typeof item === 'string');
  return uploads.length === items.length ? { text, uploads, ...(edits && { edits }) } : undefined;
}

function readEdits(value: unknown): EditedTurn | undefined {
  if (!isRecord(value) || !Array.isArray(value['keeps'])) return undefined;
  const turn = readCount(value['turn']);
  const listed: readonly unknown[] = value['keeps'];
  const keeps = listed.flatMap((item) => readCount(item) ?? []);
  return turn !== undefined && keeps.length === listed.length ? { turn, keeps } : undefined;
}

const tooBusy = problem(503, 'too_busy', 'Too much is going on at once.', {
  hint: 'Try again in a moment.',
  retryAfter: 1,
});
