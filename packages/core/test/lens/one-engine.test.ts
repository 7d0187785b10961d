import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { promptLens } from '../../src/ai-sdk/lens.ts';
import { accept, refuse, resolveProfile } from '../../src/index.ts';
import { lowerRequest, type LensReport, type MediaPort } from '../../src/lens/index.ts';
import { lowerWith } from '../../src/lens/lower.ts';
import { judge } from '../../src/testing/index.ts';
import { history, stored, storedId } from './arbitraries.ts';
import { prompt, writers } from './history.ts';

const media: MediaPort = {
  resolve: async (blob) =>
    blob === storedId
      ? accept({ bytes: stored })
      : refuse({ refused: 'absent', message: 'It is not there.', hint: 'Look elsewhere.' }),
};
const chat = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
const native = resolveProfile({ provider: 'openai.responses', model: 'gpt-5' });
const lens = promptLens({ resultSpelling: 'file', assistantMedia: false });
const decisions = ({ slots }: LensReport) =>
  slots.map(({ kind, action, reason, source }) => ({ kind, action, reason, source }));

const wires = [
  'chat-completions',
  'responses',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
] as const;

describe('six lenses, one engine', () => {
  test(
    'the same history meets the same decisions on every wire and in the AI SDK prompt',
    { tags: ['d-lens-one-engine'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          history('clean'),
          fc.constantFrom(chat, native),
          async (events, profile) => {
            // Anthropic says more about failures than the others can.
            const same = events.map((event) =>
              event.kind === 'calls'
                ? { ...event, steps: event.steps.map((step) => ({ ...step, failed: false })) }
                : event,
            );
            // Gemini and Bedrock join messages of one role, so there a turn may begin earlier: what was shown in an earlier turn
            // is judged on the others alone.
            for (const [dedupe, compared] of [
              [true, wires.slice(0, 3)],
              [false, wires],
            ] as const) {
              const options = {
                profile,
                media,
                dedupe,
                retention: { mode: 'append-only' },
              } as const;
              const first = decisions((await lowerWith(lens, prompt(same), options)).report);
              for (const wire of compared) {
                const body = writers[wire](same);
                const { report } = await lowerRequest({ wire, body, ...options });
                expect(decisions(report)).toEqual(first);
              }
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});

describe('the AI SDK prompt', () => {
  const options = { media, retention: { mode: 'append-only' } } as const;

  test(
    'comes out with every call answered, no media in any text and no reference left',
    { tags: ['d-lens-calls-paired', 'd-lens-no-base64-text', 's004-no-stringified-media'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          history('damaged'),
          fc.constantFrom(chat, native),
          async (events, profile) => {
            const { body } = await lowerWith(lens, prompt(events), { ...options, profile });
            const messages = body['prompt'] as {
              role: string;
              content: {
                type: string;
                toolCallId?: string;
                text?: string;
                output?: { type: string; value: unknown };
                data?: { url?: unknown };
              }[];
            }[];
            let open: string[] = [];
            for (const message of messages) {
              if (message.role !== 'tool') expect(open).toEqual([]);
              expect(message.content.length).toBeGreaterThan(0);
              for (const part of message.content) {
                if (part.type === 'tool-call') open.push(part.toolCallId ?? '');
                if (part.type === 'tool-result') open = open.filter((id) => id !== part.toolCallId);
                const texts = [
                  part.text,
                  part.output?.type === 'text' ? part.output.value : undefined,
                  part.output?.type === 'json' ? JSON.stringify(part.output.value) : undefined,
                ];
                for (const text of texts)
                  if (typeof text === 'string') expect(faultsIn(text)).toEqual([]);
                if (part.data?.url !== undefined) expect(part.data.url).toBeInstanceOf(URL);
              }
              if (profile === chat && message.role === 'tool')
                for (const part of message.content)
                  expect(part.output?.type).toBe(
                    part.output?.type === 'error-text' ? 'error-text' : 'text',
                  );
            }
            expect(open).toEqual([]);
            expect(JSON.stringify(body)).not.toContain('media:sha256-');
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  test('lowering what was lowered hands back the same prompt', async () => {
    await fc.assert(
      fc.asyncProperty(
        history('damaged'),
        fc.constantFrom(chat, native),
        async (events, profile) => {
          const once = await lowerWith(lens, prompt(events), { ...options, profile });
          const twice = await lowerWith(lens, once.body, { ...options, profile });
          expect(twice.body).toEqual(once.body);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** What the judge says about one text, in the simplest request that holds it. */
function faultsIn(text: string) {
  const body = { messages: [{ role: 'user', content: `${text} ` }] };
  return judge({ wire: 'chat-completions', body, profile: chat }).findings;
}
