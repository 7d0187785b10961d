import { describe, expect, test } from 'vitest';
import { parseEntry } from '../../src/parse/record.ts';
import { resolveProfile, type RecordEntry } from '../../src/index.ts';
import { frontierEntry, stateOf } from '../../src/lens/state.ts';
import { LensSession, lowerRequest, type LowerRequest } from '../../src/lens/index.ts';
import { sha256 } from '../../src/lens/sha256.ts';
import { judge } from '../../src/testing/index.ts';
import { writers, type Event, type Item } from './history.ts';
import { base64, heavyPng, jpeg, png } from './pictures.ts';

const wire = 'anthropic-messages';
const rewritable = resolveProfile({ provider: 'anthropic.messages', model: 'claude-opus-4-7' });
const bound = resolveProfile({ provider: 'anthropic.messages', model: 'claude-fable-5.1' });

const shot = (seed: number): Item => ({
  kind: 'image',
  mime: 'image/jpeg',
  data: base64(jpeg(1568, 1000 + seed)),
});
const text = (words: string): Item => ({ kind: 'text', text: words });
const ask: Event = { kind: 'user', items: [text('Please look.')] };
const said: Event = { kind: 'assistant', text: 'I see.' };
const view = (seed: number, path = `shots/${seed}.jpg`): Event => ({
  kind: 'calls',
  steps: [
    { id: `call_${seed}`, tool: 'view', input: { path }, result: [text('Here.'), shot(seed)] },
  ],
});
const turn = (...seeds: readonly number[]): readonly Event[] => [
  ask,
  ...seeds.map((seed) => view(seed)),
  said,
];

async function lower(events: readonly Event[], options: Partial<LowerRequest> = {}) {
  const profile = options.profile ?? rewritable;
  const lowered = await lowerRequest({ wire, body: writers[wire](events), profile, ...options });
  return {
    ...lowered,
    actions: lowered.report.slots.map((slot) => slot.action),
    json: JSON.stringify(lowered.body),
  };
}

describe('adaptive', () => {
  test(
    'leaves older perceptions out at the start of a turn when that pays, and never the newest',
    {
      tags: ['f-wires-keep-newest', 's003-recent-window-live', 'p-pay-when-looking'],
    },
    async () => {
      expect((await lower([...turn(1, 2, 3), ask])).actions).toEqual(['elide', 'elide', 'keep']);
      expect((await lower(turn(1, 2, 3))).actions).toEqual(['keep', 'keep', 'keep']);
    },
  );

  test('holds still when much text would have to be cached anew for little', async () => {
    const long: Event = { kind: 'user', items: [text('word '.repeat(60_000))] };
    expect((await lower([...turn(1, 2), long, said, ask])).actions).toEqual(['keep', 'keep']);
  });

  test(
    'shows within a turn what it showed at its start, with and without a session',
    { tags: ['f-wires-render-stable', 'd-lens-equal-prefix'] },
    async () => {
      const history = [...turn(1, 2, 3), ask, view(4), view(5), said, ask, view(6)];
      for (const session of [undefined, new LensSession()]) {
        let before: readonly string[] = [];
        for (let length = 5; length <= history.length; length++) {
          const { body, report } = await lower(
            history.slice(0, length),
            session ? { session } : {},
          );
          const messages = (body['messages'] as unknown[]).map((message) =>
            JSON.stringify(message),
          );
          const boundary = history[length - 1] === ask;
          if (!boundary) expect(messages.slice(0, before.length)).toEqual(before);
          before = messages;
          expect(report.frontier.results).toBeLessThanOrEqual(6);
        }
      }
    },
  );

  test(
    'a lost cache, seen in usage, makes leaving out free',
    { tags: ['f-wires-cold-cache-free'] },
    async () => {
      const long: Event = { kind: 'user', items: [text('word '.repeat(60_000))] };
      const history = [...turn(1, 2), long, said, ask];
      const session = new LensSession();
      session.observe({ inputTokens: 80_000, cacheReadTokens: 0 });
      expect((await lower(history, { session })).actions).toEqual(['keep', 'keep']);
      session.observe({ inputTokens: 81_000, cacheReadTokens: 200 });
      const lowered = await lower(history, { session });
      expect(lowered.actions).toEqual(['elide', 'keep']);
      expect(lowered.report).toMatchObject({ frontierMoved: true, frontier: { results: 1 } });
      session.observe({ inputTokens: 81_000, cacheReadTokens: 80_000 });
      expect((await lower([...history, said, ask], { session })).actions).toEqual([
        'elide',
        'keep',
      ]);
    },
  );

  test('an idle session outlives its cache by the clock', async () => {
    const history = [
      ...turn(1, 2),
      { kind: 'user', items: [text('word '.repeat(60_000))] } as const,
      said,
      ask,
    ];
    const session = new LensSession();
    session.observe({ inputTokens: 80_000, cacheReadTokens: 79_000 }, 1_000);
    expect((await lower(history, { session, nowMs: 60_000 })).actions).toEqual(['keep', 'keep']);
    expect((await lower(history, { session, nowMs: 3_600_000 })).actions).toEqual([
      'elide',
      'keep',
    ]);
  });
});

