// What an MCP client gets when things take long, go wrong or grow large: an in-process server, the official client, and
// eyes that do what the test says.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  accept,
  commonProfile,
  mediaUrl,
  refuse,
  resolveProfile,
  type Outcome,
} from '@percept/core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  serveMcpHttp,
  serveMcpStdio,
  type McpDescriber,
  type McpDescription,
  type McpSetup,
} from '../src/mcp/index.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await mkdir(scene.root, { recursive: true });
  await writeFile(join(scene.root, 'shot.png'), await noise(600, 400));
  await writeFile(join(scene.root, 'plan.svg'), svg);
});
afterAll(() => scene[Symbol.asyncDispose]());

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#1f8a70"/></svg>';

function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let at = 0; at < pixels.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = state >> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function setupWith(change: Partial<McpSetup> = {}): McpSetup {
  const { store, door, darkroom } = scene.workspace;
  return {
    version: '0.0.0',
    openParts: () => Promise.resolve({ store, door, darkroom }),
    profile: commonProfile,
    roots: [],
    cwd: scene.root,
    ...change,
  };
}

type Generation = 'legacy' | 'modern';

async function connect(change: Partial<McpSetup> = {}, generation: Generation = 'legacy') {
  const http = await serveMcpHttp(setupWith(change));
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: generation === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await http.close();
    },
  };
}

function eyes(describe: McpDescriber['describe']): Partial<McpSetup> {
  return { describer: () => Promise.resolve({ name: 'test-eyes', describe }) };
}

const seen: McpDescription = { markdown: '```\nHELLO\n```', kind: 'screenshot', complete: true };

describe('the tool describe', () => {
  test('is offered only where somebody can look', { tags: ['p-advertised-true'] }, async () => {
    await using blind = await connect();
    expect((await blind.client.listTools()).tools.map(({ name }) => name)).toEqual(['view']);
    await expect(
      blind.client.callTool({ name: 'describe', arguments: { ref: 'shot.png' } }),
    ).rejects.toThrow('There is no such tool.');
    await using seeing = await connect(eyes(() => Promise.resolve(accept(seen))));
    const { tools } = await seeing.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['view', 'describe']);
    expect(seeing.client.getInstructions()).toContain('describe');
  });

  test('looks at the original of a picture, and at the rendering of everything else', async () => {
    const looked: number[] = [];
    await using outside = await connect(
      eyes(async (image) => {
        const { width } = await sharp(image).metadata();
        looked.push(width);
        return accept(seen);
      }),
    );
    const call = (input: Record<string, unknown>) =>
      outside.client.callTool({ name: 'describe', arguments: input });
    expect(await call({ ref: 'shot.png' })).toMatchObject({
      content: [{ type: 'text', text: seen.markdown }],
      structuredContent: {
        ref: 'shot.png',
        engine: 'test-eyes',
        descriptions: [{ page: 1, ...seen }],
      },
    });
    await call({ ref: 'plan.svg' });
    await call({ ref: 'shot.png', region: { x: 0, y: 0, width: 500, height: 500 } });
    expect(looked[0]).toBe(600);
    expect(looked[1]).toBeGreaterThanOrEqual(200);
    expect(looked[2]).toBe(300);
  });

  test('hands on what the eyes refuse, and refuses more words than a result may hold', async () => {
    const outcomes: Outcome<McpDescription>[] = [
      refuse({ refused: 'timed-out', message: 'Too slow.', hint: 'Try less.' }),
      accept({ ...seen, markdown: 'word '.repeat(30_000) }),
    ];
    await using outside = await connect(
      eyes(() => Promise.resolve(outcomes.shift() ?? accept(seen))),
    );
    for (const refused of ['timed-out', 'too-large']) {
      const result = await outside.client.callTool({
        name: 'describe',
        arguments: { ref: 'shot.png' },
      });
      expect(result).toMatchObject({ isError: true, structuredContent: { refused } });
    }
  });
});

