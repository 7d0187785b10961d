// Servers that mean harm, or are merely broken: each one costs a sentence, and never a session. The programs are real; the
// limits on time are short here.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import { openMemory } from '@percept/store';
import { describe, expect, test } from 'vitest';
import { hostile, program } from '../../../test/client-servers/support/servers.ts';
import { doorOnto } from '../../../test/door.ts';
import { ClientServers } from '../src/client-servers/client-servers.ts';
import { readServers } from '../src/client-servers/server.ts';
import { type ClientServerLimits } from '../src/client-servers/index.ts';
import type { ToolAnswer } from '../src/loop/index.ts';

interface Party extends AsyncDisposable {
  readonly clientServers: ClientServers;
  readonly notices: readonly string[];
  call(at?: number, signal?: AbortSignal): Promise<ToolAnswer>;
}

async function openParty(servers: readonly McpServer[], limits: Partial<ClientServerLimits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'percept-clientServers-'));
  const memory = await openMemory({ directory: join(folder, 'data') });
  const door = doorOnto(memory);
  const read = readServers(servers);
  if (!read.ok) throw new Error(read.refusal.message);
  const place = { cwd: folder, roots: [folder], env: process.env, version: '1', door };
  const clientServers = new ClientServers(read.value, {
    ...place,
    limits: { closeTimeoutMs: 100, ...limits },
  });
  await clientServers.arrived(new AbortController().signal);
  const party: Party = {
    clientServers,
    notices: clientServers.takeNotices(),
    call: async (at = 0, signal) => {
      const tool = clientServers.tools()[at];
      if (!tool) throw new Error('There is no such tool.');
      return tool.run({}, { signal });
    },
    async [Symbol.asyncDispose]() {
      await clientServers.close();
      await memory.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return party;
}

function webServer(url: string): McpServer & { url: string } {
  return { type: 'http', name: 'web', url, headers: [{ name: 'x-key', value: 'hush-hush' }] };
}

function wordsOf({ content }: ToolAnswer): string {
  return content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
}

describe('a server that does not arrive', () => {
  test('one that never answers is given up, and one that works is there at once', async () => {
    await using party = await openParty([hostile('silent'), hostile('fine')], {
      connectTimeoutMs: 6_000,
    });
    expect(party.notices).toEqual([
      'The MCP server hostile is not used. The server hostile did not answer in time.',
    ]);
    expect(party.clientServers.tools().map(({ name }) => name)).toEqual(['hostile_2__act']);
    expect(wordsOf(await party.call())).toContain('fine');
  });

  test('a turn does not wait longer than a moment; the tools come when they come', async () => {
    const late = program('late', ['-e', 'setTimeout(() => {}, 60_000)']);
    await using party = await openParty([late], { maxWaitMs: 100, connectTimeoutMs: 60_000 });
    expect(party.notices).toEqual(['The MCP server late is still starting; its tools come later.']);
  });

  test.each([
    ['is not there', { ...program('gone', []), command: '/no/such/program' }, /ENOENT/],
    [
      'ends at once',
      program('short', ['-e', 'console.error("no license"); process.exit(3)']),
      /exit code 3 \(no license\)/,
    ],
    ['is nowhere on the web', webServer('http://127.0.0.1:9/mcp'), /failed/],
  ])('a server that %s is named with the reason', async (_, server, reason) => {
    await using party = await openParty([server]);
    expect(party.notices).toHaveLength(1);
    expect(party.notices[0]).toMatch(reason);
    expect(party.clientServers.tools()).toEqual([]);
  });

  test('no more servers are started than the limit', async () => {
    await using party = await openParty([hostile('fine'), hostile('fine')], { maxServers: 1 });
    expect(party.notices).toEqual(['Only the first 1 of 2 MCP servers are used.']);
    expect(party.clientServers.tools()).toHaveLength(1);
  });
});

describe('what a server says of itself', () => {
  test.each(['many', 'endless'])('a list of %s tools is cut', async (way) => {
    await using party = await openParty([hostile(way)], { maxTools: 12, maxListPages: 5 });
    expect(party.clientServers.tools().length).toBeLessThanOrEqual(12);
    expect(party.notices).toEqual(['hostile offers more tools than the 12 that are taken.']);
  });

  test('names fit every provider and are distinct; descriptions are one marked line', async () => {
    await using party = await openParty([hostile('odd')]);
    const tools = party.clientServers.tools();
    const names = tools.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      'hostile__same_name',
      'hostile__same_name_2',
      'hostile__SAME_NAME_3',
      'hostile___2J_im_start_',
    ]);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    expect(new Set(names).size).toBe(names.length);
    for (const { description } of tools) {
      expect(description).toMatch(/^Tool of the server "hostile", in that server's words:/);
      // oxlint-disable-next-line no-control-regex -- these must not get through
      expect(description).not.toMatch(/[\u0000-\u001f\u202e]/);
      expect(description.length).toBeLessThan(2_500);
    }
    expect(party.notices).toEqual([
      '5 tools of hostile were left out: a name or an input schema cannot be used.',
    ]);
  });

  test('a crooked schema becomes one that every provider takes', async () => {
    await using party = await openParty([hostile('odd')]);
    const crooked = party.clientServers.tools().find(({ name }) => name.endsWith('crooked'));
    expect(crooked?.inputSchema).toEqual({
      type: 'object',
      properties: { ok: {} },
      required: ['ok'],
    });
  });

  test('a server that offers more later is heard', async () => {
    await using party = await openParty([hostile('grows')]);
    const names = () => party.clientServers.tools().map(({ name }) => name);
    expect(names()).toEqual(['hostile__act']);
    await party.call();
    await expect.poll(names).toEqual(['hostile__act', 'hostile__more']);
  });

  test('what a program prints beside the protocol does no harm', async () => {
    await using party = await openParty([hostile('chatty')]);
    expect(party.notices).toEqual([]);
    expect(wordsOf(await party.call())).toContain('fine');
  });
});

