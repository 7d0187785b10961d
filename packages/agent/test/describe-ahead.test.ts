// Media is put into words before a request: each once, this turn's first. What this device reads waits its turn; what
// another host looks at does not.
import { accept, commonProfile, type ModelProfile } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import { expect, test } from 'vitest';
import { describeAhead } from '../src/bridge/describe-ahead.ts';
import type { Plan, Wanted } from '../src/bridge/turn.ts';

const file = (text: string, mediaType = 'image/png') => ({
  type: 'file',
  mediaType,
  data: { type: 'data', data: new TextEncoder().encode(text) },
});
const messages = [
  { role: 'user', content: [file('earlier'), file('now')] },
  { role: 'assistant', content: [{ type: 'text', text: 'Seen.' }] },
  { role: 'user', content: [file('now'), file('also now'), file('a page', 'application/pdf')] },
];
const blind: ModelProfile = { ...commonProfile, image: { ...commonProfile.image, types: [] } };

async function ahead(planOf: (at: number) => Plan, profile = blind) {
  const begun: string[] = [];
  const wanted: Wanted[] = [];
  let open = 0;
  let mostAtOnce = 0;
  const plans = await describeAhead(messages, {
    profile,
    port: { resolve: () => Promise.reject(new Error('The bytes stand in the prompt.')) },
    plan: (list) => {
      wanted.push(...list);
      return Promise.resolve(list.map((_, at) => planOf(at)));
    },
    describe: async ({ bytes }: HeldMedia) => {
      begun.push(Buffer.from(bytes).toString());
      open += 1;
      mostAtOnce = Math.max(mostAtOnce, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return accept('words');
    },
  });
  return { begun, mostAtOnce, wanted, planned: plans.size };
}

const look = (place: 'device' | 'remote') => (): Plan => ({
  state: 'look',
  by: { model: 'm', host: 'h', place },
  timeoutMs: 1_000,
});

test('each picture is planned once, with what is of this turn first; a document is not', async () => {
  const { wanted, begun } = await ahead(look('remote'));
  expect(wanted.map(({ kind, earlier }) => [kind, earlier])).toEqual([
    ['image', false],
    ['image', false],
    ['image', true],
  ]);
  expect(begun.toSorted()).toEqual(['also now', 'earlier', 'now']);
});

test('this device looks at one after the other, another host at all of them at once', async () => {
  const here = await ahead(look('device'));
  expect([here.mostAtOnce, here.begun]).toEqual([1, ['now', 'also now', 'earlier']]);
  expect((await ahead(look('remote'))).mostAtOnce).toBe(3);
});

test('nobody looks at what is known or left for later, nor for a model that sees', async () => {
  const later: Plan = { state: 'deferred', maxPerTurn: 1 };
  const known: Plan = { state: 'known', by: { model: 'm', host: 'h', place: 'device' } };
  const { begun, planned } = await ahead((at) => [known, look('device')(), later][at] ?? later);
  expect([begun, planned]).toEqual([['also now'], 3]);
  expect(await ahead(look('device'), commonProfile)).toMatchObject({ begun: [], wanted: [] });
});