describe.each<Generation>(['legacy', 'modern'])('for a %s client', (generation) => {
  test('a call that is cancelled stops its work', async () => {
    let started = false;
    let reason: unknown;
    await using outside = await connect(
      eyes(async (_image, options) => {
        started = true;
        await sleep(15_000, undefined, { signal: options?.signal }).catch((error: unknown) => {
          reason = error;
        });
        return accept(seen);
      }),
      generation,
    );
    const cancel = new AbortController();
    const call = outside.client.callTool(
      { name: 'describe', arguments: { ref: 'shot.png' } },
      { signal: cancel.signal },
    );
    await expect.poll(() => started).toBe(true);
    cancel.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect.poll(() => reason).toBeDefined();
  });

  test('long work gives signs of life', async () => {
    const heard: { progress: number; message?: string | undefined }[] = [];
    await using outside = await connect(
      {
        ...eyes(async () => {
          await expect.poll(() => heard.length).toBeGreaterThan(3);
          return accept(seen);
        }),
        limits: { progressEveryMs: 100 },
      },
      generation,
    );
    await outside.client.callTool(
      { name: 'describe', arguments: { ref: 'shot.png' } },
      { onprogress: ({ progress, message }) => heard.push({ progress, message }) },
    );
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, index) => index + 1));
    expect(heard.some(({ message }) => message?.startsWith('looking'))).toBe(true);
  });

  test('a bug inside is a refusal outside, told in full only to whoever runs the server', async () => {
    const reports: string[] = [];
    await using outside = await connect(
      {
        openParts: () => Promise.reject(new Error('the secret reason')),
        report: (line) => reports.push(line),
      },
      generation,
    );
    const result = await outside.client.callTool({ name: 'view', arguments: { ref: 'shot.png' } });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { refused: 'worker-failed' },
    });
    expect(JSON.stringify(result)).not.toContain('secret reason');
    await expect(outside.client.listResources()).rejects.toThrow(
      'Something inside Percept failed.',
    );
    expect(reports.join()).toContain('the secret reason');
  });
});

test.each([
  ['cwd', { cwd: '' }],
  ['roots', { roots: [''] }],
  ['maxResultChars', { limits: { maxResultChars: -1 } }],
] as const)('a wrong %s is told before anything is served', async (option, change) => {
  const setup = setupWith(change);
  const message = expect.stringMatching(new RegExp(`^serveMcp(?:Http|Stdio): .*${option}`));
  const silent = { stdin: new PassThrough(), stdout: new PassThrough() };
  await expect(serveMcpStdio(setup, silent, AbortSignal.timeout(2_000))).rejects.toMatchObject({
    message,
  });
  await expect(serveMcpHttp(setup)).rejects.toMatchObject({ message });
  expect(silent.stdin.listenerCount('data')).toBe(0);
});

test('a session nobody uses ends, and one with an open stream lasts', async () => {
  const setup = setupWith({ limits: { sessionIdleMs: 300 } });
  await using http = await serveMcpHttp(setup);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (body: object, session = '') =>
    fetch(http.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
      headers: session === '' ? headers : { ...headers, 'mcp-session-id': session },
    });
  const opened = await send({
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'silent', version: '1' },
    },
  });
  await opened.text();
  const id = opened.headers.get('mcp-session-id') ?? '';
  expect((await send({ method: 'ping' }, id)).status).toBe(200);
  await vi.waitFor(async () => expect((await send({ method: 'nothing' }, id)).status).toBe(404), {
    timeout: 200_000,
    interval: 2_500,
  });
  expect((await client.listTools()).tools.length).toBe(1);
  await client.close();
});

test('resources come in pages that neither repeat nor leave out', async () => {
  const ids = new Set<string>();
  for (let index = 0; index < 23; index++) {
    const kept = await scene.memory.put(new TextEncoder().encode(`note ${index}`));
    if (kept.ok) ids.add(mediaUrl(kept.value));
  }
  await using outside = await connect({ limits: { maxResourcesPerPage: 5 } });
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await outside.client.request({
      method: 'resources/list',
      params: cursor === undefined ? {} : { cursor },
    });
    expect(page.resources.length).toBeLessThanOrEqual(5);
    listed.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(new Set(listed).size).toBe(listed.length);
  expect([...ids].every((id) => listed.includes(id))).toBe(true);
});

