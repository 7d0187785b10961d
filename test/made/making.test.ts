// Making on purpose: a session draws and speaks through models in roles of their own, over real HTTP and the real provider
// packages. What is made goes the way of everything that models make.
import { inflateSync } from 'node:zlib';
import { replay } from '@percept/agent/internal';
import { type LoopEvent, type Permit } from '@percept/agent';
import { isRecord, madeLimits } from '@percept/core/internal';
import { mediaUrl, type StoredBlock } from '@percept/core';
import type { Permission } from '@percept/core/internal/permission';
import { judge } from '@percept/core/internal/testing';
import { sniff } from '@percept/ingest';
import { text, toolCall, type Reply } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { openRig, type Rig } from '../acp/rig.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { imagePrice, makersFrom, painterNames, painters, speakers, speechPrice } from './makers.ts';
import { promptIn, startMaker, streamedWave, type MakerAnswer } from './maker-server.ts';

const png = async (seed: number): Promise<string> =>
  Buffer.from(await drawQuadrants(drawPalette(seed))).toString('base64');

function inOrder(replies: readonly Reply[]): () => Reply {
  let at = 0;
  return () => replies[at++] ?? text('Done.');
}

function madeIn(events: readonly LoopEvent[]): readonly StoredBlock[] {
  return events.flatMap((event) => (event.type === 'media-made' ? [event.block] : []));
}

function answersIn(events: readonly LoopEvent[]): string {
  return events
    .flatMap((event) => (event.type === 'tool-answered' ? event.content : []))
    .map((part) => (part.type === 'text' ? part.text : `<${part.type}>`))
    .join('\n');
}

function usageIn(events: readonly LoopEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'turn-ended') throw new Error('The turn did not end.');
  return last.usage;
}

