// Three keys go through a gateway process, on every wire and through every kind of failure. Afterwards none of them, in
// plain or encoded or hashed, is in anything that the process wrote.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { imageBlock, request as bodyFor } from '../../packages/core/test/oracle-bodies.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { startUpstream } from './gateway-stage.ts';

const keys = {
  clientKey: 'sk-client-T3ajq8RrLk0Zw5nV',
  houseKey: 'sk-runtime-p9Xc2MvBq7YtEw4s',
  gatewayKey: 'gk-gate-Hd6uJ1oKf3QzNx8a',
} as const;

/** As it is, and as somebody might have written it down after all. */
function forms(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const digest = createHash('sha256').update(key).digest();
  return [
    key,
    key.slice(9),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    digest.toString('hex'),
    digest.toString('base64').replace(/=+$/, ''),
    Buffer.from(key, 'utf16le').toString('latin1'),
  ];
}

test('no key is logged or stored', { tags: ['d-gateway-keys'], timeout: 240_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'percept-gateway-keys-'));
  // It refuses every third request, with the key in its words, as careless servers do.
  let count = 0;
  await using upstream = await startUpstream(({ rawHeaders, url }, response) => {
    count += 1;
    const echo = JSON.stringify({ error: { message: `Bad key ${rawHeaders.join(' ')} ${url}` } });
    if (count % 3 === 0) response.writeHead(401).end(echo);
    else if (count % 3 === 1)
      response.writeHead(400).end(`{"error":{"message":"Invalid image ${echo.length}"}}`);
    else response.end('{"choices":[],"content":[],"candidates":[]}');
  });
  const settings = JSON.stringify({ ...keys, origin: upstream.origin });
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'child', 'gateway-child.ts'),
    directory,
    settings,
  ]);
  const written: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk));
  const [port]: unknown[] = await once(createInterface(child.stdout), 'line');
  const origin = `http://127.0.0.1:${String(port)}`;

  const picture = (await drawQuadrants(drawPalette(1))).toString('base64');
  const body = (wire: Parameters<typeof bodyFor>[0], model: string) =>
    JSON.stringify({
      ...bodyFor(wire, { results: [{ id: 'call_1', blocks: [imageBlock(wire, picture)] }] }),
      ...(wire !== 'gemini' && { model }),
    });
  const { clientKey, gatewayKey } = keys;
  const asks: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    [
      '/v1/chat/completions',
      { authorization: `Bearer ${clientKey}`, 'x-percept-key': gatewayKey },
      body('chat-completions', 'gpt-4o'),
    ],
    [
      '/v1/chat/completions',
      { authorization: `Bearer ${clientKey}`, 'x-percept-key': gatewayKey },
      body('chat-completions', 'gpt-3.5-needle'),
    ],
    ['/v1/chat/completions', { authorization: `Bearer ${gatewayKey}` }, '{"messages":[]}'],
    [
      '/v1/responses',
      { authorization: `Bearer ${clientKey}`, 'x-percept-key': gatewayKey },
      body('responses', 'gpt-5.4'),
    ],
    ['/v1/messages', { 'x-api-key': gatewayKey }, body('anthropic-messages', 'claude-opus-4-8')],
    [
      `/v1beta/models/gemini-3-pro:generateContent?key=${clientKey}`,
      { 'x-percept-key': gatewayKey },
      body('gemini', ''),
    ],
    [`/v1beta/models/gemini-3-pro:generateContent?key=${gatewayKey}`, {}, body('gemini', '')],
    [
      `/v1/models/..%2f${clientKey}?key=${gatewayKey}`,
      { authorization: `Bearer ${clientKey}` },
      '',
    ],
    [`/v1/files/${clientKey}`, { 'x-percept-key': gatewayKey }, 'x'],
    ['/v1/chat/completions', { authorization: `Bearer ${clientKey}` }, '{}'],
    [
      '/v1/chat/completions',
      { 'x-percept-key': gatewayKey, authorization: clientKey, 'content-encoding': clientKey },
      '{}',
    ],
  ];
  for (let round = 0; round < 4; round += 1)
    for (const [path, headers, sent] of asks)
      await (await fetch(`${origin}${path}`, { method: 'POST', headers, body: sent })).text();

  child.kill('SIGTERM');
  await once(child, 'close');
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => ({
        name,
        text: (await readFile(join(parentPath, name))).toString('latin1'),
      })),
  );
  const log = Buffer.concat(written).toString('latin1');
  const places = [{ name: 'log', text: log }, ...contents];
  // What must be there is there, so the search does find what was written.
  expect(log).toContain('gpt-3.5-needle');
  expect(places.some(({ name, text }) => name !== 'log' && text.includes('needle-in-store'))).toBe(
    true,
  );
  expect(upstream.arrived.some(({ rawHeaders }) => rawHeaders.includes(keys.houseKey))).toBe(true);
  for (const [name, key] of Object.entries(keys))
    for (const form of forms(key))
      expect([
        name,
        places.filter(({ text }) => text.includes(form)).map((place) => place.name),
      ]).toEqual([name, []]);
  // Neither is the picture, nor any word that was said.
  expect(log).not.toContain(picture.slice(100, 160));
  expect(log).not.toContain('What is in the picture');
  await rm(directory, { recursive: true });
});