describe('what a server returns', () => {
  test(
    'pictures that are none become words, one by one, and the rest is kept',
    { tags: ['p-hostile-bytes', 'p-pixels-or-words'] },
    async () => {
      await using party = await openParty([hostile('images')]);
      const answer = await party.call();
      expect(answer.outcome).toBe('succeeded');
      expect(answer.content.filter(({ type }) => type === 'image')).toEqual([]);
      const words = wordsOf(answer);
      expect(words.match(/a picture from hostile__act was not taken/g)).toHaveLength(3);
      expect(words).toContain('a file (image/svg+xml) from hostile__act; view with ref');
      expect(words).toContain('and words');
      expect(words).toContain('3 further parts of the result were left out');
      expect(words).not.toContain('notbase64');
    },
  );

  test(
    'a page that is called a sound becomes words, as a sound and as a resource',
    { tags: ['p-hostile-bytes', 'p-pixels-or-words'] },
    async () => {
      await using party = await openParty([hostile('sounds')]);
      const answer = await party.call();
      expect(answer.content.map(({ type }) => type)).toEqual(['text', 'text', 'text']);
      const words = wordsOf(answer);
      expect(words.match(/hostile__act was not taken: This is no sound/g)).toHaveLength(2);
      expect(words).toContain('and words');
      expect(words).not.toContain('script');
    },
  );

  test('text is bounded, and bytes in it are left out', async () => {
    await using wordy = await openParty([hostile('wordy')]);
    const long = wordsOf(await wordy.call());
    expect(long.length).toBeLessThan(101_000);
    expect(long).toMatch(/cut after 100000 of 301000 characters/);
    expect(long).toContain('5000 further parts of the result were left out');
    await using party = await openParty([hostile('payload')]);
    expect(wordsOf(await party.call())).toMatch(
      /before \[12000 characters of encoded bytes left out\] after/,
    );
  });

  test.each([
    ['line', /failed: The message has \d+ bytes, and at most \d+ are taken/],
    ['deep', /failed: The message nests deeper than 64 levels/],
    ['flood', /sent too much: max(?:Messages|Bytes)PerRequest is \d+/],
  ])('a %s that is too much fails the call', { timeout: 240_000 }, async (way, words) => {
    await using party = await openParty([hostile(way)]);
    const answer = await party.call();
    expect(answer.outcome).toBe('failed');
    expect(wordsOf(answer)).toMatch(words);
    expect(process.memoryUsage().rss).toBeLessThan(1_500_000_000);
  });

  test('a server that dies is started again, and not for ever; its secrets are not told', async () => {
    const server = hostile('dies', [], { TOKEN: 'very-secret-token' });
    await using party = await openParty([server], { maxRestarts: 1 });
    const answers = [await party.call(), await party.call(), await party.call()].map(wordsOf);
    expect(answers[0]).toMatch(/failed: it ended with exit code 7 \(the token is \*\*\*\)/);
    expect(answers[1]).toMatch(/it ended with exit code 7/);
    expect(answers[2]).toMatch(/has ended too often/);
    expect(answers.join()).not.toContain('very-secret');
  });

  test('a call that hangs times out, or is cancelled, and the next one can go on', async () => {
    await using party = await openParty([hostile('hangs')], { callTimeoutMs: 300 });
    expect(wordsOf(await party.call())).toContain('did not answer in time');
    const signal = AbortSignal.timeout(50);
    expect(wordsOf(await party.call(0, signal))).toMatch(/cancelled/);
  });
});

