import { describe, expect, test } from 'vitest';
import { isRecord, readText } from '@percept/core/internal';
import { openStage, usesModels, workEvents } from './openwop-stage.ts';
import type { SseFrame } from './openwop-client.ts';

const slow = { timeout: 240_000 };
const kinds = (frames: readonly SseFrame[]) => frames.map(({ event }) => event);

describe('the event stream', slow, () => {
  test(
    'tells transitions by default, everything in debug, and ends with the run',
    { tags: ['f-wop-events-sse'] },
    async () => {
      await using stage = await openStage();
      const { acme } = stage;
      const run = await acme.run('conformance-delay', { delayMs: 200 });
      const [updates, debug, mixed] = await Promise.all([
        acme.stream(`/v1/runs/${run}/events`),
        acme.stream(`/v1/runs/${run}/events?streamMode=debug`),
        acme.stream(`/v1/runs/${run}/events?streamMode=updates,messages`),
      ]);
      expect(kinds(updates.frames)).toEqual(['run.started', 'node.completed', 'run.completed']);
      expect(kinds(debug.frames)).toEqual([
        'run.started',
        'node.started',
        ...workEvents(),
        'node.completed',
        'run.completed',
      ]);
      expect(debug.frames.map(({ id }) => id)).toEqual(debug.frames.map((_, at) => String(at)));
      const isState = ({ event }: { event?: unknown }): boolean => event !== 'ai.message.chunk';
      expect(mixed.frames.filter(isState)).toEqual(updates.frames);
      expect(mixed.frames.every(isState)).toBe(!usesModels());
    },
  );

  test('tells states in values mode, each as it was', { tags: ['f-wop-events-sse'] }, async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const run = await acme.run('conformance-multi-node');
    await acme.ended(run);
    const { frames } = await acme.stream(`/v1/runs/${run}/events?streamMode=values`);
    expect(new Set(kinds(frames))).toEqual(new Set(['state.snapshot']));
    const states = frames.map(({ data }) => (isRecord(data) ? data['status'] : undefined));
    expect(states[0]).toBe('running');
    expect(states.at(-1)).toBe('completed');
    const back = await acme.stream(`/v1/runs/${run}/events?streamMode=values`, {
      'last-event-id': '3',
    });
    expect(back.frames[0]).toMatchObject({
      event: 'state.snapshot',
      id: '3',
      data: { status: 'running' },
    });
    expect(back.frames.slice(1)).toEqual(frames.filter(({ id }) => Number(id) > 3));
  });

  test(
    'goes on after Last-Event-ID without a gap and without a repetition, also after a restart',
    { tags: ['f-wop-events-sse'] },
    async () => {
      await using first = await openStage();
      const run = await first.acme.run('conformance-multi-node');
      await first.acme.ended(run);
      const path = `/v1/runs/${run}/events?streamMode=debug`;
      const whole = await first.acme.stream(path);
      await using again = await openStage({ folder: first.folder });
      for (const from of [0, 2, whole.frames.length - 1])
        for (const id of [String(from), `${run}.${from}`]) {
          const rest = await again.acme.stream(path, { 'last-event-id': id });
          expect(rest.frames).toEqual(whole.frames.slice(from + 1));
        }
      const wrong = await again.acme.stream(path, { 'last-event-id': 'run_other.3' });
      expect(wrong.status).toBe(400);
    },
  );

  test(
    'gathers events when it is asked to, and gives them out at the end',
    { tags: ['f-wop-events-sse'] },
    async () => {
      await using stage = await openStage();
      const { acme } = stage;
      const run = await acme.run('conformance-delay', { delayMs: 300 });
      const { frames } = await acme.stream(`/v1/runs/${run}/events?streamMode=debug&bufferMs=5000`);
      expect(kinds(frames)).toEqual(['batch']);
      const [batch] = frames;
      const events: readonly unknown[] = Array.isArray(batch?.data) ? batch.data : [];
      expect(events.map((event) => (isRecord(event) ? event['type'] : undefined))).toEqual([
        'run.started',
        'node.started',
        ...workEvents(),
        'node.completed',
        'run.completed',
      ]);
      const plain = await acme.stream(`/v1/runs/${run}/events?streamMode=debug&bufferMs=0`);
      expect(kinds(plain.frames)).not.toContain('batch');
    },
  );

  test('gives out what it gathered when the run begins to wait', async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const run = await acme.run('conformance-approval');
    const { frames } = await acme.stream(
      `/v1/runs/${run}/events?bufferMs=5000`,
      {},
      (seen) => seen.length > 0,
    );
    expect(JSON.stringify(frames[0]?.data)).toContain('node.suspended');
  });

  test('lives through silence with heartbeats', { tags: ['f-wop-events-sse'] }, async () => {
    await using stage = await openStage({ limits: { heartbeatMs: 30 } });
    const { acme } = stage;
    const run = await acme.run('conformance-delay', { delayMs: 500 });
    const { text, frames } = await acme.stream(`/v1/runs/${run}/events`);
    expect(text.split(': heartbeat\n\n').length).toBeGreaterThan(2);
    expect(kinds(frames).at(-1)).toBe('run.completed');
  });

  test('refuses modes and figures that it does not know', { tags: ['f-wop-errors'] }, async () => {
    await using stage = await openStage();
    const { acme } = stage;
    const run = await acme.run('conformance-noop');
    for (const mode of ['bogus', 'updates,bogus', 'values,updates', '']) {
      const answer = await acme.get(`/v1/runs/${run}/events?streamMode=${mode}`);
      expect([answer.status, answer.body['error']]).toEqual([400, 'unsupported_stream_mode']);
      expect(answer.body['details']).toMatchObject({
        supported: ['values', 'updates', 'messages', 'debug'],
      });
    }
    for (const buffer of ['5001', '-1', 'soon', '1e3'])
      expect((await acme.get(`/v1/runs/${run}/events?bufferMs=${buffer}`)).status).toBe(400);
  });

  test('has room for so many readers of a tenant, and takes the next one when one leaves', async () => {
    await using stage = await openStage({ limits: { maxStreamsPerTenant: 1 } });
    const { acme, zenith } = stage;
    const run = await acme.run('conformance-cancellable', { delayMs: 20_000 });
    const opened = Promise.withResolvers<void>();
    const held = acme.stream(`/v1/runs/${run}/events`, {}, (frames) => {
      if (frames.length > 0) opened.resolve();
      return frames.some(({ event }) => event === 'run.cancelled');
    });
    await opened.promise;
    expect((await acme.stream(`/v1/runs/${run}/events`)).status).toBe(429);
    const other = await zenith.run('conformance-noop');
    expect((await zenith.stream(`/v1/runs/${other}/events`)).status).toBe(200);
    await acme.post(`/v1/runs/${run}/cancel`);
    await held;
    await expect.poll(async () => (await acme.stream(`/v1/runs/${run}/events`)).status).toBe(200);
  });
});