test.each([
  {
    what: 'text',
    bytes: Buffer.from('one\ntwo'),
    expected: { mimeType: 'text/plain', text: 'one\ntwo' },
  },
  { what: 'SVG', bytes: Buffer.from(svg), expected: { mimeType: 'image/svg+xml', text: svg } },
  {
    what: 'unknown bytes',
    bytes: Buffer.from([0, 1, 2, 3]),
    expected: { mimeType: 'application/octet-stream', blob: 'AAECAw==' },
  },
])('a resource of $what is typed by its bytes', async ({ bytes, expected }) => {
  const kept = await scene.memory.put(bytes);
  if (!kept.ok) throw new Error(kept.refusal.message);
  await using outside = await connect();
  const uri = mediaUrl(kept.value);
  expect((await outside.client.readResource({ uri })).contents).toEqual([{ uri, ...expected }]);
});

test('a resource above the bound is refused with the way to see it', async () => {
  const kept = await scene.memory.put(new Uint8Array(2_000).fill(65));
  if (!kept.ok) throw new Error(kept.refusal.message);
  await using outside = await connect({ limits: { maxResourceBytes: 1_000 } });
  const uri = mediaUrl(kept.value);
  await expect(outside.client.readResource({ uri })).rejects.toMatchObject({
    data: { refused: 'too-large', hint: expect.stringContaining('view') },
  });
});

test('a picture too large for the client is made smaller, and its facts are those of the smaller one', async () => {
  const look = async (maxResultChars: number) => {
    const profile = resolveProfile({ provider: 'anthropic.messages', model: 'claude-sonnet-4-5' });
    await using outside = await connect({ profile, limits: { maxResultChars } });
    const result = await outside.client.callTool({ name: 'view', arguments: { ref: 'shot.png' } });
    const image = result.content.find((block) => block.type === 'image');
    const facts = result._meta?.['percept/view'] as {
      images: readonly { width: number; bytes: number; factor: number; estimatedTokens?: number }[];
    };
    return { data: image?.data ?? '', facts: facts.images[0] };
  };
  const whole = await look(1_000_000);
  const half = Math.floor(whole.data.length / 2);
  const smaller = await look(half);
  expect(smaller.data.length).toBeGreaterThan(1_000);
  expect(smaller.data.length).toBeLessThanOrEqual(half);
  const { width } = await sharp(Buffer.from(smaller.data, 'base64')).metadata();
  expect(smaller.facts).toMatchObject({ width, bytes: Buffer.from(smaller.data, 'base64').length });
  expect((smaller.facts?.factor ?? 0) * width).toBeCloseTo(600, 0);
  // What it costs is known of the picture that was counted, and of no other one.
  expect(whole.facts?.estimatedTokens).toBeGreaterThan(0);
  expect(smaller.facts).not.toHaveProperty('estimatedTokens');
});

test('pages that find no room in a result are named, and the first is made to fit', async () => {
  const pages = Array.from({ length: 200 }, (_, line) => `line ${line} ${'word '.repeat(20)}`);
  await writeFile(join(scene.root, 'long.txt'), pages.join('\n'));
  await using outside = await connect({ limits: { maxResultChars: 60_000 } });
  const result = await outside.client.callTool({
    name: 'view',
    arguments: { ref: 'long.txt', pages: '1-3' },
  });
  expect(result.isError).toBeFalsy();
  const chars = result.content.flatMap((block) =>
    block.type === 'image' ? [block.data.length] : [],
  );
  expect(chars.length).toBeGreaterThan(0);
  expect(chars.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(60_000);
  const facts = result._meta?.['percept/view'] as { omittedPages?: number[] };
  const { omittedPages = [] } = facts;
  expect(chars.length + omittedPages.length).toBeGreaterThan(1);
  const which = omittedPages.length > 1 ? `Pages ${omittedPages.join(', ')} are` : 'Page 3 is';
  expect(JSON.stringify(result.content)).toContain(`Note: ${which} not shown`);
});