describe('a server on the web', () => {
  /** Answers the handshake, then whatever the test wants. */
  async function web(answer: RequestListener) {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const { id, method } = body === '' ? {} : JSON.parse(body);
        if (request.method === 'GET') return response.writeHead(405).end();
        if (id === undefined) return response.writeHead(202).end();
        const capabilities = { tools: {} };
        const serverInfo = { name: 'web', version: '0' };
        const result =
          method === 'initialize'
            ? { protocolVersion: '2025-06-18', capabilities, serverInfo }
            : method === 'tools/list'
              ? { tools: [{ name: 'act', inputSchema: {} }] }
              : undefined;
        if (!result) return answer(request, response);
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `http://127.0.0.1:${port}/mcp`;
    return {
      server: webServer(url),
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }

  test.each(['application/json', 'text/event-stream'])(
    'a body of %s without an end fails the call',
    async (type) => {
      const piece = Buffer.alloc(1_000_000, 'x');
      await using it = await web((_request, response) => {
        response.setHeader('content-type', type);
        const pour = (): void => void response.write(piece, () => response.destroyed || pour());
        pour();
      });
      await using party = await openParty([it.server], {
        maxMessageBytes: 8_000_000,
        callTimeoutMs: 10_000,
      });
      const answer = await party.call();
      expect(answer.outcome).toBe('failed');
      expect(wordsOf(answer)).toMatch(/sent too much: maxMessageBytes is 8\d+/);
    },
  );

  test('a session that the server has forgotten is begun anew', async () => {
    let calls = 0;
    await using it = await web((_request, response) => {
      calls += 1;
      if (calls === 1) return response.writeHead(404).end();
      const result = { content: [{ type: 'text', text: 'back' }] };
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    });
    await using party = await openParty([it.server], { callTimeoutMs: 5_000 });
    expect(wordsOf(await party.call())).toContain('back');
    expect(calls).toBe(2);
  });

  test('a redirect to somebody else is not followed with the key', async () => {
    const heard: unknown[] = [];
    await using other = await web((request, response) => {
      heard.push(request.headers['x-key']);
      response.end();
    });
    await using it = await web((_request, response) => {
      response.writeHead(307, { location: other.server.url }).end();
    });
    await using party = await openParty([it.server], { callTimeoutMs: 5_000 });
    const answer = await party.call();
    expect(answer.outcome).toBe('failed');
    expect(heard).toEqual([]);
    expect(wordsOf(answer)).not.toContain('hush-hush');
  });
});
