// An answer that streams: event by event, no faster than it is read, over when somebody leaves, never whole when it broke.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startGateway, startUpstream } from './gateway-stage.ts';

const timeout = 240_000;

describe('an answer that streams', () => {
  test('reaches the client event by event, its headers before the first', { timeout }, async () => {
    const steps: (() => void)[] = [];
    await using slow = await startUpstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      steps.push(
        () => response.write('data: 1\n\n'),
        () => response.write('data: 2\n\n'),
        () => response.end('data: [DONE]\n\n'),
      );
    });
    await using own = await startGateway({ openai: { baseUrl: `${slow.origin}/v1` } });
    const answer = await fetch(`${own.origin}/v1/chat/completions`, {
      method: 'POST',
      body: '{"stream":true,"messages":[{"role":"user","content":"hi"}]}',
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const seen: (string | undefined)[] = [];
    // Each event is written only after the one before it was read at the other end.
    for (const step of steps) {
      step();
      seen.push((await reader?.read())?.value);
    }
    expect(seen).toEqual(['data: 1\n\n', 'data: 2\n\n', 'data: [DONE]\n\n']);
    expect((await reader?.read())?.done).toBe(true);
  });

  test('is sent no faster than the client reads', { timeout }, async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    let written = 0;
    const full = Promise.withResolvers<void>();
    await using fast = await startUpstream((_, response) => {
      response.writeHead(200);
      const push = (): void => {
        while (written < 400) {
          written += 1;
          if (!response.write(chunk)) {
            // Stuck for a second: the client's side is full.
            const stuck = setTimeout(() => full.resolve(), 1_000);
            response.once('drain', () => {
              clearTimeout(stuck);
              push();
            });
            return;
          }
        }
        full.resolve();
        response.end();
      };
      push();
    });
    await using own = await startGateway({ openai: { baseUrl: `${fast.origin}/v1` } });
    const request = httpRequest(`${own.origin}/v1/models`);
    request.end();
    const [response]: unknown[] = await once(request, 'response');
    await full.promise;
    expect(written).toBeLessThan(400);
    request.destroy();
    expect(response).toBeDefined();
  });

  test('is ended at the upstream when the client leaves', { timeout }, async () => {
    const left = Promise.withResolvers<void>();
    await using slow = await startUpstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      response.once('close', () => left.resolve());
    });
    await using own = await startGateway({ openai: { baseUrl: `${slow.origin}/v1` } });
    const leaving = new AbortController();
    const answer = await fetch(`${own.origin}/v1/chat/completions`, {
      method: 'POST',
      body: '{"messages":[]}',
      signal: leaving.signal,
    });
    await answer.body?.getReader().read();
    leaving.abort();
    await left.promise;
    expect((await own.entry(0)).end).toBe('broken');
  });

  test('that breaks off at the upstream never looks whole', { timeout }, async () => {
    for (const headers of [{}, { 'content-length': '100' }]) {
      await using dying = await startUpstream((_, response) => {
        response.writeHead(200, headers);
        response.write('data: 1\n\n', () => response.socket?.destroy());
      });
      await using own = await startGateway({ openai: { baseUrl: `${dying.origin}/v1` } });
      const answer = await fetch(`${own.origin}/v1/chat/completions`, {
        method: 'POST',
        body: '{"messages":[]}',
      });
      await expect(answer.text()).rejects.toThrow();
      expect((await own.entry(0)).end).toBe('broken');
    }
  });
});
