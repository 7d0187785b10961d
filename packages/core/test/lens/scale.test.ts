import { describe, expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { LensSession, lowerRequest } from '../../src/lens/index.ts';
import { writers, type Event } from './history.ts';
import { base64, jpeg } from './pictures.ts';
import { processorMs } from '../../../../test/processor-time.ts';

const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
const answer = 'The chart shows a rising line, and the legend names three series. '.repeat(12);

function turn(index: number, picture: boolean): readonly Event[] {
  const shot = {
    kind: 'image',
    mime: 'image/jpeg',
    data: base64(jpeg(800, 600 + (index % 400), 3_000)),
  } as const;
  const result = [{ kind: 'text', text: answer } as const, ...(picture ? [shot] : [])];
  return [
    { kind: 'user', items: [{ kind: 'text', text: `Question ${index}. ${answer}` }] },
    {
      kind: 'calls',
      steps: [{ id: `call_${index}`, tool: 'view', input: { path: `${index}.jpg` }, result }],
    },
    { kind: 'assistant', text: answer },
  ];
}

function bodyOf(turns: number): Readonly<Record<string, unknown>> {
  const events = Array.from({ length: turns }, (_, index) => turn(index, index % 10 < 3)).flat();
  return writers['chat-completions'](events);
}

const quarter = bodyOf(250);
const whole = bodyOf(1_000);

interface Times {
  readonly bestMs: number;
  readonly totalMs: number;
}

async function timed(body: object, requests: number, session: () => LensSession): Promise<Times> {
  let bestMs = Infinity;
  let totalMs = 0;
  for (let request = 0; request < requests; request++) {
    const held = session();
    const started = processorMs();
    await lowerRequest({
      wire: 'chat-completions',
      body: { ...body },
      profile,
      session: held,
      retention: { mode: 'append-only' },
    });
    const took = processorMs() - started;
    bestMs = Math.min(bestMs, took);
    totalMs += took;
  }
  return { bestMs, totalMs };
}

async function warm(body: object, requests: number): Promise<Times> {
  const session = new LensSession();
  await timed(body, 2, () => session);
  return timed(body, requests, () => session);
}

/** Nothing is remembered: every message is read again. */
function cold(body: object, requests: number): Promise<Times> {
  return timed(body, requests, () => new LensSession());
}

const aboutFour = 6;
const attempts = 6;

/**
 * A quarter is lowered four times as often, so that both make the same garbage and meet the same neighbours. The best of a
 * few attempts counts: work that grows with the square fails them all.
 */
async function measured(run: (body: object, requests: number) => Promise<Times>, requests: number) {
  let ratio = Infinity;
  let wholeMs = Infinity;
  for (let attempt = 0; attempt < attempts && ratio >= aboutFour; attempt++) {
    const large = await run(whole, requests);
    const small = await run(quarter, requests * 4);
    wholeMs = Math.min(wholeMs, large.bestMs);
    ratio = Math.min(ratio, (4 * large.totalMs) / small.totalMs);
  }
  return { ratio, wholeMs };
}

describe('a session of 1,000 turns and 300 images', () => {
  test(
    'lowers in under 20 ms once warm, and four times the history costs no more than about four times',
    { tags: ['d-lens-linear'] },
    async () => {
      const { ratio, wholeMs } = await measured(warm, 15);
      expect(wholeMs).toBeLessThan(20);
      expect(ratio).toBeLessThan(aboutFour);
    },
  );

  test(
    'is read in under a second by a process that has not seen it, at about four times the cost of a quarter',
    { tags: ['d-lens-linear'] },
    async () => {
      const { ratio, wholeMs } = await measured(cold, 4);
      expect(wholeMs).toBeLessThan(1_000);
      expect(ratio).toBeLessThan(aboutFour);
    },
  );
});
