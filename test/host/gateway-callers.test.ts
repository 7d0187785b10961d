// Who may use the gateway, and whose key goes on to the upstream.
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { Secret } from '@percept/agent/internal';
import { describe, expect, test } from 'vitest';
import {
  createGateway,
  readUpstreams,
  type GatewayOptions,
} from '../../packages/host/src/gateway/index.ts';
import { everything, ownHeaders, speak, startGateway } from './gateway-stage.ts';
import { raiseGateway } from './raise-gateway.ts';
import { unless } from '../needs.ts';

const timeout = 240_000;
const key = 'gk-0123456789abcdef';

const { upstream, stage, arrived } = await raiseGateway();

describe('who may call', () => {
  test(
    'without a key: names of this machine, and no page of another origin',
    { timeout },
    async () => {
      const ask = async (headers: string) =>
        (
          await speak(stage.port, `GET /v1/models HTTP/1.1\r\n${headers}connection: close\r\n\r\n`)
        ).slice(9, 12);
      expect(await ask('host: localhost:1234\r\n')).toBe('200');
      expect(await ask('host: [::1]:1\r\norigin: http://localhost:5173\r\n')).toBe('200');
      expect(await ask('host: evil.test\r\n')).toBe('403');
      expect(await ask('host: localhost.evil.test\r\n')).toBe('403');
      expect(await ask('host: localhost\r\norigin: https://evil.test\r\n')).toBe('403');
      expect(await ask('host: localhost\r\norigin: null\r\n')).toBe('403');
      expect(await ask('host: localhost\r\nsec-fetch-site: cross-site\r\n')).toBe('403');
      for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])
        expect(await ask(`host: localhost\r\n${name}: 203.0.113.7\r\n`)).toBe('403');
      expect(arrived()).toHaveLength(2);
    },
  );

  test(
    'no browser opens or embeds what an upstream says, and none gets the cookie of this origin',
    { timeout },
    async () => {
      await using locked = await startGateway(everything(upstream), { key: new Secret(key) });
      const ask = async (port: number, headers: string) =>
        (
          await speak(
            port,
            `GET /v1/models HTTP/1.1\r\nhost: localhost\r\nx-percept-key: ${key}\r\n${headers}connection: close\r\n\r\n`,
          )
        ).slice(9, 12);
      for (const { port } of [stage, locked])
        for (const use of ['document', 'iframe', 'script', 'image'])
          expect(await ask(port, `sec-fetch-dest: ${use}\r\n`)).toBe('403');
      expect(arrived()).toEqual([]);
      expect(await ask(stage.port, 'sec-fetch-dest: empty\r\ncookie: percept-4600=x\r\n')).toBe(
        '200',
      );
      expect(ownHeaders(arrived()[0]?.rawHeaders ?? [])).toEqual(['sec-fetch-dest: empty']);
    },
  );

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

  const alone = outside === undefined ? 'this machine has no address but its own' : undefined;
  test('from elsewhere: nobody without the key', { timeout, ...unless(alone) }, async () => {
    for (const [options, status] of [
      [{}, 403],
      [{ key: new Secret(key) }, 200],
    ] as const satisfies readonly (readonly [Omit<GatewayOptions, 'upstreams'>, number])[]) {
      const read = readUpstreams(everything(upstream));
      if (!read.ok) throw new Error('The addresses are good ones.');
      const gateway = createGateway({ ...options, upstreams: read.value });
      const server = createServer((request, response) => void gateway.handle(request, response));
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const answer = await fetch(`http://${outside}:${port}/v1/models`, {
        headers: { 'x-percept-key': key },
      });
      expect(answer.status).toBe(status);
      await gateway.close();
      server.closeAllConnections();
      server.close();
    }
  });

  test(
    'with a key: whoever shows it, in any place where clients put one; and it goes no further',
    { timeout },
    async () => {
      const own = {
        ...everything(upstream),
        openai: { baseUrl: `${upstream.origin}/v1`, apiKey: new Secret('sk-runtime') },
      };
      await using locked = await startGateway(own, { key: new Secret(key) });
      const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
        (await fetch(`${locked.origin}${path}`, { headers })).status;
      expect(await ask('/v1/models')).toBe(401);
      expect(await ask('/v1/models', { authorization: 'Bearer wrong' })).toBe(401);
      expect(await ask('/v1/models', { authorization: `Bearer ${key}x` })).toBe(401);
      expect(await ask('/v1/models', { authorization: `Bearer ${key}` })).toBe(200);
      expect(await ask('/v1/models', { 'x-percept-key': key })).toBe(200);
      expect(await ask('/v1/messages/batches', { 'x-api-key': key })).toBe(200);
      expect(await ask('/v1beta/models', { 'x-goog-api-key': key })).toBe(200);
      expect(await ask(`/v1beta/models?a=1&key=${key}&b=2`)).toBe(200);
      expect(
        await ask('/v1/messages/batches', { 'x-api-key': 'sk-client', 'x-percept-key': key }),
      ).toBe(200);
      const seen = arrived().map(
        ({ url, rawHeaders }) => `${url} ${ownHeaders(rawHeaders).join(' ')}`,
      );
      expect(seen.filter((line) => line.includes(key))).toEqual([]);
      expect(seen[0]).toContain('authorization: Bearer sk-runtime');
      expect(seen[1]).toContain('authorization: Bearer sk-runtime');
      expect(seen[4]).toContain('/v1beta/models?a=1&b=2');
      expect(seen[5]).toContain('x-api-key: sk-client');
    },
  );

  test("a key of the host takes the place of the client's", { timeout }, async () => {
    await using housed = await startGateway({
      openai: { baseUrl: `${upstream.origin}/v1`, apiKey: new Secret('sk-runtime') },
      anthropic: { baseUrl: `${upstream.origin}/v1`, apiKey: new Secret('sk-ant-runtime') },
      gemini: { baseUrl: `${upstream.origin}/v1beta`, apiKey: new Secret('AIza-runtime') },
    });
    await fetch(`${housed.origin}/v1/models`, { headers: { authorization: 'Bearer dummy' } });
    await fetch(`${housed.origin}/v1/messages/batches`, {
      headers: { 'x-api-key': 'dummy', authorization: 'Bearer dummy' },
    });
    await fetch(`${housed.origin}/v1beta/models?key=dummy`);
    const seen = arrived().map(
      ({ url, rawHeaders }) => `${url} ${ownHeaders(rawHeaders).join(' ')}`,
    );
    expect(seen.join('\n')).not.toContain('dummy');
    expect(seen[0]).toContain('authorization: Bearer sk-runtime');
    expect(seen[1]).toContain('x-api-key: sk-ant-runtime');
    expect(seen[2]).toContain('x-goog-api-key: AIza-runtime');
  });
});