/** A session whose model calls what it is told to call. */
async function openStudio(
  config: (url: string) => object,
  replies: readonly Reply[],
  answer: () => MakerAnswer,
  isConsented = true,
) {
  const server = await startMaker(answer);
  const makers = await makersFrom(config(server.url), isConsented);
  const rig: Rig = await openRig(inOrder(replies), { makers });
  return {
    server,
    rig,
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('draw', () => {
  test.each(painterNames)(
    'makes a new picture on the wire of %s',
    { tags: ['p-made-on-purpose'] },
    async (name) => {
      const base64 = await png(1);
      await using studio = await openStudio(
        (url) => ({ image: { ...painters[name](url), price: imagePrice } }),
        [toolCall('draw', { prompt: 'a red bicycle' }), text('There it is.')],
        () => ({ kind: 'pictures', base64: [base64] }),
      );
      const events = await studio.rig.say('Draw a bicycle.');
      expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
      const [block, ...more] = madeIn(events);
      expect([block?.type, block?.origin.kind, more]).toEqual(['image', 'made', []]);
      if (!block) throw new Error('Nothing was made.');
      // Told once, as what models make is told; and stored, so that it can be looked at again.
      expect(answersIn(events)).toContain(block.sha256);
      expect(answersIn(events)).not.toContain('<image>');
      const kept = await studio.rig.memory.get(block.sha256);
      expect(kept.ok && sniff(kept.value).kind).toBe('image');
      const [request] = studio.server.requests;
      expect(request && promptIn(request)).toContain('a red bicycle');
      // The record holds a reference, and tells the same again.
      expect(JSON.stringify(studio.rig.session.entries)).not.toContain(base64.slice(0, 100));
      expect(madeIn([...replay(studio.rig.session)])).toEqual([block]);
      // The model that asked sees it, in a place that its wire takes.
      const sent = studio.rig.server.requests.at(-1);
      const verdict = judge({ wire: 'chat-completions', body: sent?.raw ?? '', expectImages: 1 });
      expect(verdict.findings).toEqual([]);
    },
  );

  test('changes a region of a picture with a mask', { tags: ['p-made-on-purpose'] }, async () => {
    const base64 = await png(2);
    await using studio = await openStudio(
      (url) => ({ image: painters['OpenAI images'](url) }),
      [toolCall('draw', { prompt: 'a base' }), text('One.')],
      () => ({ kind: 'pictures', base64: [base64] }),
    );
    const [first] = madeIn(await studio.rig.say('Draw.'));
    if (first?.type !== 'image') throw new Error('Nothing was made.');
    const draw = await drawAgain(studio, mediaUrl(first.sha256));
    expect(draw.path).toBe('/v1/images/edits');
    const mask = draw.files.get('mask');
    const image = draw.files.get('image');
    if (!mask || !image) throw new Error('The picture and its mask were not sent.');
    const sent = await studio.rig.door.bitmap(image);
    const cut = await studio.rig.door.bitmap(mask);
    if (!sent.ok || !cut.ok) throw new Error('What was sent is no picture.');
    const { width, height } = first;
    expect([sent.value, cut.value]).toMatchObject([
      { width, height },
      { width, height },
    ]);
    // Transparent is what may change: the left upper quarter.
    expect([alphaAt(mask, width, 2, 2), alphaAt(mask, width, width - 2, height - 2)]).toEqual([
      0, 255,
    ]);
  });

  test(
    'tells a region in words to a model that takes no mask',
    { tags: ['p-made-on-purpose'] },
    async () => {
      const base64 = await png(3);
      await using studio = await openStudio(
        (url) => ({ image: painters['Gemini generateContent'](url) }),
        [toolCall('draw', { prompt: 'a base' }), text('One.')],
        () => ({ kind: 'pictures', base64: [base64] }),
      );
      const [first] = madeIn(await studio.rig.say('Draw.'));
      if (!first) throw new Error('Nothing was made.');
      const request = await drawAgain(studio, mediaUrl(first.sha256));
      expect(promptIn(request)).toContain('from 0 % to 50 % of its width');
      expect(promptIn(request)).toContain('inlineData');
    },
  );

  async function drawAgain(studio: Awaited<ReturnType<typeof openStudio>>, from: string) {
    const region = { x: 0, y: 0, width: 500, height: 500 };
    const tool = studio.rig.parts.makers?.image;
    if (!tool) throw new Error('Nobody draws.');
    const { createDraw, MakingBudget } = await import('@percept/agent/internal');
    const { createFreshness } = await import('@percept/agent/tools');
    const { commonProfile } = await import('@percept/core');
    const { localTenant } = await import('@percept/store');
    const draw = createDraw(
      {
        roots: [studio.rig.root],
        cwd: studio.rig.root,
        store: studio.rig.memory.forTenant(localTenant),
        door: studio.rig.door,
        profile: () => commonProfile,
        freshness: createFreshness(),
      },
      { maker: tool, budget: new MakingBudget() },
    );
    const made = await draw.run({ prompt: 'make it darker', from, region });
    if (!made.ok) throw new Error(made.refusal.message);
    const request = studio.server.requests.at(-1);
    if (!request) throw new Error('Nothing was sent.');
    return request;
  }

  test('what was made is viewed by its name', { tags: ['p-made-on-purpose'] }, async () => {
    const base64 = await png(4);
    let made = '';
    const server = await startMaker(() => ({ kind: 'pictures', base64: [base64] }));
    await using _server = server;
    const makers = await makersFrom({ image: painters['OpenAI images'](server.url) });
    let step = 0;
    await using rig = await openRig(
      ({ raw }) => {
        step += 1;
        if (step === 1) return toolCall('draw', { prompt: 'a base' });
        made = `media:sha256-${/view with ref ..([0-9a-f]{64})/.exec(raw)?.[1] ?? ''}`;
        return step === 2 ? toolCall('view', { ref: made }) : text('Done.');
      },
      { makers },
    );
    const events = await rig.say('Draw, then look.');
    const looked = events.filter(
      (event) => event.type === 'tool-answered' && event.tool === 'view',
    );
    expect(looked).toMatchObject([{ outcome: 'succeeded' }]);
    expect(made).toHaveLength(77);
  });

  test('is not offered where nobody draws', { tags: ['p-made-on-purpose'] }, async () => {
    await using rig = await openRig(inOrder([toolCall('draw', { prompt: 'x' }), text('No.')]));
    const events = await rig.say('Draw.');
    expect(rig.server.requests[0]?.raw).not.toContain('"draw"');
    expect(answersIn(events)).toContain('no tool');
  });
});

describe('say', () => {
  test.each(['OpenAI speech', 'a server that imitates OpenAI'] as const)(
    'makes a sound on the wire of %s',
    { tags: ['p-made-on-purpose'] },
    async (name) => {
      await using studio = await openStudio(
        (url) => ({ speech: { ...speakers[name](url), price: speechPrice } }),
        [toolCall('say', { text: 'Good morning.' }), text('Said.')],
        () => ({ kind: 'sound', bytes: streamedWave() }),
      );
      const events = await studio.rig.say('Say it.');
      expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
      const [block] = madeIn(events);
      expect(block).toMatchObject({ type: 'audio', mime: 'audio/wav', origin: { kind: 'made' } });
      expect(studio.server.requests[0]?.json).toMatchObject({
        input: 'Good morning.',
        response_format: 'wav',
      });
      const sent = studio.rig.server.requests.at(-1);
      expect(judge({ wire: 'chat-completions', body: sent?.raw ?? '' }).findings).toEqual([]);
    },
  );
});

describe('consent', () => {
  const calls = [
    toolCall('draw', { prompt: 'a red\u200b bicycle' }),
    toolCall('draw', { prompt: 'a blue one' }),
    text('Done.'),
  ];

  test(
    'a person is asked what goes where, and what it costs, before it goes',
    { tags: ['p-made-needs-consent'] },
    async () => {
      const base64 = await png(5);
      await using studio = await openStudio(
        (url) => ({ image: { ...painters['OpenAI images'](url), price: imagePrice } }),
        calls,
        () => ({ kind: 'pictures', base64: [base64] }),
        false,
      );
      const asked: Permission[] = [];
      const permit: Permit = async (permission) => {
        asked.push(permission);
        expect(studio.server.requests).toEqual([]);
        return 'session';
      };
      const events = await studio.rig.say('Draw.', { permit });
      // The second one is covered by the answer to the first.
      expect([asked.length, studio.server.requests.length]).toEqual([1, 2]);
      const [question] = asked;
      expect(question?.title).toMatch(/^Draw a picture with gpt-image-1 at 127\.0\.0\.1/);
      expect(question?.notes.join(' ')).toContain('It costs about $0.0400.');
      expect(question?.lines).toEqual([{ change: 'same', text: 'a red<U+200B> bicycle' }]);
      expect(madeIn(events)).toHaveLength(2);
    },
  );

  test(
    'a no, or nobody to ask, sends nothing and says how to allow it',
    { tags: ['p-made-needs-consent'] },
    async () => {
      for (const permit of [undefined, async () => 'denied' as const]) {
        await using studio = await openStudio(
          (url) => ({ image: painters['OpenAI images'](url) }),
          calls,
          () => ({ kind: 'endless' }),
          false,
        );
        const events = await studio.rig.say('Draw.', permit && { permit });
        expect(studio.server.requests).toEqual([]);
        expect(answersIn(events)).toContain('PERCEPT_CONSENT=127.0.0.1');
        expect(madeIn(events)).toEqual([]);
      }
    },
  );
});

describe('the bill', () => {
  test('has a line for each model, and one sum', { tags: ['p-made-is-billed'] }, async () => {
    const base64 = await png(6);
    await using studio = await openStudio(
      (url) => ({
        image: { ...painters['OpenAI images'](url), price: imagePrice },
        speech: { ...speakers['OpenAI speech'](url), price: speechPrice },
      }),
      [toolCall('draw', { prompt: 'one' }), toolCall('draw', { prompt: 'two' }), text('Drawn.')],
      () => ({ kind: 'pictures', base64: [base64] }),
    );
    const events = await studio.rig.say('Draw two.');
    const usage = usageIn(events);
    expect(usage.models).toMatchObject([
      { purpose: 'answer', requests: 3 },
      { model: 'gpt-image-1', purpose: 'draw', requests: 2, costUsd: 0.08 },
    ]);
    // Three requests of ten and five tokens beside it, at one and two dollars a million.
    expect(usage.costUsd).toBeCloseTo(0.08 + 3 * 0.00002, 10);
    expect(studio.rig.session.costUsd).toBeCloseTo(usage.costUsd ?? 0, 10);
    expect(answersIn(events)).toContain('about $0.0400');
  });

  test(
    'counts the tokens that the provider tells where it is paid by them',
    { tags: ['p-made-is-billed'] },
    async () => {
      const base64 = await png(7);
      const price = { usdPerMillionInput: 5, usdPerMillionOutput: 40 };
      await using studio = await openStudio(
        (url) => ({ image: { ...painters['Gemini generateContent'](url), price } }),
        [toolCall('draw', { prompt: 'one' }), text('Drawn.')],
        () => ({ kind: 'pictures', base64: [base64] }),
      );
      const usage = usageIn(await studio.rig.say('Draw.'));
      expect(usage.models.find(({ purpose }) => purpose === 'draw')).toMatchObject({
        inputTokens: 50,
        outputTokens: 1000,
        source: 'provider',
        costUsd: 0.04025,
      });
    },
  );

  test(
    'a turn draws so often and no oftener; the next one begins anew',
    { tags: ['p-made-is-billed'] },
    async () => {
      const base64 = await png(8);
      const { maxDrawingsPerTurn: max } = madeLimits;
      const wanted = Array.from({ length: max + 1 }, () => toolCall('draw', { prompt: 'again' }));
      await using studio = await openStudio(
        (url) => ({ image: painters['OpenAI images'](url) }),
        [...wanted, text('Enough.'), toolCall('draw', { prompt: 'once more' }), text('Done.')],
        () => ({ kind: 'pictures', base64: [base64] }),
      );
      const events = await studio.rig.say('Draw without end.');
      expect(studio.server.requests).toHaveLength(max);
      expect(answersIn(events)).toContain(`at most ${max} pictures`);
      expect(madeIn(await studio.rig.say('Once more.'))).toHaveLength(1);
    },
  );
});

describe('what comes back in place of a picture is a refusal in words', () => {
  const html = Buffer.from('<html><script>alert(1)</script>').toString('base64');
  const hostile: Readonly<Record<string, MakerAnswer>> = {
    'HTML called PNG': { kind: 'pictures', base64: [html] },
    'no picture at all': { kind: 'pictures', base64: [] },
    'an empty one': { kind: 'pictures', base64: [''] },
    'what is no base64': { kind: 'pictures', base64: ['***'] },
    'a bomb': { kind: 'pictures', base64: [bomb()] },
    'a page': { kind: 'raw', status: 200, type: 'text/html', body: '<h1>It works!</h1>' },
    'an answer without end': { kind: 'endless' },
    'a no': {
      kind: 'raw',
      status: 400,
      type: 'application/json',
      body: '{"error":{"message":"Your request was rejected by the safety system."}}',
    },
    'a failure': { kind: 'raw', status: 500, type: 'text/plain', body: 'oops' },
  };

  describe.each(painterNames)('on the wire of %s', (name) => {
    test.each(Object.keys(hostile))(
      '%s',
      { tags: ['p-made-on-purpose-is-bounded'] },
      async (kind) => {
        const answer = hostile[kind];
        if (!answer) throw new Error('There is no such answer.');
        await using studio = await openStudio(
          (url) => ({ image: painters[name](url) }),
          [toolCall('draw', { prompt: 'a bicycle' }), text('It did not work.')],
          () => answer,
        );
        const events = await studio.rig.say('Draw.');
        expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'answered' });
        expect(madeIn(events)).toEqual([]);
        expect(answersIn(events)).toMatch(/^refused \((corrupt|empty|too-large|unavailable)\): /);
        expect(answersIn(events)).not.toContain('script>');
        // Paid for once: nothing is tried again by itself.
        expect(studio.server.requests).toHaveLength(1);
      },
    );

    test(
      'fifty pictures are one, and the rest is told',
      { tags: ['p-made-on-purpose-is-bounded'] },
      async () => {
        const base64 = await png(9);
        await using studio = await openStudio(
          (url) => ({ image: painters[name](url) }),
          [toolCall('draw', { prompt: 'a bicycle' }), text('Done.')],
          () => ({ kind: 'pictures', base64: Array.from({ length: 50 }, () => base64) }),
        );
        const events = await studio.rig.say('Draw.');
        expect(madeIn(events)).toHaveLength(1);
        expect(answersIn(events)).toContain('49 more came than were asked for');
      },
    );
  });

  test(
    'a picture that is only pointed to, at another host, is not fetched',
    { tags: ['p-made-on-purpose-is-bounded'] },
    async () => {
      const base64 = await png(10);
      await using elsewhere = await startMaker(() => ({ kind: 'pictures', base64: [base64] }));
      await using studio = await openStudio(
        (url) => ({ image: painters['a server that imitates OpenAI'](url) }),
        [toolCall('draw', { prompt: 'a bicycle' }), text('Done.')],
        () => ({ kind: 'address', url: `${elsewhere.url}/picture.png` }),
      );
      const events = await studio.rig.say('Draw.');
      expect(madeIn(events)).toEqual([]);
      expect(elsewhere.requests).toEqual([]);
      expect(answersIn(events)).toContain('refused (');
      expect(isRecord(studio.server.requests[0]?.json)).toBe(true);
    },
  );

  test('a sound that is none', { tags: ['p-made-on-purpose-is-bounded'] }, async () => {
    await using studio = await openStudio(
      (url) => ({ speech: speakers['OpenAI speech'](url) }),
      [toolCall('say', { text: 'Good morning.' }), text('Done.')],
      () => ({ kind: 'sound', bytes: Buffer.from('<html>not a sound</html>') }),
    );
    const events = await studio.rig.say('Say it.');
    expect(madeIn(events)).toEqual([]);
    expect(answersIn(events)).toContain('refused (corrupt)');
  });
});

/** Of our own PNG: one chunk of rows that are not filtered. */
function alphaAt(mask: Uint8Array, width: number, x: number, y: number): number | undefined {
  const bytes = Buffer.from(mask);
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  return rows[y * (1 + width * 4) + 1 + x * 4 + 3];
}

/** A header that promises more pixels than anybody has memory for. */
function bomb(): string {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000f4240000f42400806000000', 'hex');
  return Buffer.concat([header, Buffer.alloc(64)]).toString('base64');
}