describe('events as JSON', slow, () => {
  test(
    'come from the same route, in order, and page by page with poll',
    { tags: ['f-wop-events-json'] },
    async () => {
      await using stage = await openStage();
      const { acme } = stage;
      const run = await acme.run('conformance-multi-node');
      await acme.ended(run);
      const all = await acme.get(`/v1/runs/${run}/events`);
      expect(all.body).toMatchObject({ isComplete: true, hasMore: false });
      const events = await acme.events(run);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at));
      const terminal = events.filter(({ type }) =>
        /^run\.(completed|failed|cancelled)$/.test(readText(type) ?? ''),
      );
      expect(terminal).toEqual([events.at(-1)]);
      let last = -1;
      const polled: unknown[] = [];
      for (;;) {
        const query = last < 0 ? '' : `&lastSequence=${last}`;
        const page = await acme.get(`/v1/runs/${run}/events/poll?limit=3${query}`);
        const found: readonly unknown[] = Array.isArray(page.body['events'])
          ? page.body['events']
          : [];
        polled.push(...found);
        if (page.body['isComplete'] === true) break;
        last = Number(page.body['lastSequence']);
      }
      expect(polled).toEqual(events);
      const beyond = await acme.get(`/v1/runs/${run}/events/poll?lastSequence=${events.length}`);
      expect(beyond.body['events']).toEqual([]);
      expect((await acme.get(`/v1/runs/${run}/events/poll?lastSequence=x`)).status).toBe(400);
    },
  );
});
