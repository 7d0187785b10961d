// The loop over its record: what is said is durable, what is shown is rebuilt, and what was cut is mended.
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AgentSession, type Answerer, type LoopEvent } from '@percept/agent';
import { ReportReader } from '@percept/agent/internal';
import { commonProfile, parseBlobId } from '@percept/core';
import { text, toolCall, toolCalls, type Reply } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openRig, picturesOf, said, unwrap } from './rig.ts';
import { look, picturesIn } from './seeing-server.ts';

/** Speaks Chat Completions and never says what it counted. */
async function openSilentServer() {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const delta = { role: 'assistant', content: 'A picture.' };
      const chunk = { id: 'c', created: 1, model: 'silent', choices: [{ index: 0, delta }] };
      const last = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
      response.end(
        `data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function usageIn(events: readonly LoopEvent[]) {
  const last = events.at(-1);
  return last?.type === 'turn-ended' ? last.usage : undefined;
}

describe('a conversation about pictures', () => {
  test(
    'a pasted picture is seen at once, and still three turns later',
    { tags: ['p-record-is-truth', 's003-attachments-kept', 's003-lowering-from-record'] },
    async () => {
      await using rig = await openRig(look);
      const colours = drawPalette(11);
      const block = await rig.attach(await drawQuadrants(colours), 'shot.png');
      const first = await rig.say([{ type: 'text', text: 'What colours?' }, block]);
      expect(said(first)).toBe(colours.join(' '));
      await rig.say('Thanks.');
      await rig.say('Go on.');
      expect(said(await rig.say('And the first picture again?'))).toBe(colours.join(' '));
    },
  );

  test(
    'a file is viewed by tool, and a new process sees the same from the record',
    {
      tags: [
        's003-lowering-from-record',
        's003-lowering-reproduces',
        's003-no-live-side-effect',
        's003-check-reproduces',
      ],
    },
    async () => {
      await using rig = await openRig(look);
      const colours = drawPalette(12);
      await writeFile(join(rig.root, 'plan.png'), await drawQuadrants(colours));
      const events = await rig.say('Please view plan.png now');
      expect(said(events)).toBe(colours.join(' '));
      expect(picturesOf(events.find(({ type }) => type === 'tool-answered'))).toHaveLength(1);
      const again = unwrap(await AgentSession.resume(rig.parts, rig.session.id));
      expect(said(await rig.say('What did you see?', { session: again }))).toBe(colours.join(' '));
      const [before, after] = rig.server.requests.slice(-2);
      if (!before || !after) throw new Error('Two requests were expected.');
      expect(picturesIn(after)).toEqual(picturesIn(before));
    },
  );

  test(
    'a picture that is named, listed or read costs no pixels; only the look at it does',
    { tags: ['p-pay-when-looking', 's003-pixels-explicit'] },
    async () => {
      const replies = [
        toolCall('read', { ref: 'plan.png' }),
        text('I read it.'),
        toolCall('view', { ref: 'plan.png' }),
        text('I saw it.'),
      ];
      await using rig = await openRig(() => replies.shift() ?? text(''));
      await writeFile(join(rig.root, 'plan.png'), await drawQuadrants(drawPalette(14)));
      await rig.say('What do you know about plan.png? It is beside note.txt and chart.png.');
      expect(rig.server.requests.map((request) => picturesIn(request).length)).toEqual([0, 0]);
      await rig.say('Look at plan.png.');
      expect(rig.server.requests.map((request) => picturesIn(request).length)).toEqual([
        0, 0, 0, 1,
      ]);
    },
  );

  test(
    'the record holds references and never bytes',
    { tags: ['s002-blob-ref-only', 's002-session-small'] },
    async () => {
      await using rig = await openRig(look);
      const block = await rig.attach(await drawQuadrants(drawPalette(13)), 'a.png');
      await rig.say([
        block,
        { type: 'text', text: `data:image/png;base64,${'iVBORw0KGgo'.repeat(2000)}` },
      ]);
      const record = JSON.stringify(rig.session.entries);
      expect(record.length).toBeLessThan(4_000);
      expect(record).toContain('characters of encoded bytes left out');
    },
  );
});

describe('old perceptions', () => {
  test(
    'are left out when a request holds no more, the frontier is in the record, and a new process shows the same',
    { tags: ['f-wires-frontier-persisted', 's003-evict-is-view', 's003-descriptor-says-review'] },
    async () => {
      const profile = { ...commonProfile, request: { ...commonProfile.request, maxImages: 2 } };
      await using rig = await openRig(look, {}, profile);
      for (const name of ['a', 'b', 'c']) {
        const picture = await drawQuadrants(drawPalette(name.charCodeAt(0)));
        await writeFile(join(rig.root, `${name}.png`), picture);
        const before = [...rig.session.entries];
        const events = await rig.say(`Please view ${name}.png now`);
        expect(said(events)).toBe(drawPalette(name.charCodeAt(0)).join(' '));
        // What is left out of a request stays in the record, word for word, and its pixels in the store.
        expect(rig.session.entries.slice(0, before.length)).toEqual(before);
      }
      const kept = JSON.stringify(rig.session.entries).match(/"sha256":"[0-9a-f]{64}"/g) ?? [];
      const blobs = new Set(kept.map((field) => field.slice(-65, -1)));
      expect(blobs.size).toBeGreaterThanOrEqual(3);
      for (const blob of blobs) unwrap(await rig.memory.get(unwrap(parseBlobId(blob))));
      expect(rig.session.entries.some(({ type }) => type === 'frontier-moved')).toBe(true);
      await rig.say('Go on.');
      const again = unwrap(await AgentSession.resume(rig.parts, rig.session.id));
      await rig.say('And on.', { session: again });
      const [before, after] = rig.server.requests.slice(-2);
      if (!before || !after) throw new Error('Two requests were expected.');
      expect(picturesIn(after)).toEqual(picturesIn(before));
      expect(after.raw).toContain('seen earlier, no longer shown');
    },
  );
});

describe('tools', () => {
  test(
    'read gives text and refuses a picture; view gives a picture and no token; edit asks first',
    {
      tags: [
        's003-read-refuses-pixels',
        's003-not-a-read',
        's003-edit-needs-read',
        's003-two-tools',
      ],
    },
    async () => {
      const token = { value: '' };
      const replies: (() => Reply)[] = [
        () =>
          toolCalls(
            { tool: 'read', input: { ref: 'p.png' } },
            { tool: 'view', input: { ref: 'p.png' } },
          ),
        () => toolCall('read', { ref: 'a.txt' }),
        () => toolCall('edit', { path: 'a.txt', token: 'r1.wrong', old: 'red', new: 'blue' }),
        () => toolCall('edit', { path: 'a.txt', token: token.value, old: 'red', new: 'blue' }),
        () => text('done'),
      ];
      await using rig = await openRig(({ raw }, index) => {
        token.value = /token (r1\.[\w-]+)/.exec(raw)?.[1] ?? '';
        return replies[index]?.() ?? text('?');
      });
      await writeFile(join(rig.root, 'p.png'), await drawQuadrants(drawPalette(1)));
      await writeFile(join(rig.root, 'a.txt'), 'red\n');
      const asked: string[] = [];
      const events = await rig.say('go', {
        permit: async ({ title }) => {
          asked.push(title);
          return 'once';
        },
      });
      const answers = events.filter((event) => event.type === 'tool-answered');
      expect(answers.map(({ tool, outcome }) => `${tool} ${outcome}`)).toEqual([
        'read failed',
        'view succeeded',
        'read succeeded',
        'edit failed',
        'edit succeeded',
      ]);
      expect(JSON.stringify(answers[1]?.content)).not.toContain('r1.');
      expect(JSON.stringify(answers[3]?.content)).toContain('refused (stale)');
      expect(asked).toHaveLength(1);
      expect(await readFile(join(rig.root, 'a.txt'), 'utf8')).toBe('blue\n');
    },
  );

  test('an edit without permission changes nothing, and the model is told', async () => {
    let token = '';
    await using rig = await openRig(({ raw }, index) => {
      token = /token (r1\.[\w-]+)/.exec(raw)?.[1] ?? '';
      if (index === 0) return toolCall('read', { ref: 'a.txt' });
      return index === 1
        ? toolCall('edit', { path: 'a.txt', token, old: 'red', new: 'blue' })
        : text('ok');
    });
    await writeFile(join(rig.root, 'a.txt'), 'red\n');
    const events = await rig.say('go', { permit: () => Promise.resolve('denied') });
    expect(JSON.stringify(events)).toContain('The edit was not permitted.');
    expect(await readFile(join(rig.root, 'a.txt'), 'utf8')).toBe('red\n');
  });

  test('a tool that does not exist is answered in words, and the turn goes on', async () => {
    await using rig = await openRig([toolCall('dance', {}), text('fine')]);
    const events = await rig.say('go');
    expect(said(events)).toBe('fine');
    const told = JSON.stringify(events);
    expect(told).toContain('There is no tool');
    expect(told).toContain(' The tools are now: read, view, edit.');
  });
});

describe('turns that do not end well', () => {
  test('a cancelled turn ends as cancelled, and leaves a record that can go on', async () => {
    const stop = new AbortController();
    await using rig = await openRig(async (_, index) => {
      if (index > 0) return text('back');
      setTimeout(() => stop.abort(), 30);
      await new Promise((resolve) => setTimeout(resolve, 400));
      return text('late');
    });
    const events = await rig.say('go', { signal: stop.signal });
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'cancelled' });
    expect(said(await rig.say('again'))).toBe('back');
  });

  test('a call that was cut off gets a result in words before the next request', async () => {
    await using rig = await openRig([text('on we go')]);
    const call = {
      type: 'tool-call',
      callId: 'c1',
      tool: 'view',
      input: { ref: 'x.png' },
    } as const;
    unwrap(
      await rig.memory.sessions.append(rig.session.id, {
        type: 'message',
        role: 'user',
        parts: [{ type: 'text', text: 'hi' }],
      }),
    );
    unwrap(
      await rig.memory.sessions.append(rig.session.id, {
        type: 'message',
        role: 'assistant',
        parts: [call],
      }),
    );
    const again = unwrap(await AgentSession.resume(rig.parts, rig.session.id));
    expect(JSON.stringify(again.entries.at(-1))).toContain('interrupted before this call finished');
    expect(said(await rig.say('go on', { session: again }))).toBe('on we go');
    expect(rig.server.requests[0]?.raw).toContain('"role":"tool"');
  });

  test('a provider that fails is a failed turn with words, and never an exception', async () => {
    await using rig = await openRig(() => ({
      kind: 'failure',
      status: 401,
      message: 'bad key sk-12345678901',
    }));
    const end = (await rig.say('go')).at(-1);
    expect(end).toMatchObject({ type: 'turn-ended', end: 'failed' });
    expect(JSON.stringify(end)).toContain('status 401');
    expect(JSON.stringify(end)).not.toContain('12345678901');
  });

  test('a second prompt while a turn runs is refused', async () => {
    const refused = Promise.withResolvers<void>();
    await using rig = await openRig(async () => {
      await refused.promise;
      return text('slow');
    });
    const slow = rig.say('one');
    const [end] = await rig.say('two');
    refused.resolve();
    expect(end).toMatchObject({ end: 'failed', refusal: { refused: 'unavailable' } });
    expect(said(await slow)).toBe('slow');
  });
});

describe('models, usage and length', () => {
  test(
    'usage is the provider’s own, with the cost where a price is known',
    { tags: ['s002-bill-from-usage'] },
    async () => {
      await using rig = await openRig([
        {
          kind: 'text',
          text: 'hi',
          usage: { inputTokens: 1_000, outputTokens: 500, cachedTokens: 0 },
        },
      ]);
      const events = await rig.say('go');
      expect(events.at(-1)).toMatchObject({
        usage: {
          inputTokens: 1_000,
          outputTokens: 500,
          requests: 1,
          source: 'provider',
          costUsd: 0.002,
        },
      });
      expect(events.find(({ type }) => type === 'context-measured')).toMatchObject({
        usedTokens: 1_500,
      });
      expect(rig.session.costUsd).toBeCloseTo(0.002);
    },
  );

  test(
    'where a provider tells no usage, the figures are estimates and say so',
    { tags: ['s002-bill-from-usage'] },
    async () => {
      await using silent = await openSilentServer();
      const open = async () =>
        createOpenAICompatible({ name: 'local', baseURL: silent.baseUrl })('silent');
      const price = { usdPerMillionInput: 1, usdPerMillionOutput: 2 };
      const quiet = { name: 'silent', host: '127.0.0.1', profile: commonProfile, price, open };
      const models = { list: () => [quiet], main: () => quiet };
      await using rig = await openRig([], { models });
      const block = await rig.attach(await drawQuadrants(drawPalette(15)), 'shot.png');
      const withPicture = usageIn(await rig.say([{ type: 'text', text: 'What?' }, block]));
      expect(withPicture).toMatchObject({ source: 'estimate', requests: 1 });
      expect(withPicture?.inputTokens).toBeGreaterThan(50);
      expect(withPicture?.outputTokens).toBe(Math.ceil('A picture.'.length / 4));
      expect(rig.session.costUsd).toBeGreaterThan(0);
    },
  );

  test('a context that is nearly full is compacted by itself before the next request', async () => {
    const usage = { inputTokens: 80_000, outputTokens: 10, cachedTokens: 0 };
    await using rig = await openRig((request) =>
      request.raw.includes('You summarise')
        ? text('They counted.')
        : { kind: 'text', text: 'counted', usage },
    );
    for (const words of ['one', 'two']) await rig.say(words);
    const events = await rig.say('three');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'history-compacted', summary: 'They counted.', turns: 1 }),
    );
    const last = rig.server.requests.at(-1)?.raw ?? '';
    expect(last).toContain('They counted.');
    expect(last).not.toContain('"one"');
    const again = unwrap(await AgentSession.resume(rig.parts, rig.session.id));
    await rig.say('four', { session: again });
    expect(rig.server.requests.at(-1)?.raw).toContain('They counted.');
  });

  test('what a model was shown is told and recorded, with the pixels that went out', async () => {
    const small = { ...commonProfile.image, maxEdge: 256 };
    await using rig = await openRig(look, {}, { ...commonProfile, image: small });
    await writeFile(join(rig.root, 'a.png'), await drawQuadrants(drawPalette(16)));
    const events = await rig.say('Please view a.png now');
    const shown = events.flatMap((event) => (event.type === 'media-shown' ? [event.report] : []));
    expect(shown.at(-1)).toMatchObject({ model: 'seeing', host: '127.0.0.1', images: 1 });
    const [slot] = shown.at(-1)?.slots ?? [];
    expect(slot).toMatchObject({ kind: 'image', tool: 'view', place: 'after-results' });
    const request = rig.server.requests.at(-1);
    if (!slot?.sent || !request) throw new Error('Nothing was sent.');
    expect(Buffer.from(unwrap(await rig.memory.get(slot.sent)))).toEqual(picturesIn(request)[0]);
    await rig.say('And again?');
    const reader = new ReportReader();
    const recorded = rig.session.entries.flatMap((entry) => reader.read(entry) ?? []);
    expect(recorded.map(({ slots }) => slots.length)).toEqual(shown.map(() => 1).concat(1));
    expect(recorded[0]?.slots).toEqual(JSON.parse(JSON.stringify(shown[0]?.slots)));
  });

  test('the model is switched in the middle of a session, and the choice survives', async () => {
    await using rig = await openRig(() => text('ok'));
    await rig.say('one');
    unwrap(await rig.session.switchModel('other'));
    await rig.say('two');
    expect(rig.server.requests.map(({ model }) => model)).toEqual(['seeing', 'other']);
    const again = unwrap(await AgentSession.resume(rig.parts, rig.session.id));
    expect(again.model?.name).toBe('other');
    expect((await rig.session.switchModel('none')).ok).toBe(false);
  });

  test(
    'compaction sends no media, and what was summarised can be viewed again',
    { tags: ['f-wires-compaction-no-media'] },
    async () => {
      const colours = drawPalette(14);
      await using rig = await openRig((request) =>
        request.raw.includes('You summarise') ? text('They looked at shot.png.') : look(request),
      );
      const block = await rig.attach(await drawQuadrants(colours), 'shot.png');
      await rig.say([block, { type: 'text', text: 'What colours?' }]);
      for (const words of ['two', 'three', 'four']) await rig.say(words);
      const events = [];
      for await (const event of rig.session.compact(new AbortController().signal))
        events.push(event);
      expect(events).toMatchObject([{ type: 'history-compacted', turns: 2 }]);
      const summary = rig.server.requests.find(({ raw }) => raw.includes('You summarise'));
      expect(summary && picturesIn(summary)).toEqual([]);
      expect(summary?.raw).toContain('view attachment:shot.png');
      expect(said(await rig.say('five'))).toBe('I see no picture.');
      expect(said(await rig.say('view attachment:shot.png'))).toBe(colours.join(' '));
    },
  );
});

describe('without a model', () => {
  test(
    'local eyes answer and say so, and without them the user learns how to configure one',
    { tags: ['p-no-key-no-network'] },
    async () => {
      const models = { list: () => [], main: () => undefined };
      await using bare = await openRig([], { models });
      expect(said(await bare.say('hello'))).toContain('Set PERCEPT_MODEL');
      const answer = () => Promise.resolve({ ok: true, value: 'Local eyes read: 42' } as const);
      await using local = await openRig([], { models, answerer: { name: 'eyes', answer } });
      expect(said(await local.say('hello'))).toBe('Local eyes read: 42');
      expect(local.session.entries.at(-2)).toMatchObject({ role: 'assistant' });
    },
  );

  test(
    'whoever answers here gets the question, and names without what only tools need',
    { tags: ['f-eyes-answer-order'] },
    async () => {
      const models = { list: () => [], main: () => undefined };
      const got: unknown[] = [];
      const answerer: Answerer = {
        name: 'eyes',
        answer: (attached, { question }) => {
          got.push(
            question,
            ...attached.map((part) => (part.type === 'text' ? part.text : part.type)),
          );
          return Promise.resolve({ ok: true, value: 'read' });
        },
      };
      await using local = await openRig([], { models, answerer });
      const block = await local.attach(await drawQuadrants(drawPalette(3)), 'shot.png');
      await local.say([{ type: 'text', text: 'What is it?' }, block]);
      expect(got).toEqual(['What is it?', 'shot.png:', 'image']);
    },
  );
});