describe('what is left out', () => {
  test(
    'becomes text that names the source and says how to look again',
    {
      tags: [
        's003-descriptor-names-source',
        's003-descriptor-says-review',
        's003-evict-is-view',
        's003-check-evicts',
      ],
    },
    async () => {
      const body = writers[wire]([...turn(1, 2, 3), ask]);
      const before = JSON.stringify(body);
      const { json } = await lower([], { body });
      expect(json).toContain(
        '[image \\"shots/1.jpg\\", 1568×1001, image/jpeg, 41 bytes: seen earlier, no longer shown. Calling view with the same input shows it again.]',
      );
      expect(JSON.stringify(body)).toBe(before);
    },
  );

  test('comes back when it is viewed again', { tags: ['s003-review-restores'] }, async () => {
    expect((await lower([...turn(1, 2, 3), ask, view(1)])).actions).toEqual([
      'elide',
      'elide',
      'keep',
      'keep',
    ]);
  });

  test(
    'is never what the user pasted, nor a result that names no source',
    { tags: ['s003-attachments-kept', 's003-evict-only-restorable', 's003-check-evicts'] },
    async () => {
      const pasted: Event = { kind: 'user', items: [text('mine'), shot(50)] };
      const nameless: Event = {
        kind: 'calls',
        steps: [{ id: 'n', tool: 'screenshot', input: {}, result: [shot(60)] }],
      };
      const { actions } = await lower([pasted, nameless, ...turn(1, 2, 3), ask]);
      expect(actions).toEqual(['keep', 'keep', 'elide', 'elide', 'keep']);
    },
  );
});

test(
  'what is left out is text in its own result, and only what stays is moved where it can be seen',
  { tags: ['s004-below-retention'] },
  async () => {
    const lowered = await lowerRequest({
      wire: 'chat-completions',
      body: writers['chat-completions']([...turn(1), ...turn(2), ask, view(3)]),
      profile: resolveProfile({ provider: 'openai.chat', model: 'gpt-5' }),
      retention: { mode: 'window', turns: 1 },
    });
    const actions = lowered.report.slots.map(({ action }) => action);
    expect(actions).toEqual(['elide', 'elide', 'hoist']);
    const gone = {
      role: 'tool',
      content: expect.stringContaining('seen earlier, no longer shown'),
    };
    expect(lowered.body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      gone,
      { role: 'assistant' },
      { role: 'user' },
      { role: 'assistant' },
      gone,
      { role: 'assistant' },
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: 'Here.\n[image shown in the following message]' },
      { role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] },
    ]);
  },
);

