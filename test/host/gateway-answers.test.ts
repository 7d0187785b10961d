// Answers pass the gateway untouched. Where an upstream's settings ask for it, the media that they carry is kept as well: through
// the door, in the store, for its tenant, with who made it.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseBlobId, parseTenantId, type StoredBlock } from '@percept/core';
import { readUpstreams } from '@percept/host';
import { localTenant, openMemory, type Memory } from '@percept/store';
import { drawing, startCaptureServer, type MadeFile, type Reply } from 'percept/conformance';
import { describe, expect, test } from 'vitest';
import type { GatewayLimits } from '../../packages/host/src/gateway/limits.ts';
import { doorOnto } from '../door.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { startGateway, startUpstream, type Stage } from './gateway-stage.ts';
import { acmeToken, openStage } from './serve-stage.ts';

const slow = { timeout: 240_000 };

interface Route {
  readonly upstream: string;
  readonly base: string;
  readonly whole: string;
  readonly streamed: string;
}

const chat: Route = {
  upstream: 'openai',
  base: '/v1',
  whole: '/v1/chat/completions',
  streamed: '/v1/chat/completions',
};
const routes = {
  gemini: {
    upstream: 'gemini',
    base: '/v1beta',
    whole: '/v1beta/models/painter:generateContent',
    streamed: '/v1beta/models/painter:streamGenerateContent',
  },
  responses: { ...chat, whole: '/v1/responses', streamed: '/v1/responses' },
  'chat images': chat,
  'chat audio': chat,
  anthropic: {
    upstream: 'anthropic',
    base: '/v1',
    whole: '/v1/messages',
    streamed: '/v1/messages',
  },
  bedrock: {
    upstream: 'bedrock',
    base: '',
    whole: '/model/painter/converse',
    streamed: '/model/painter/converse-stream',
  },
} as const satisfies Readonly<Record<string, Route>>;
type Wire = keyof typeof routes;

