// A model or a provider that never stops: each answer, each call and each question has an end, and the person is told.
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerLimits, questionLimits } from '@percept/core/internal';
import { commonProfile } from '@percept/core';
import type { LoopModel } from '@percept/agent';
import { text, toolCall, toolCalls, type Reply, type CapturedRequest } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { languageModel } from '../../packages/agent/src/models/language-model.ts';
import { openRig, said, type Rig } from '../acp/rig.ts';
import { attacksFrom } from './tries.ts';

/** Answers every request with pieces of a stream until the other side has enough. */
async function startEndless(
  piece: (count: number) => string,
): Promise<AsyncDisposable & { readonly model: LoopModel; readonly sent: () => number }> {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let count = 0;
    const more = (): void => {
      while (!response.destroyed) {
        const chunk = piece(count++);
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    more();
  });
  server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const model: LoopModel = {
    name: 'endless',
    host: '127.0.0.1',
    profile: commonProfile,
    maxContextTokens: 100_000,
    open: () =>
      languageModel({
        name: 'endless',
        provider: 'openai-compatible',
        model: 'endless',
        baseUrl: `http://127.0.0.1:${port}/v1`,
      }),
  };
  return {
    model,
    sent: () => sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const delta = (value: object): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: value }] })}\n\n`;
const long = 'on and on and on '.repeat(500);

describe('an answer without an end', { timeout: 240_000 }, () => {
  const floods: Readonly<Record<string, (count: number) => string>> = {
    words: () => delta({ role: 'assistant', content: long }),
    thoughts: () => delta({ role: 'assistant', reasoning_content: long }),
    'arguments of one call': (count) =>
      delta({
        tool_calls: [
          count === 0
            ? {
                index: 0,
                id: 'c1',
                type: 'function',
                function: { name: 'read', arguments: '{"ref":"' },
              }
            : { index: 0, function: { arguments: long } },
        ],
      }),
  };
  for (const [what, piece] of Object.entries(floods))
    test(
      `of ${what} is stopped and said to be`,
      { tags: ['d-growth-bounded'] },
      async (context) => {
        const attempt = attacksFrom(context, 'finding endless');
        await using endless = await startEndless(piece);
        const { model } = endless;
        await using rig = await openRig([], { models: { list: () => [model], main: () => model } });
        const events = await rig.say('go');
        attempt();
        expect(events.at(-1)).toMatchObject({ type: 'turn-ended', end: 'length-reached' });
        expect(said(events)).toContain(
          `stopped here: one answer may have ${answerLimits.maxAnswerChars} characters`,
        );
        expect(endless.sent()).toBeLessThan(answerLimits.maxAnswerBytes);
        expect(JSON.stringify(rig.session.entries).length).toBeLessThan(
          answerLimits.maxAnswerChars * 1.5,
        );
      },
    );

  const hidden: Readonly<Record<string, (count: number) => string>> = {
    'a line without an end': () => `${' '.repeat(1_000_000)}x`,
    'fields that nobody reads': () => delta({ role: 'assistant', padding: 'x'.repeat(1_000_000) }),
    comments: () => `: ${'x'.repeat(1_000_000)}\n\n`,
  };
  for (const [what, piece] of Object.entries(hidden))
    test(`of ${what} ends the turn in words`, { tags: ['d-growth-bounded'] }, async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using endless = await startEndless(piece);
      const { model } = endless;
      await using rig = await openRig([], { models: { list: () => [model], main: () => model } });
      const events = await rig.say('go');
      attempt();
      expect(events.at(-1)).toMatchObject({
        type: 'turn-ended',
        end: 'failed',
        refusal: { refused: 'too-large' },
      });
      expect(endless.sent()).toBeLessThan(answerLimits.maxAnswerBytes * 2);
    });

  test(
    'of calls makes so many and leaves the rest out',
    { tags: ['d-growth-bounded'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      const many = toolCalls(
        ...Array.from({ length: 1000 }, (_, at) => ({ tool: 'read', input: { ref: `${at}` } })),
      );
      await using rig = await openRig([many, text('done')]);
      const events = await rig.say('go');
      attempt();
      const called = events.filter(({ type }) => type === 'tool-called');
      expect(called).toHaveLength(answerLimits.maxCallsPerAnswer);
      expect(said(events)).toContain('872 more calls were left out');
      expect(events.at(-1)).toMatchObject({ end: 'answered' });
    },
  );
});

describe('a question', { timeout: 240_000 }, () => {
  const editing =
    (path: string, edit: object) =>
    ({ raw }: CapturedRequest, index: number): Reply => {
      if (index === 0) return toolCall('read', { ref: path });
      const token = /token (r1\.[\w-]+)/.exec(raw)?.[1] ?? '';
      return index === 1 ? toolCall('edit', { path, token, ...edit }) : text('done');
    };
  const resultOf = (rig: Rig): string => JSON.stringify(rig.session.entries);

  test(
    'is not asked when it is longer than anybody can judge',
    { tags: ['d-growth-bounded'] },
    async (context) => {
      const attempt = attacksFrom(context, 'finding amplify');
      const floods = [
        [
          'aaaaaaaaaa'.repeat(1000),
          { old: 'a', new: 'b'.repeat(20_000), all: true },
          'can be judged',
        ],
        [`x${'\u200b'.repeat(40_000)}\n`, { old: 'x', new: 'y' }, 'smaller steps'],
        [
          `head\n${'line\n'.repeat(questionLimits.maxEditedChars / 5)}`,
          { old: 'head', new: 'tail' },
          'files of at most',
        ],
      ] as const;
      for (const [content, edit, word] of floods) {
        let asked = 0;
        await using rig = await openRig(editing('a.txt', edit));
        await writeFile(join(rig.root, 'a.txt'), content);
        await rig.say('go', {
          permit: async () => {
            asked += 1;
            return 'denied';
          },
        });
        attempt();
        expect(asked).toBe(0);
        expect(resultOf(rig)).toContain(word);
      }
    },
  );

  test(
    'stands alone: the next one is asked when it is answered',
    { tags: ['d-growth-bounded'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      let open = 0;
      let most = 0;
      let asked = 0;
      const tool = {
        name: 'echo__run',
        description: '',
        inputSchema: { type: 'object' },
        serverName: 'echo',
        identity: 'one',
        readsOnly: true,
        run: async () => ({ outcome: 'succeeded', content: [] }) as const,
      };
      const many = toolCalls(
        ...Array.from({ length: 500 }, (_, at) => ({ tool: tool.name, input: { at } })),
      );
      await using rig = await openRig([many, text('done')], { clientTools: () => [tool] });
      await rig.say('go', {
        permit: async () => {
          asked += 1;
          most = Math.max(most, (open += 1));
          await new Promise((resolve) => setImmediate(resolve));
          open -= 1;
          return 'once';
        },
      });
      attempt();
      expect(asked).toBe(answerLimits.maxCallsPerAnswer);
      expect(most).toBe(1);
    },
  );
});
