// A key that `percept serve` adds to requests: no program or page of this machine spends it without showing who it is.
import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import { startUpstream } from '../host/gateway-stage.ts';
import { openProcessStage } from '../host/serve-stage.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { attacksFrom } from './tries.ts';

describe('a key of the host', { timeout: 240_000 }, () => {
  test(
    'is spent by nobody on loopback without a credential',
    { tags: ['d-host-key-guarded'] },
    async (context) => {
      const attempt = attacksFrom(context, 'finding 18, host key');
      const tryOwn = attacksFrom(context, 'own');
      const heard: string[] = [];
      await using upstream = await startUpstream(({ rawHeaders }, response) => {
        heard.push(rawHeaders.join('\n'));
        response.end('{"choices":[]}');
      });
      await using stage = await openProcessStage([], 'none');
      Object.assign(stage.env, {
        PERCEPT_UPSTREAM_OPENAI: `${upstream.origin}/v1`,
        PERCEPT_UPSTREAM_OPENAI_KEY: 'sk-of-the-host',
      });
      const { origin, facts } = await stage.start();
      const token = (await readFile(String(facts['tokenFile']), 'utf8')).trim();
      const ask = async (
        headers: Readonly<Record<string, string>>,
        query = '',
      ): Promise<number> => {
        const response = await fetch(`${origin}/v1/chat/completions${query}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ model: 'gpt-5.4', messages: [{ role: 'user', content: 'hi' }] }),
        });
        await response.arrayBuffer();
        return response.status;
      };
      expect(await ask({})).toBe(401);
      attempt();
      const tricks: readonly Readonly<Record<string, string>>[] = [
        { authorization: 'Bearer sk-anything' },
        { authorization: 'Bearer ' },
        { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
        { authorization: `Bearer ${token}x` },
        { authorization: `Bearer ${token.slice(0, -1)}` },
        { authorization: `Bearer ${token.toLowerCase()}` },
        { 'x-api-key': 'percept_' },
        { 'x-percept-key': '' },
        { cookie: `percept=${token}` },
        { origin, 'sec-fetch-site': 'same-origin' },
      ];
      for (const headers of tricks) {
        expect(await ask(headers), `with ${JSON.stringify(Object.keys(headers))}`).toBe(401);
        tryOwn();
      }
      expect(await ask({}, '?key=wrong')).toBe(401);
      tryOwn();
      expect(heard).toEqual([]);

      expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
      expect(await ask({ 'x-percept-key': token })).toBe(200);
      expect(heard).toHaveLength(2);
      for (const headers of heard) {
        expect(headers).not.toContain(token);
        expect(headers).toContain('sk-of-the-host');
      }
    },
  );

  test(
    'that is looked with is spent for callers of the gateway with a credential alone',
    { tags: ['d-host-key-guarded'] },
    async (context) => {
      const attempt = attacksFrom(context, 'own');
      await using upstream = await startUpstream((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"choices":[{"message":{"role":"assistant","content":"hi"}}]}');
      });
      await using stage = await openProcessStage(() => text('A red square.'), 'none');
      await writeFile(
        stage.env['PERCEPT_CONFIG'] ?? '',
        JSON.stringify({
          discovery: false,
          strictRouting: false,
          vision: {
            provider: 'openai-compatible',
            model: 'looker',
            baseUrl: stage.server.baseUrl('chat-completions'),
            apiKey: 'sk-of-the-looker',
            capabilities: ['vision-input'],
          },
        }),
      );
      stage.env['PERCEPT_UPSTREAM_OPENAI'] = `${upstream.origin}/v1`;
      const picture = (await drawQuadrants(drawPalette(5))).toString('base64');
      const ask = async (origin: string, key?: string): Promise<number> => {
        const url = `data:image/png;base64,${picture}`;
        const response = await fetch(`${origin}/v1/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: 'Bearer sk-of-the-caller',
            ...(key !== undefined && { 'x-percept-key': key }),
          },
          body: JSON.stringify({
            model: 'gpt-3.5-turbo',
            messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
          }),
        });
        await response.arrayBuffer();
        return response.status;
      };
      const open = await stage.start();
      expect(await ask(open.origin)).toBe(200);
      attempt();
      expect(stage.server.requests).toEqual([]);
      open.child.kill('SIGTERM');
      await open.gone;
      stage.env['PERCEPT_GATEWAY_KEY'] = 'a-key-for-the-gateway-that-is-long';
      const guarded = await stage.start();
      expect(await ask(guarded.origin)).toBe(401);
      attempt();
      expect(stage.server.requests).toEqual([]);
      expect(await ask(guarded.origin, stage.env['PERCEPT_GATEWAY_KEY'])).toBe(200);
      expect(stage.server.requests).toHaveLength(1);
    },
  );
});
