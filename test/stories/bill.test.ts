// One bill: what the providers got is what the turn says, by model; describers, summaries and retries are on it.
import { AgentSession, type LoopEvent, type ModelCatalogue, type TurnUsage } from '@percept/agent';
import { createSessionBridge } from '../../packages/agent/src/bridge/index.ts';
import { modelChoiceOf } from '../../packages/agent/src/models/index.ts';
import { usageIn } from '@percept/agent/internal';
import { failure, text, type Reply } from 'percept/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRig } from '../acp/rig.ts';
import {
  known,
  openScene,
  openStage,
  specOf,
  square,
  type Scene,
  type Stage,
} from '../bridge/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const price = { usdPerMillionInput: 1, usdPerMillionOutput: 2 };

function catalogue(scene: Scene): ModelCatalogue {
  const blind = known({ ...specOf(scene.chat, 'text-1', []), price });
  return { main: blind, models: [blind], localChosen: { image: false, audio: false }, notices: [] };
}

async function openSession(scene: Scene): Promise<AgentSession> {
  const session = await AgentSession.create(
    {
      memory: stage.memory,
      door: stage.door,
      models: modelChoiceOf(catalogue(scene)),
      openBridge: (tell, bill) => createSessionBridge(scene.bridge, tell, bill),
    },
    { cwd: '/', roots: [] },
  );
  if (!session.ok) throw new Error(session.refusal.message);
  return session.value;
}

async function pasted(colour: string, name: string) {
  const bytes = await square(colour);
  const taken = await stage.door.ingest({ kind: 'bytes', bytes, name });
  if (!taken.ok) throw new Error(taken.refusal.message);
  return taken.value.block;
}

async function billOf(events: AsyncIterable<LoopEvent>): Promise<TurnUsage> {
  let usage: TurnUsage | undefined;
  for await (const event of events) if (event.type === 'turn-ended') ({ usage } = event);
  if (!usage) throw new Error('The turn did not end.');
  return usage;
}

const signal = new AbortController().signal;

function told(words: string, inputTokens: number): Reply {
  return { kind: 'text', text: words, usage: { inputTokens, outputTokens: 10, cachedTokens: 0 } };
}

describe('what the providers got is what the turn says', () => {
  test(
    'with three pictures that another model looks at',
    { tags: ['s002-bill-from-usage', 'd-one-bill'] },
    async () => {
      await using scene = await openScene(stage, {
        looking: () => told('A square.', 300),
        chatting: () => told('Three squares.', 100),
      });
      const session = await openSession(scene);
      const pictures = await Promise.all(
        ['#b10001', '#b10002', '#b10003'].map((colour, at) => pasted(colour, `p${at}.png`)),
      );
      const usage = await billOf(
        session.prompt([{ type: 'text', text: 'What?' }, ...pictures], { signal }),
      );
      expect(scene.vision.requests.length + scene.chat.requests.length).toBe(4);
      expect(usage).toMatchObject({
        requests: 4,
        inputTokens: 1_000,
        outputTokens: 40,
        source: 'provider',
      });
      expect(usage.models).toMatchObject([
        { model: 'vl-1', purpose: 'describe', requests: 3, inputTokens: 900 },
        { model: 'text-1', purpose: 'answer', requests: 1, inputTokens: 100, costUsd: 0.000_12 },
      ]);
      expect(usageIn(session.entries)).toEqual([usage]);
      const again = await billOf(session.prompt([{ type: 'text', text: 'And?' }], { signal }));
      expect(again).toMatchObject({ requests: 1, inputTokens: 100 });
    },
  );

  test(
    'with a look that failed and was tried again',
    { tags: ['s002-bill-from-usage', 'd-one-bill'] },
    async () => {
      await using scene = await openScene(stage, {
        looking: (_, index) => (index === 0 ? failure(503, 'busy') : told('A square.', 300)),
        chatting: () => told('One square.', 100),
      });
      const session = await openSession(scene);
      const picture = await pasted('#b20001', 'one.png');
      const usage = await billOf(
        session.prompt([{ type: 'text', text: 'What?' }, picture], { signal }),
      );
      expect(scene.vision.requests).toHaveLength(2);
      expect(usage.models[0]).toMatchObject({ model: 'vl-1', requests: 2, inputTokens: 300 });
      expect(usage.requests).toBe(3);
    },
  );

  test(
    'with a summary of older turns',
    { tags: ['s002-bill-from-usage', 'd-one-bill'] },
    async () => {
      await using rig = await openRig((request) =>
        request.raw.includes('You summarise')
          ? told('They counted.', 500)
          : told('counted', 80_000),
      );
      for (const words of ['one', 'two']) await rig.say(words);
      const before = rig.server.requests.length;
      const ended = (await rig.say('three')).at(-1);
      const usage = ended?.type === 'turn-ended' ? ended.usage : undefined;
      expect(rig.server.requests.length - before).toBe(2);
      expect(usage).toMatchObject({ requests: 2, inputTokens: 80_500 });
      expect(usage?.models).toMatchObject([
        { purpose: 'summary', inputTokens: 500 },
        { purpose: 'answer', inputTokens: 80_000 },
      ]);
      expect(rig.session.costUsd).toBeCloseTo((3 * 80_000 + 500 + 4 * 20) / 1_000_000, 6);
    },
  );

  test(
    'with a summary that was asked for between two turns',
    { tags: ['s002-bill-from-usage', 'd-one-bill'] },
    async () => {
      await using rig = await openRig((request) =>
        request.raw.includes('You summarise') ? told('They counted.', 500) : told('counted', 10),
      );
      for (const words of ['one', 'two', 'three']) await rig.say(words);
      const events: LoopEvent[] = [];
      for await (const event of rig.session.compact(signal)) events.push(event);
      expect(events).toHaveLength(1);
      const bills = usageIn(rig.session.entries);
      expect(bills.at(-1)).toMatchObject({ requests: 1, inputTokens: 500 });
      expect(bills.reduce((sum, { requests }) => sum + requests, 0)).toBe(
        rig.server.requests.length,
      );
    },
  );

  test(
    'with a request that the provider refused, and one that it never got',
    { tags: ['s002-bill-from-usage', 'd-one-bill'] },
    async () => {
      await using rig = await openRig((_, index) =>
        index === 0 ? failure(400, 'no') : text('yes'),
      );
      const refused = (await rig.say('one')).at(-1);
      expect(refused).toMatchObject({ end: 'failed', usage: { requests: 1, inputTokens: 0 } });
      await rig.server.close();
      expect((await rig.say('two')).at(-1)).toMatchObject({
        end: 'failed',
        usage: { requests: 0, models: [] },
      });
    },
  );

  test(
    'with an answer that was taken back half way',
    { tags: ['s002-bill-from-usage', 'd-one-bill'] },
    async () => {
      const stop = new AbortController();
      await using rig = await openRig(() => text('some words of it'));
      const events: LoopEvent[] = [];
      for await (const event of rig.session.prompt([{ type: 'text', text: 'go' }], {
        signal: stop.signal,
      })) {
        events.push(event);
        if (event.type === 'text-written') stop.abort();
      }
      expect(events.at(-1)).toMatchObject({
        end: 'cancelled',
        usage: { requests: 1 },
      });
    },
  );
});
