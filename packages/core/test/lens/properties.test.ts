import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accept, refuse, resolveProfile, type ModelProfile } from '../../src/index.ts';
import { LensSession, lowerRequest, type LensWire, type MediaPort } from '../../src/lens/index.ts';
import { judge } from '../../src/testing/index.ts';
import { history, instructions, stored, storedId } from './arbitraries.ts';
import { withSystem, writers } from './history.ts';

/** `PERCEPT_HISTORIES=2000 vitest run packages/core/test/lens/properties.test.ts` is the long run, by hand. */
const histories = Number(process.env['PERCEPT_HISTORIES'] ?? 150);

const media: MediaPort = {
  resolve: async (blob) =>
    blob === storedId
      ? accept({ bytes: stored })
      : refuse({ refused: 'absent', message: 'It is not there.', hint: 'Look elsewhere.' }),
};

interface Target {
  readonly name: string;
  readonly wire: LensWire;
  readonly judged: LensWire | 'mistral-chat';
  readonly profile: ModelProfile;
}

const targets: readonly Target[] = [
  target('chat-completions', 'openai.chat', 'gpt-5'),
  target('chat-completions', 'mistral.chat', 'mistral-large-latest', 'mistral-chat'),
  target('responses', 'openai.responses', 'gpt-5'),
  target('anthropic-messages', 'anthropic.messages', 'claude-opus-4'),
  target('gemini', 'google.generative-ai', 'gemini-3-pro'),
  target('gemini', 'google.generative-ai', 'gemini-2.5-pro'),
  target('bedrock-converse', 'amazon-bedrock', 'claude-opus-4'),
];

function target(
  wire: LensWire,
  provider: string,
  model: string,
  judged: Target['judged'] = wire,
): Target {
  return {
    name: `${judged} ${model}`,
    wire,
    judged,
    profile: resolveProfile({ provider, model, wire }),
  };
}