test('what never fits a request has the same words in the turn of its look and in every later one', async () => {
  const profile = { ...rewritable, request: { ...rewritable.request, maxBytes: 40_000 } };
  const image = {
    kind: 'image',
    mime: 'image/png',
    data: base64(heavyPng(90, 64, 60_000)),
  } as const;
  const looked: readonly Event[] = [
    ask,
    {
      kind: 'calls',
      steps: [{ id: 'c', tool: 'view', input: { path: 'a.png' }, result: [image] }],
    },
  ];
  const words = async (events: readonly Event[]) =>
    /\[image \\"a\.png[^\]]*\]/.exec((await lower(events, { profile })).json)?.[0];
  expect(await words(looked)).toContain('not shown, this request is full');
  expect(await words([...looked, said, ask])).toBe(await words(looked));
});

describe('window', () => {
  test(
    'keeps the pixels of the last turns, and only those',
    { tags: ['s003-window-tunable'] },
    async () => {
      const history = [...turn(1), ...turn(2), ...turn(3)];
      expect((await lower(history, { retention: { mode: 'window', turns: 1 } })).actions).toEqual([
        'elide',
        'elide',
        'keep',
      ]);
      expect((await lower(history, { retention: { mode: 'window', turns: 2 } })).actions).toEqual([
        'elide',
        'keep',
        'keep',
      ]);
      expect((await lower(history, { retention: { mode: 'window', turns: 9 } })).actions).toEqual([
        'keep',
        'keep',
        'keep',
      ]);
    },
  );
});

describe('thinking that is bound to its prefix', () => {
  test('makes append-only the default', { tags: ['f-wires-thinking-binding'] }, async () => {
    const body = writers[wire]([...turn(1, 2, 3), ...turn(4), ask]);
    expect((await lowerRequest({ wire, body, profile: bound })).body).toBe(body);
  });

  test(
    'goes with the eviction that breaks it, and what was thought after it stays',
    { tags: ['f-wires-drop-block'] },
    async () => {
      const session = new LensSession();
      const thinking = (id: string) => ({
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: id, signature: id },
          { type: 'text', text: 'ok' },
        ],
      });
      const messages = (count: number): unknown[] =>
        Array.from({ length: count }, (_, index) => [
          { role: 'user', content: 'look' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: `t${index}`, signature: `s${index}` },
              { type: 'tool_use', id: `c${index}`, name: 'view', input: { path: `${index}.png` } },
            ],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: `c${index}`,
                content: [
                  {
                    type: 'image',
                    source: {
                      type: 'base64',
                      media_type: 'image/png',
                      data: base64(png(20, 20, index)),
                    },
                  },
                ],
              },
            ],
          },
          thinking(`after${index}`),
        ]).flat();
      const profile = { ...bound, request: { ...bound.request, maxImages: 4 } };
      const full = await lowerRequest({
        wire,
        body: { messages: messages(5).slice(0, -1) },
        profile,
        session,
      });
      expect(full.report.repairs.some((repair) => repair.kind === 'thinking-removed')).toBe(true);
      expect(JSON.stringify(full.body)).not.toContain('s4');
      const next = await lowerRequest({
        wire,
        body: { messages: messages(6).slice(0, -1) },
        profile,
        session,
      });
      expect(JSON.stringify(next.body)).toContain('after4');
      expect(JSON.stringify(next.body)).toContain('"s5"');
      expect(JSON.stringify(next.body)).not.toContain('"s2"');
      expect(judge({ wire, body: next.body, profile }).findings).toEqual([]);
    },
  );
});

describe('the record', () => {
  const entries: readonly RecordEntry[] = [
    { type: 'message', role: 'user', parts: [{ type: 'text', text: 'look' }] },
    {
      type: 'message',
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'a', tool: 'view', input: {} }],
    },
    {
      type: 'message',
      role: 'tool',
      parts: [
        { type: 'tool-result', callId: 'a', tool: 'view', outcome: 'succeeded', content: [] },
      ],
    },
    {
      type: 'message',
      role: 'tool',
      parts: [
        { type: 'tool-result', callId: 'b', tool: 'view', outcome: 'succeeded', content: [] },
      ],
    },
  ];

  test(
    'holds the frontier as an entry, and gives the same state back',
    {
      tags: ['f-wires-frontier-persisted', 's003-lowering-from-record', 's003-no-live-side-effect'],
    },
    () => {
      const moved = frontierEntry(entries, { results: 1, assistants: 1 });
      expect(parseEntry(moved)).toMatchObject({ ok: true });
      expect(stateOf([...entries, moved]).frontier).toEqual({ results: 1, assistants: 1 });
      expect(stateOf(entries).frontier).toEqual({ results: 0, assistants: 0 });
    },
  );

  test(
    'holds the quarantine as entries, and a refused blob is not sent again',
    { tags: ['d-recovery-quarantine'] },
    async () => {
      const bytes = png(30, 30, 8);
      const session = new LensSession(
        stateOf([{ type: 'blob-quarantined', blob: sha256(bytes), reason: 'corrupt' }]),
      );
      const body = writers[wire]([
        {
          kind: 'user',
          items: [{ kind: 'image', mime: 'image/png', data: base64(bytes) }, shot(1)],
        },
      ]);
      const { report } = await lowerRequest({ wire, body, profile: rewritable, session });
      expect(report.slots).toMatchObject([
        { action: 'drop', reason: 'quarantined' },
        { action: 'keep' },
      ]);
    },
  );
});
