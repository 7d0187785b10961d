// Event streams and the events of a session, without a socket: what is held, what is cut, what is told to whom.
import type { Permission } from '@percept/core/internal/permission';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionEvent, SessionView, Turn } from '@percept/contract';
import { foldEvent } from '@percept/contract/internal';
import { eventStream, type EventSink } from '../src/web-api/event-stream.ts';
import { LiveSession } from '../src/web-api/live-session.ts';

const options = { heartbeatMs: 60_000, maxUnreadEventBytes: 1000 };

function open(): { readonly response: Response; readonly sink: EventSink } {
  const sinks: EventSink[] = [];
  const response = eventStream(options, (sink) => sinks.push(sink));
  const [sink] = sinks;
  if (!sink) throw new Error('The stream did not start.');
  return { response, sink };
}

const question: Permission = {
  subject: { kind: 'server-call', server: 's', tool: 't', input: {}, identity: '' },
  title: 'Call t',
  notes: [],
  lines: [],
  scopes: ['once'],
  digest: 'd',
};

describe('an event stream', () => {
  test('cuts a reader off that lets too much wait, and says so to whoever sends', () => {
    const { sink } = open();
    let sent = 0;
    while (sink.send({ data: 'x'.repeat(100) }) && sent < 1000) sent += 1;
    expect(sent).toBeLessThan(12);
    expect(sink.signal.aborted).toBe(true);
    expect(sink.send({ data: 'more' })).toBe(false);
  });

  test('ends when its reader goes', async () => {
    const { response, sink } = open();
    await response.body?.cancel();
    expect(sink.signal.aborted).toBe(true);
    sink.end();
  });

  test('carries any text as one event', async () => {
    const hostile = 'a\n\ndata: forged\r\nid: 9\u2028\u0000';
    const { response, sink } = open();
    sink.send({ id: '1', data: { text: hostile } });
    sink.end();
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]?.slice(6) ?? '')).toEqual({ text: hostile });
  });
});

const turn = (number: number): Turn => ({
  turn: number,
  at: '2026-01-01T00:00:00.000Z',
  model: 'm',
  messages: [],
  sightings: [],
  permissions: [],
});

const usage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  requests: 0,
  source: 'estimate',
  models: [],
} as const;

describe('the events of a session', () => {
  test('from any cursor on add up to the same view', () => {
    const word = fc.string({ maxLength: 5 });
    const at = '2026-01-01T00:00:00.000Z';
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.nat({ max: 21 }), (words, cut) => {
        const live = new LiveSession(1000);
        const cursors = [live.cursor];
        const publish = (event: SessionEvent): void => {
          live.publish(event);
          cursors.push(live.cursor);
        };
        const empty: SessionView = {
          id: 's',
          title: '',
          updatedAt: at,
          model: 'm',
          running: false,
          turns: [],
          hasEarlier: false,
          cursor: live.cursor,
        };
        publish({ type: 'turn-started', turn: turn(1) });
        for (const text of words)
          publish({ type: 'text-appended', turn: 1, message: 'a', kind: 'text', text, at });
        const whole: SessionEvent[] = [];
        live.watch(
          cursors[0],
          ({ event }) => whole.push(event),
          () => {},
        );
        const view = whole.reduce(foldEvent, empty);
        // A page that left after `cut` events, and came back with its cursor.
        const before = whole.slice(0, cut).reduce(foldEvent, empty);
        const rest: SessionEvent[] = [];
        live.watch(
          cursors[Math.min(cut, whole.length)],
          ({ event }) => rest.push(event),
          () => {},
        );
        expect(rest.reduce(foldEvent, before)).toEqual(view);
        expect(live.running).toEqual(view.turns[0]);
      }),
    );
  });

  test('that are not held any more are answered with a reset, and the newest always are', () => {
    const live = new LiveSession(10);
    const first = live.cursor;
    for (let number = 1; number <= 50; number++) {
      live.publish({ type: 'turn-started', turn: turn(number) });
      live.publish({ type: 'turn-ended', turn: number, end: 'answered', usage });
    }
    const told = (after: string): readonly string[] => {
      const types: string[] = [];
      live.watch(
        after,
        ({ event }) => types.push(event.type),
        () => {},
      )();
      return types;
    };
    expect(told(first)).toEqual(['reset']);
    expect(told(live.cursor)).toEqual([]);
    for (const nonsense of ['', '-', 'x-1', `${first}9999`, `${first.split('-')[0]}--1`, '1e3-1e3'])
      expect(told(nonsense)).toEqual(['reset']);
  });

  test('a question that nobody answers is a no when the turn ends', async () => {
    const live = new LiveSession(10);
    const stop = new AbortController();
    const asked = live.ask('p', question, stop.signal);
    expect(live.answer('q', 'once', question.digest)).toBe(false);
    stop.abort();
    expect(await asked).toBe('denied');
    expect(live.answer('p', 'once', question.digest)).toBe(false);
    expect(await live.ask('late', question, stop.signal)).toBe('denied');
    const other = live.ask('r', question, new AbortController().signal);
    live.end();
    expect(await other).toBe('denied');
  });

  test('attack: an answer counts once, for exactly what was asked, and covers only what was offered', async () => {
    const live = new LiveSession(10);
    const asked = live.ask('p', question, new AbortController().signal);
    expect(live.answer('p', 'once', 'another digest')).toBe(false);
    expect(live.answer('p', 'session', question.digest)).toBe(false);
    expect(live.answer('p', 'once', question.digest)).toBe(true);
    expect(live.answer('p', 'denied', question.digest)).toBe(false);
    expect(await asked).toBe('once');
  });
});