const blind = (profile: ModelProfile): ModelProfile => ({
  ...profile,
  image: { ...profile.image, types: [] },
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}

describe.each(targets)('on $name', ({ wire, judged, profile }) => {
  const write = writers[wire];

  test(
    'a damaged history comes out as a request that an independent judge finds nothing wrong with',
    {
      tags: [
        'f-wires-poisoned-repaired',
        'p-no-poison',
        'd-lens-calls-paired',
        'd-lens-no-base64-text',
        's004-no-stringified-media',
        'p-pixels-or-words',
      ],
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(history('damaged'), instructions, async (events, items) => {
          const given = withSystem[wire](write(events), items);
          const { body } = await lowerRequest({ wire, body: given, profile, media });
          expect(judge({ wire: judged, body, profile }).findings).toEqual([]);
          expect(JSON.stringify(body)).not.toContain('percept');
        }),
        { numRuns: histories },
      );
    },
  );

  test(
    'a model that does not see gets a valid request without a single image',
    { tags: ['f-wires-placeholder-neutral'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(history('damaged'), async (events) => {
          const { body } = await lowerRequest({
            wire,
            body: write(events),
            profile: blind(profile),
            media,
          });
          const { findings, images } = judge({ wire: judged, body, profile: blind(profile) });
          expect(findings).toEqual([]);
          expect(images).toEqual([]);
        }),
        { numRuns: histories },
      );
    },
  );

  test('lowering changes nothing that it was given', { tags: ['d-lens-pure'] }, async () => {
    await fc.assert(
      fc.asyncProperty(history('damaged'), async (events) => {
        const body = deepFreeze(write(events));
        const first = await lowerRequest({ wire, body, profile, media });
        const second = await lowerRequest({ wire, body, profile, media });
        expect(second.body).toEqual(first.body);
      }),
      { numRuns: 60 },
    );
  });

  test('lowering what was lowered changes nothing', { tags: ['d-lens-idempotent'] }, async () => {
    await fc.assert(
      fc.asyncProperty(history('damaged'), instructions, async (events, items) => {
        const options = { wire, profile, media, retention: { mode: 'append-only' } } as const;
        const body = withSystem[wire](write(events), items);
        const once = await lowerRequest({ ...options, body });
        const twice = await lowerRequest({ ...options, body: once.body });
        expect(JSON.stringify(twice.body)).toBe(JSON.stringify(once.body));
      }),
      { numRuns: 100 },
    );
  });

  test(
    'messages that need nothing are the same objects, and so is the request if none does',
    { tags: ['d-lens-untouched-identical'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(history('damaged'), async (events) => {
          const body = write(events);
          const { body: after, report } = await lowerRequest({ wire, body, profile, media });
          const touched = new Set([
            ...report.slots
              .filter((slot) => slot.place !== 'untouched')
              .map((slot) => slot.message),
            ...report.repairs.map((repair) => repair.message),
          ]);
          // On Converse two messages of a user may not stand in a row: a result that was missing joins the one behind it.
          if (wire === 'bedrock-converse')
            for (const { kind, message } of report.repairs)
              if (kind === 'missing-result-added') touched.add(message + 1);
          const messages = messagesOf(body);
          const out = new Set(messagesOf(after));
          for (const [index, message] of messages.entries())
            if (!touched.has(index)) expect(out.has(message)).toBe(true);
          expect(after === body).toBe(touched.size === 0);
        }),
        { numRuns: 60 },
      );
    },
  );

  test(
    'in a message that is touched, the other parts are the same objects',
    { tags: ['d-lens-untouched-identical'] },
    async () => {
      const events = [
        {
          kind: 'user',
          items: [words('one'), { kind: 'image', mime: 'image/png', data: '' }, words('two')],
        },
      ] as const;
      const body = write(events);
      const { body: after } = await lowerRequest({ wire, body, profile });
      const [before] = messagesOf(body).map(partsOf);
      const [now] = messagesOf(after).map(partsOf);
      expect(now?.[0]).toBe(before?.[0]);
      expect(now?.[2]).toBe(before?.[2]);
      expect(now?.[1]).not.toBe(before?.[1]);
    },
  );

  test(
    'a longer history begins with the bytes of the shorter one',
    {
      tags: [
        'd-lens-equal-prefix',
        'f-wires-render-stable',
        's003-lowering-reproduces',
        's003-check-reproduces',
      ],
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(history('clean', 8), fc.nat(8), async (events, cut) => {
          const session = new LensSession();
          const appendOnly = { retention: { mode: 'append-only' } } as const;
          const shorter = events.slice(0, Math.max(1, cut));
          const short = await lowerRequest({
            wire,
            body: write(shorter),
            profile: roomy(profile),
            media,
            session,
            ...appendOnly,
          });
          const long = await lowerRequest({
            wire,
            body: write(events),
            profile: roomy(profile),
            media,
            session,
            ...appendOnly,
          });
          const prefix = messagesOf(short.body).map((message) => JSON.stringify(message));
          const whole = messagesOf(long.body).map((message) => JSON.stringify(message));
          // Where roles alternate, the last message may go on.
          const done = wire === 'bedrock-converse' ? prefix.slice(0, -1) : prefix;
          expect(whole.slice(0, done.length)).toEqual(done);
        }),
        { numRuns: 60 },
      );
    },
  );
});

/** Wide enough that no limit forces a move. */
function roomy(profile: ModelProfile): ModelProfile {
  return { ...profile, request: { maxImages: 1000, maxBytes: 1e9 } };
}

function messagesOf(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  const list = body['messages'] ?? body['input'] ?? body['contents'];
  return Array.isArray(list) ? list : [];
}

function words(text: string) {
  return { kind: 'text', text } as const;
}

function partsOf(message: unknown): readonly unknown[] {
  const { content, parts } = message as { content?: unknown[]; parts?: unknown[] };
  return content ?? parts ?? [];
}
