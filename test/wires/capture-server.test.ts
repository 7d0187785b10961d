// The capture server is a provider to every package, whole and streamed, and it keeps what it was sent.

import { generateText } from 'ai';
import {
  failure,
  judge,
  startCaptureServer,
  text,
  toolCall,
  toolCalls,
  type CaptureServer,
} from 'percept/conformance';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, test } from 'vitest';
import { models } from './models.ts';
import { runView } from './view-run.ts';

const words = (path: string) => ({ type: 'text', value: `Nothing to see at ${path}.` });

describe('a scripted run ends on every package', () => {
  for (const model of models)
    for (const mode of ['generate', 'stream'] as const)
      test(
        `${model.name} with ${mode}Text and two calls in one turn`,
        { tags: ['f-wires-capture-server', 'f-wires-oracle'] },
        async () => {
          const calls = ['a.png', 'b.png'].map((path) => ({ tool: 'view', input: { path } }));
          const script = [toolCalls(...calls), text('All done.')];
          const ran = await runView({ model, mode, script, output: words });
          expect(ran.said).toBe('All done.');
          expect(ran.requests.map(({ wire }) => wire)).toEqual([model.wire, model.wire]);
          expect(ran.requests.map(({ streamed }) => streamed)).toEqual(
            Array.from({ length: 2 }, () => mode === 'stream'),
          );
          for (const request of ran.requests)
            expect(judge({ ...request, expectImages: 0 }).findings).toEqual([]);
          expect(ran.requests[1]?.raw).toContain('Nothing to see at b.png.');
        },
      );
});

function ask(server: CaptureServer): Promise<unknown> {
  const provider = createOpenAICompatible({
    name: 'oc',
    baseURL: server.baseUrl('chat-completions'),
    apiKey: 'secret-of-a-user',
  });
  return generateText({ model: provider('gpt-4o'), prompt: 'Hi', maxRetries: 0 });
}

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

describe('the capture server', () => {
  test('keeps no credential', { tags: ['f-wires-capture-server'] }, async () => {
    await using server = await startCaptureServer();
    await ask(server);
    expect(server.requests[0]?.headers['authorization']).toBe('[redacted]');
    expect(JSON.stringify(server.requests)).not.toContain('secret-of-a-user');
  });

  test('keeps the raw body as it was sent', async () => {
    await using server = await startCaptureServer();
    const raw = '{ "model":"m" ,\n "messages":[]}';
    await post(`${server.baseUrl('mistral-chat')}/chat/completions`, raw);
    expect(server.requests).toMatchObject([
      { wire: 'mistral-chat', raw, model: 'm', body: { model: 'm', messages: [] } },
    ]);
  });

  test('lets a function decide from what arrived', async () => {
    await using server = await startCaptureServer({
      script: ({ raw }, index) => text(`${index}: ${raw.includes('Hi') ? 'greeted' : 'silent'}`),
    });
    expect(await ask(server)).toMatchObject({ text: '0: greeted' });
    expect(await ask(server)).toMatchObject({ text: '1: greeted' });
  });

  test('fails as a provider does', async () => {
    await using server = await startCaptureServer({ script: [failure(413, 'Too large.')] });
    await expect(ask(server)).rejects.toMatchObject({ statusCode: 413, message: 'Too large.' });
  });

  test('says so when the script has ended', async () => {
    await using server = await startCaptureServer({ script: [text('Once.')] });
    await ask(server);
    await expect(ask(server)).rejects.toThrow('The script has 1 replies; this is request 2.');
  });

  test('says so when the script throws', async () => {
    await using server = await startCaptureServer({
      script: () => {
        throw new Error('broken script');
      },
    });
    const answer = await post(`${server.baseUrl('responses')}/responses`, '{}');
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('broken script');
  });

  test('reports the usage that the script gives', async () => {
    const usage = { inputTokens: 100, outputTokens: 7, cachedTokens: 80 };
    await using server = await startCaptureServer({
      script: [{ kind: 'text', text: 'Hi.', usage }],
    });
    expect(await ask(server)).toMatchObject({
      usage: { inputTokens: 100, inputTokenDetails: { cacheReadTokens: 80 }, outputTokens: 7 },
    });
  });

  test('refuses what is no wire, no JSON, or too large', async () => {
    await using server = await startCaptureServer({ maxBodyBytes: 100 });
    const url = server.baseUrl('anthropic-messages');
    expect((await post(`${url}/nowhere`, '{}')).status).toBe(404);
    expect((await fetch(`${url}/messages`)).status).toBe(404);
    expect((await post(`${url}/messages`, 'no json')).status).toBe(400);
    expect((await post(`${url}/messages`, JSON.stringify('x'.repeat(100)))).status).toBe(413);
    expect(server.requests).toEqual([]);
  });

  test('gives every call an id of its own', async () => {
    await using server = await startCaptureServer({ script: () => toolCall('view') });
    const url = `${server.baseUrl('chat-completions')}/chat/completions`;
    const ids = await Promise.all(
      [1, 2].map(async () => /"id":"(call\d+)"/.exec(await (await post(url, '{}')).text())?.[1]),
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
  });

  test('is gone after it was closed', async () => {
    const server = await startCaptureServer();
    const url = server.baseUrl('gemini');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await server.close();
    await server.close();
    await expect(fetch(url)).rejects.toThrow();
  });
});
