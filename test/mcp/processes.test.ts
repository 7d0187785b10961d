// The process around the protocol: standard output is the protocol, hostile messages cost a line, a killed server leaves
// nothing that the next one stumbles over, and several clients share one memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, connect, factsOf, imagesOf, view } from './support/clients.ts';
import { openFolder, type Folder } from './support/folder.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const stdio = { transport: 'stdio', generation: 'legacy' } as const;

function open() {
  return connect(stdio, { args: ['--data', folder.data], cwd: folder.root });
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Bare lines, for what no client package would send. */
async function openRaw() {
  const child = spawn(process.execPath, [command, 'mcp', '--data', folder.data], {
    cwd: folder.root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const messages: Message[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    messages.push(message);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const answerTo = (id: number) =>
    new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
    });
  const request = (id: number, method: string, params: unknown): Promise<Message> => {
    const answer = answerTo(id);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  };
  await request(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return { child, messages, request, answerTo };
}

test('messages that are too long, too deep or no JSON are answered or dropped, and the session goes on', async () => {
  const { child, request, answerTo } = await openRaw();
  const long = answerTo(2);
  child.stdin.write(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"view","arguments":{"ref":"`,
  );
  const part = 'x'.repeat(1024 * 1024);
  for (let count = 0; count < 12; count++) {
    if (!child.stdin.write(part)) await once(child.stdin, 'drain');
  }
  child.stdin.write('"}}}\n');
  expect((await long).error?.message).toContain('bytes, and at most');

  const deep = answerTo(3);
  const brackets = '['.repeat(200_000) + ']'.repeat(200_000);
  child.stdin.write(
    `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"view","arguments":{"ref":${brackets}}}}\n`,
  );
  expect((await deep).error?.message).toContain('nests deeper');

  child.stdin.write('not json\n\n{"jsonrpc":"1.0"}\n[]\nnull\n{"__proto__":{"polluted":true}}\n');
  child.stdin.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key${at}`, at]));
  const wide = await request(4, 'tools/call', { name: 'view', arguments: many });
  expect(wide.result).toMatchObject({ isError: true });
  const seen = await request(5, 'tools/call', { name: 'view', arguments: { ref: 'plan.svg' } });
  expect(seen.result).toMatchObject({ _meta: { 'percept/view': { pageCount: 1 } } });
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a hundred calls at once are all answered', async () => {
  const { child, request } = await openRaw();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      request(10 + at, 'tools/call', { name: 'view', arguments: { ref: 'plan.svg' } }),
    ),
  );
  const kinds = answers.map(({ result }) => {
    const { structuredContent } = result as { structuredContent?: { refused: string } };
    return structuredContent?.refused ?? 'seen';
  });
  expect(new Set(kinds)).toEqual(new Set(['seen', 'too-many']));
  expect(kinds.filter((kind) => kind === 'seen').length).toBeGreaterThanOrEqual(64);
  child.stdin.end();
  await once(child, 'exit');
});

test(
  'words of the call that are off end it with exit code 2 and leave standard output empty',
  { tags: ['d-cli-exit-usage', 'd-cli-logs-stderr'] },
  async () => {
    const calls = [['--port', '80'], ['--http', '--port', '70000'], ['--root', 'none'], ['stray']];
    for (const args of calls) {
      const child = spawn(process.execPath, [command, 'mcp', ...args], { cwd: folder.root });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const [code] = await once(child, 'exit');
      expect({ args, code, said }).toEqual({ args, code: 2, said: '' });
    }
  },
);

test('local eyes, where they are installed, read the words of a picture', async ({ skip }) => {
  await using outside = await open();
  const { tools } = await outside.client.listTools();
  skip(!tools.some(({ name }) => name === 'describe'), 'local eyes are not installed');
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#fff"/><text x="40" y="110" font-size="48" font-family="sans-serif">GUESS PROOF 7341</text></svg>`;
  await writeFile(join(folder.root, 'words.svg'), words);
  const result = await outside.client.callTool({
    name: 'describe',
    arguments: { ref: 'words.svg' },
  });
  expect(JSON.stringify(result.content)).toContain('GUESS PROOF 7341');
}, 240_000);

test('the process ends by itself when the client closes its end', async () => {
  const { child } = await openRaw();
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a call that is cancelled is not answered, and the next one is', async () => {
  await using outside = await open();
  const cancel = new AbortController();
  const call = outside.client.callTool(
    { name: 'view', arguments: { ref: 'noise.png' } },
    { signal: cancel.signal },
  );
  setTimeout(() => cancel.abort(new Error('enough')), 30);
  await expect(call).rejects.toThrow('enough');
  expect(imagesOf(await view(outside.client, { ref: 'plan.svg' }))).toHaveLength(1);
});

test('a server that was killed in the middle of its work leaves the memory whole for the next one', async () => {
  const first = await open();
  const uris = await seenUris(first.client);
  const lost = view(first.client, { ref: 'noise.png' }).catch(() => 'lost');
  if (first.pid === undefined) throw new Error('no process');
  process.kill(first.pid, 'SIGKILL');
  await lost;
  await first[Symbol.asyncDispose]();
  await using second = await open();
  for (const uri of uris) {
    const { contents } = await second.client.readResource({ uri });
    expect(contents).toHaveLength(1);
  }
  expect(imagesOf(await view(second.client, { ref: 'noise.png' }))).toHaveLength(1);
});

async function seenUris(client: Awaited<ReturnType<typeof open>>['client']) {
  const seen = await view(client, { ref: 'plan.svg' });
  return factsOf(seen).images.map(({ uri }) => uri);
}

test('two clients at once, each with a server of its own, share one memory', async () => {
  await using one = await open();
  await using two = await open();
  const [left, right] = await Promise.all([
    view(one.client, { ref: 'quarters.png' }),
    view(two.client, { ref: 'quarters.png' }),
  ]);
  expect(factsOf(left)).toEqual(factsOf(right));
  expect(imagesOf(left)).toEqual(imagesOf(right));
  const [uri = ''] = await seenUris(one.client);
  expect((await two.client.readResource({ uri })).contents).toHaveLength(1);
});
