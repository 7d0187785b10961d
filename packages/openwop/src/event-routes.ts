// The routes of a run's log: streamed, as JSON, polled, and as a bundle for whoever looks for a fault.
import type { JsonObject } from '@percept/core';
import { invalid, notFound, problem } from '@percept/host/internal';
import { isProblem, json, wholeNumber, problemOf } from './answer.ts';
import { bundleOf } from './debug-bundle.ts';
import { readStreamRequest, streamEvents } from './event-stream.ts';
import type { Answer, Route } from './route.ts';
import type { RouteParts } from './route-parts.ts';
import type { LiveRun } from './live-run.ts';
import { byRun } from './run-routes.ts';
import { isTerminal } from './run-state.ts';
import { schemas } from './schemas.ts';

export function eventRoutes(parts: RouteParts): readonly Route[] {
  const { runs, media, streams, limits, clock, origin, version, assets } = parts;
  const withRun = byRun(runs);

  const page = async (run: LiveRun, query: URLSearchParams): Promise<Answer> => {
    const after = wholeNumber(query.get('lastSequence'), -1);
    const limit = wholeNumber(query.get('limit'), limits.maxEventsPerPage);
    if (after === undefined || limit === undefined || limit < 1)
      return invalid('`lastSequence` and `limit` are whole numbers.');
    const events = await run.read(after, Math.min(limit, limits.maxEventsPerPage));
    if (!events.ok) return problemOf(events.refusal);
    const documents: JsonObject[] = [];
    let bytes = 0;
    for (const event of events.value) {
      const document = await media.tell(run.id, event);
      bytes += JSON.stringify(document).length;
      if (documents.length > 0 && bytes > limits.maxPageBytes) break;
      documents.push(document);
    }
    const last = after + documents.length;
    const hasMore = last < run.length - 1;
    return json(200, {
      events: documents,
      lastSequence: last,
      hasMore,
      isComplete: !hasMore && isTerminal(run.state.status),
    });
  };

  return [
    {
      method: 'get',
      path: '/v1/runs/:runId/events',
      scope: 'runs:read',
      summary: 'Streams the events of a run, or answers them as JSON.',
      query: {
        streamMode:
          'values, updates, messages or debug; updates, messages and debug may be joined.',
        bufferMs: 'Collects events for up to so many milliseconds.',
        lastSequence: 'As JSON: only what comes after this event.',
        limit: 'As JSON: how many.',
      },
      answers: {
        200: {
          description: 'The events.',
          schema: schemas.eventPage,
          contentType: 'text/event-stream',
        },
      },
      handle: withRun(async (run, { request, query, caller }) => {
        const lastEventId = request.headers.get('last-event-id');
        const asked = readStreamRequest(query, lastEventId, run.id, limits);
        if (isProblem(asked)) return asked;
        if (wantsJson(request)) return page(run, query);
        const onEnd = streams.enter(caller.tenant);
        if (!onEnd)
          return problem(429, 'too_many_streams', 'Too many event streams are open.', {
            retryAfter: 5,
          });
        return streamEvents(asked, { run, media, limits, onEnd });
      }),
    },
    {
      method: 'get',
      path: '/v1/runs/:runId/events/poll',
      scope: 'runs:read',
      summary: 'The events after a sequence number, as JSON.',
      query: { lastSequence: 'Only what comes after this event.', limit: 'How many.' },
      answers: { 200: { description: 'A page of events.', schema: schemas.eventPage } },
      handle: withRun((run, { query }) => page(run, query)),
    },
    {
      method: 'get',
      path: '/v1/runs/:runId/debug-bundle',
      scope: 'debug:read',
      summary: 'Everything about a run, redacted, with media by reference.',
      answers: { 200: { description: 'The bundle.', schema: schemas.bundle } },
      handle: withRun(async (run) => {
        const { state, length } = run;
        const events = await run.read(-1, length);
        if (!events.ok) return problemOf(events.refusal);
        const now = clock();
        const bundle = { assets, origin: origin(), version, now, limits };
        return json(200, bundleOf(run, state, events.value.slice(0, length), bundle));
      }),
    },
    {
      method: 'get',
      path: '/v1/runs/:runId/media/:sequence',
      scope: 'runs:read',
      summary: 'Leads from the reference in a debug bundle to the asset.',
      answers: { 303: { description: 'Where the asset is served now.' } },
      handle: withRun(async (run, { param }) => {
        const url = await urlIn(run, param('sequence'));
        if (url === undefined) return notFound;
        const headers = { location: url, 'cache-control': 'no-store' };
        return new Response(null, { status: 303, headers });
      }),
    },
  ];
}

/** The capability that the run's log holds; whoever may read the log may have it. */
async function urlIn(run: LiveRun, text: string): Promise<string | undefined> {
  const sequence = wholeNumber(text, -1);
  if (sequence === undefined) return undefined;
  const events = await run.read(sequence - 1, 1);
  return events.ok ? events.value[0]?.media?.url : undefined;
}

function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