interface Said {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The very bytes that a scripted provider answers with. */
async function scripted(wire: Wire, isStreamed: boolean, reply: Reply): Promise<Said> {
  const server = await startCaptureServer({ script: () => reply });
  try {
    const origin = new URL(server.baseUrl('chat-completions')).origin;
    const answer = await ask(
      `${origin}${routes[wire][isStreamed ? 'streamed' : 'whole']}`,
      isStreamed,
    );
    return answer;
  } finally {
    await server.close();
  }
}

async function ask(
  url: string,
  isStreamed: boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const body = JSON.stringify({
    model: 'painter',
    stream: isStreamed,
    messages: [],
    contents: [],
    input: 'Draw.',
  });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return {
    type: answer.headers.get('content-type') ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

interface Scene extends AsyncDisposable {
  readonly gateway: Stage;
  readonly memory: Memory;
  /** What the gateway reported to whoever runs it. */
  readonly faults: readonly unknown[];
}

/** A gateway before a server that answers with these bytes. */
async function open(
  wire: Wire,
  said: Said,
  store: boolean,
  limits: Partial<GatewayLimits> = {},
  headers: Readonly<Record<string, string>> = {},
  recordOf: (memory: Memory) => Memory['sessions'] = ({ sessions }) => sessions,
): Promise<Scene> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-answers-'));
  const memory = await openMemory({ directory });
  const door = doorOnto(memory);
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': said.type, ...headers });
    // In pieces, as an answer comes.
    const half = Math.ceil(said.bytes.length / 2);
    response.write(said.bytes.subarray(0, half));
    response.end(said.bytes.subarray(half));
  });
  const { upstream: name, base } = routes[wire];
  const faults: unknown[] = [];
  const gateway = await startGateway(
    { [name]: { baseUrl: `${upstream.origin}${base}`, ...(store && { store }) } },
    {
      limits,
      answers: { sessions: recordOf(memory), door, ownerOf: () => localTenant },
      report: (error) => faults.push(error),
    },
  );
  return {
    gateway,
    memory,
    faults,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      await memory.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Held {
  readonly title: string | undefined;
  readonly blocks: readonly StoredBlock[];
  readonly words: string;
}

async function heldIn(memory: Memory, tenant = localTenant): Promise<readonly Held[]> {
  const listed = await memory.sessions.list({ tenant, kind: 'answer' });
  if (!listed.ok) throw new Error('The answers cannot be listed.');
  return Promise.all(
    listed.value.map(async ({ id, title }) => {
      const entries = await memory.sessions.entries(id);
      const parts = entries.ok
        ? entries.value.flatMap(({ entry }) => (entry.type === 'message' ? entry.parts : []))
        : [];
      return {
        title,
        blocks: parts.flatMap((part) =>
          part.type === 'image' || part.type === 'audio' || part.type === 'file' ? [part] : [],
        ),
        words: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
      };
    }),
  );
}

async function madeFor(wire: Wire): Promise<MadeFile> {
  if (wire === 'chat audio') return { mime: 'audio/pcm', base64: tone(4_000).toString('base64') };
  const bytes = await drawQuadrants(drawPalette(71));
  return { mime: 'image/png', base64: bytes.toString('base64') };
}

/** Sixteen bits, one channel; in a stream of Chat Completions the bare samples. */
function tone(samples: number): Buffer {
  const header = Buffer.from(
    '524946460000000057415645666d742010000000010001004038000080700000020010006461746100000000',
    'hex',
  );
  header.writeUInt32LE(36 + samples * 2, 4);
  header.writeUInt32LE(samples * 2, 40);
  return Buffer.concat([header, Buffer.alloc(samples * 2)]);
}

describe.each(['gemini', 'responses', 'chat images', 'chat audio', 'bedrock'] as const)(
  'an answer of %s with media',
  slow,
  (wire) => {
    test.each([
      ['whole', false],
      ['streamed', true],
    ] as const)(
      '%s passes as it is, and is kept where the route says so',
      { tags: ['d-gateway-stores'] },
      async (_, isStreamed) => {
        const file = await madeFor(wire);
        const said = await scripted(wire, isStreamed, drawing('Here.', file));
        await using scene = await open(wire, said, true);
        const path = routes[wire][isStreamed ? 'streamed' : 'whole'];
        const passed = await ask(`${scene.gateway.origin}${path}`, isStreamed);
        expect([passed.type, passed.bytes.equals(said.bytes)]).toEqual([said.type, true]);
        const entry = await scene.gateway.entry(0);
        expect(entry).toMatchObject({ stored: 1, notStored: 0, end: 'whole' });
        const [held, ...more] = await heldIn(scene.memory);
        expect(more).toEqual([]);
        const [block, ...others] = held?.blocks ?? [];
        expect(others).toEqual([]);
        expect(block?.origin).toMatchObject({
          kind: 'made',
          model: `gateway/${routes[wire].upstream}/painter`,
        });
        if (!block) throw new Error('Nothing was kept.');
        const stored = await scene.memory.get(block.sha256);
        if (!stored.ok) throw new Error(stored.refusal.message);
        expect(sha256(stored.value)).toBe(block.sha256);
        const sent = Buffer.from(file.base64, 'base64');
        if (wire !== 'chat audio') expect(Buffer.from(stored.value)).toEqual(sent);
        // Bare samples get the frame that a player needs; a file stays as it is.
        else expect(Buffer.from(stored.value).subarray(isStreamed ? 44 : 0)).toEqual(sent);
        await scene.memory.collect({ graceMs: 0 });
        expect((await scene.memory.get(block.sha256)).ok).toBe(true);
      },
    );
  },
);

describe('an answer', slow, () => {
  test(
    'leaves nothing behind where no route asks for it, where it holds no bytes, and where nobody owns it',
    { tags: ['d-gateway-stores'] },
    async () => {
      const drawn = drawing('Here.', await madeFor('gemini'));
      for (const [wire, store] of [
        ['gemini', false],
        // Its files stay at the provider, under an id.
        ['anthropic', true],
      ] as const) {
        const said = await scripted(wire, true, drawn);
        await using scene = await open(wire, said, store);
        const passed = await ask(`${scene.gateway.origin}${routes[wire].streamed}`, true);
        expect(passed.bytes.equals(said.bytes)).toBe(true);
        expect((await scene.gateway.entry(0)).stored ?? 0).toBe(0);
        expect(await heldIn(scene.memory)).toEqual([]);
      }
    },
  );

  test(
    'that is packed is kept unpacked, and passes packed',
    { tags: ['d-gateway-stores'] },
    async () => {
      const file = await madeFor('gemini');
      const { type, bytes } = await scripted('gemini', true, drawing('Here.', file));
      const packed = { type, bytes: gzipSync(bytes) };
      await using scene = await open('gemini', packed, true, {}, { 'content-encoding': 'gzip' });
      // The client unpacks it for itself.
      const passed = await ask(`${scene.gateway.origin}${routes.gemini.streamed}`, true);
      expect(passed.bytes.equals(bytes)).toBe(true);
      expect(await scene.gateway.entry(0)).toMatchObject({ stored: 1 });
    },
  );

  const html = Buffer.from('<script>alert(1)</script>'.repeat(9)).toString('base64');
  const noise = randomBytes(3_000_000).toString('base64');
  const hostile: readonly (readonly [string, Wire, readonly MadeFile[], object])[] = [
    [
      'a page that is called a picture',
      'gemini',
      [{ mime: 'image/png', base64: html }],
      { stored: 0, notStored: 1 },
    ],
    [
      'a page that is called a sound',
      'chat audio',
      [{ mime: 'audio/pcm', base64: html }],
      { stored: 0, notStored: 1 },
    ],
    ['noise', 'responses', [{ mime: 'image/png', base64: noise }], { stored: 0, notStored: 1 }],
    [
      'more than an answer may have',
      'gemini',
      [
        { mime: 'image/png', base64: noise },
        { mime: 'image/png', base64: noise },
      ],
      { stored: 0, notStored: 1 },
    ],
  ];
  test.each(hostile)(
    'with %s passes, and is told in the log',
    { tags: ['d-gateway-stores'] },
    async (_, wire, files, kept) => {
      const said = await scripted(wire, false, drawing('Look.', ...files));
      await using scene = await open(wire, said, true, { maxStoredAnswerBytes: 6_000_000 });
      const passed = await ask(`${scene.gateway.origin}${routes[wire].whole}`, false);
      expect(passed.bytes.equals(said.bytes)).toBe(true);
      expect(await scene.gateway.entry(0)).toMatchObject(kept);
      expect((await heldIn(scene.memory)).flatMap(({ blocks }) => blocks)).toEqual([]);
    },
  );

  test(
    'fifty pictures long keeps as many as any answer may hold, and says so in its record',
    { tags: ['d-gateway-stores'] },
    async () => {
      const file = await madeFor('gemini');
      const said = await scripted('gemini', false, drawing('Many.', ...Array(50).fill(file)));
      await using scene = await open('gemini', said, true);
      await ask(`${scene.gateway.origin}${routes.gemini.whole}`, false);
      expect(await scene.gateway.entry(0)).toMatchObject({ stored: 16, notStored: 34 });
      const [held] = await heldIn(scene.memory);
      expect(held?.words.match(/was left out/g)).toHaveLength(34);
    },
  );
});

describe('a store of answers that is full', slow, () => {
  test(
    'takes no more bytes in, says so in the log, and the answer passes',
    { tags: ['d-gateway-stores'] },
    async () => {
      const said = await scripted('gemini', false, drawing('Here.', await madeFor('gemini')));
      await using scene = await open('gemini', said, true, { maxStoredAnswers: 0 });
      const passed = await ask(`${scene.gateway.origin}${routes.gemini.whole}`, false);
      expect(passed.bytes.equals(said.bytes)).toBe(true);
      expect(await scene.gateway.entry(0)).toMatchObject({ stored: 0, notStored: 1, end: 'whole' });
      const sent = sha256(await drawQuadrants(drawPalette(71)));
      const id = parseBlobId(sent);
      if (!id.ok) throw new Error(id.refusal.message);
      expect((await scene.memory.get(id.value)).ok).toBe(false);
    },
  );
});

describe('a store of answers that fails', slow, () => {
  test('is told to whoever runs the gateway, and the answer passes', async () => {
    const said = await scripted('gemini', false, drawing('Here.', await madeFor('gemini')));
    const fault = new Error('The disk is gone.');
    const recordOf = ({ sessions }: Memory) => ({
      ...sessions,
      count: () => Promise.reject(fault),
    });
    await using scene = await open('gemini', said, true, {}, {}, recordOf);
    const passed = await ask(`${scene.gateway.origin}${routes.gemini.whole}`, false);
    expect(passed.bytes.equals(said.bytes)).toBe(true);
    expect(await scene.gateway.entry(0)).toMatchObject({ stored: 0, notStored: 1, end: 'whole' });
    expect(scene.faults).toEqual([fault]);
  });
});

describe('a server with tenants', slow, () => {
  test(
    'keeps an answer for whoever shows a token, for nobody else, and tells no upstream of it',
    { tags: ['d-gateway-stores'] },
    async () => {
      const file = await madeFor('gemini');
      const said = await scripted('gemini', true, drawing('Here.', file));
      await using upstream = await startUpstream((_, response) => {
        response.writeHead(200, { 'content-type': said.type }).end(said.bytes);
      });
      const upstreams = readUpstreams({
        gemini: { baseUrl: `${upstream.origin}/v1beta`, store: true },
      });
      if (!upstreams.ok) throw new Error(upstreams.refusal.message);
      await using stage = await openStage([], 'none', { upstreams: upstreams.value });
      const url = `${stage.host.origin}${routes.gemini.streamed}`;
      for (const headers of [
        { accept: '*/*' },
        { 'x-percept-token': 'a guess' },
        { 'x-percept-token': acmeToken },
      ])
        expect((await ask(url, true, headers)).bytes.equals(said.bytes)).toBe(true);
      await expect
        .poll(() => stage.lines.filter((line) => line.includes('gateway-request')).length, slow)
        .toBe(3);
      expect(upstream.arrived).toHaveLength(3);
      for (const { rawHeaders } of upstream.arrived)
        expect(rawHeaders.join('\n')).not.toContain('percept');
      const tenants = await Promise.all(
        ['acme', 'zenith', 'local'].map(async (name) => {
          const id = parseTenantId(name);
          return id.ok ? (await heldIn(stage.memory, id.value)).length : undefined;
        }),
      );
      expect(tenants).toEqual([1, 0, 0]);
    },
  );
});
