import { describe, expect, test } from 'vitest';
import { resolveProfile } from '../../src/index.ts';
import { LensSession, lowerRequest } from '../../src/lens/index.ts';
import { writers, type Event } from './history.ts';
import { base64, jpeg } from './pictures.ts';

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

/** The best of several: on a shared machine the others measure the neighbours. */
async function best(turns: number): Promise<number> {
  const events = Array.from({ length: turns }, (_, index) => turn(index, index % 10 < 3)).flat();
  const body = writers['chat-completions'](events);
  const session = new LensSession();
  const times: number[] = [];
  for (let request = 0; request < 15; request++) {
    const started = performance.now();
    await lowerRequest({
      wire: 'chat-completions',
      body: { ...body },
      profile,
      session,
      retention: { mode: 'append-only' },
    });
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

describe('a session of 1,000 turns and 300 images', () => {
  test(
    'lowers in under 20 ms once warm, and four times the history costs no more than about four times',
    { tags: ['d-lens-linear'] },
    async () => {
      const quarter = await best(250);
      const whole = await best(1_000);
      expect(whole).toBeLessThan(20);
      expect(whole / Math.max(quarter, 0.5)).toBeLessThan(12);
    },
  );
});
