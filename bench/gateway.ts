// Claim: beside a bare reverse proxy of Node in the same run, the gateway adds at most 1 ms of processor time to a request of up
// to 100 KB without media and at most 10 ms to one with a 1 MB picture that stays; a stream's first byte is not held back. 50 MB of
// pictures take at most three times the processor time of parsing and decoding them in memory, and at most three times the memory
// of a process that receives them and does that.
// Run, on Linux: node bench/gateway.ts [rounds] [start-server.js of an installed Portkey gateway]
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import { join } from 'node:path';
import { decodeAll } from './gateway/decode.ts';

const asked = Number(process.argv[2] ?? 300);
const agent = new Agent({ keepAlive: true });

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  return address.port;
}

/** Answers after the whole request has come: at once, or as a stream of ten events. */
const model = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.headers['x-streamed'] === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let event = 0; event < 10; event += 1) response.write(`data: ${event}\n\n`);
    response.end('data: [DONE]\n\n');
  });
});
const modelPort = await listen(model);

const children: ChildProcess[] = [];

/** A way in a process of its own, so that its processor time can be told apart. */
async function start(args: readonly string[], announced?: number): Promise<Way> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const { promise, resolve } = Promise.withResolvers<number>();
  child.stdout.on('data', (chunk: Buffer) => {
    const said = chunk.toString();
    if (announced === undefined) resolve(Number(said));
    else if (said.includes('Ready')) resolve(announced);
  });
  return { port: await promise, pid: child.pid ?? 0 };
}

interface Way {
  readonly port: number;
  /** Undefined for the model itself, which is not measured. */
  readonly pid: number | undefined;
}

/** User and system time of a process so far. Linux counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

const way = join(import.meta.dirname, 'gateway', 'way.ts');
const portkey = process.argv[3];
const ways = new Map<string, Way>([
  ['straight', { port: modelPort, pid: undefined }],
  ['bare proxy', await start([way, 'bare', String(modelPort)])],
  ['gateway', await start([way, 'gateway', String(modelPort)])],
  ...(portkey === undefined
    ? []
    : [['Portkey', await start([portkey, '--headless', '--port=8797'], 8797)] as const]),
]);

interface Timing {
  readonly firstMs: number;
  readonly wholeMs: number;
}

async function once(port: number, body: Buffer, streamed = false): Promise<Timing> {
  const { promise, resolve, reject } = Promise.withResolvers<Timing>();
  const started = performance.now();
  let firstMs = 0;
  const request = httpRequest(
    {
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/v1/chat/completions',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        authorization: 'Bearer sk-bench',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `http://127.0.0.1:${modelPort}/v1`,
        ...(streamed && { 'x-streamed': '1' }),
      },
    },
    (response) => {
      response.once('data', () => {
        firstMs = performance.now() - started;
      });
      response.on('data', () => undefined);
      response.on('end', () => resolve({ firstMs, wholeMs: performance.now() - started }));
    },
  );
  request.on('error', reject).end(body);
  return promise;
}

function median(list: readonly number[]): number {
  return list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? Number.NaN;
}

function p95(list: readonly number[]): number {
  return list.toSorted((one, other) => one - other)[Math.floor(list.length * 0.95)] ?? Number.NaN;
}

const words = 'The quick brown fox reads the log of yesterday, line by line, and finds nothing. ';

/** A conversation of about 100 KB, as an agent has it after a while: questions, calls, results, tools. */
function conversation(): Buffer {
  const messages = Array.from({ length: 40 }, (_, turn) => [
    { role: 'user', content: `Question ${turn}. ${words.repeat(4)}` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: `call_${turn}`,
          type: 'function',
          function: { name: 'read', arguments: '{"path":"a.ts"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: `call_${turn}`, content: words.repeat(18) },
    { role: 'assistant', content: words.repeat(5) },
  ]).flat();
  return Buffer.from(JSON.stringify({ model: 'gpt-4o', stream: true, messages }));
}

/** A PNG's head and end around noise: it fits, so nothing is decoded. */
function picture(width: number, height: number, seed = 7919): string {
  const bytes = Buffer.alloc(1_000_000);
  for (let at = 0; at < bytes.length; at += 4)
    bytes.writeUInt32LE(Math.imul(at + seed, 2_654_435_761) >>> 0, at);
  bytes.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.write('IEND\xae\x42\x60\x82', bytes.length - 8, 'latin1');
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

const image = { type: 'image_url', image_url: { url: picture(1000, 700) } };
const kept = Buffer.from(
  JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: [image] }] }),
);
const hoisted = Buffer.from(
  JSON.stringify({
    model: 'gpt-4o',
    messages: [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'view', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: [image] },
    ],
  }),
);

const small = Buffer.from(
  JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: words.repeat(24) }] }),
);

const cases: readonly (readonly [string, Buffer, boolean])[] = [
  ['2 KB without media', small, false],
  ['100 KB without media', conversation(), false],
  ['100 KB without media, first byte of a stream', conversation(), true],
  ['one 1 MB picture, in its place', kept, false],
  ['one 1 MB picture, moved', hoisted, false],
];

const warmUp = 10;
const rows: Readonly<Record<string, string>>[] = [];

for (const [name, body, streamed] of cases) {
  const rounds = asked;
  const timings = new Map<string, number[]>([...ways.keys()].map((one) => [one, []]));
  // In turns, so that a busy moment of the machine meets all of them.
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const [one, { port }] of ways) {
      const { firstMs, wholeMs } = await once(port, body, streamed);
      if (round >= warmUp) timings.get(one)?.push(streamed ? firstMs : wholeMs);
    }
  const spent = new Map<string, number>();
  for (const [one, { port, pid }] of ways) {
    if (pid === undefined) continue;
    const before = cpuMs(pid);
    for (let round = 0; round < rounds; round += 1) await once(port, body, streamed);
    spent.set(one, (cpuMs(pid) - before) / rounds);
  }
  const bareMs = spent.get('bare proxy') ?? Number.NaN;
  rows.push({
    case: name,
    ...Object.fromEntries(
      [...timings].map(([one, list]) => [`${one} ms`, median(list).toFixed(2)]),
    ),
    'gateway p95 ms': p95(timings.get('gateway') ?? []).toFixed(2),
    ...Object.fromEntries([...spent].map(([one, ms]) => [`${one} CPU ms`, ms.toFixed(2)])),
    ...Object.fromEntries(
      [...ways].flatMap(([one, { pid }]) =>
        pid === undefined ? [] : [[`${one} peak MB`, peakMb(pid).toFixed(0)]],
      ),
    ),
    'CPU added to bare ms': ((spent.get('gateway') ?? Number.NaN) - bareMs).toFixed(2),
  });
}
console.table(rows);

/** 36 pictures, each its own, as a user sends them or as tools give them back. */
function crowd(placed: 'user' | 'tool'): Buffer {
  const messages = Array.from({ length: 36 }, (_, turn) => {
    const url = picture(1000, 700, 7919 + turn * 4);
    const content = [{ type: 'image_url', image_url: { url } }];
    if (placed === 'user') return [{ role: 'user', content }];
    const call = { id: `c${turn}`, type: 'function', function: { name: 'view', arguments: '{}' } };
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: `c${turn}`, content },
    ];
  }).flat();
  return Buffer.from(JSON.stringify({ model: 'gpt-4o', messages }));
}

/** What parsing a body and turning its base64 into bytes costs where nothing is received or sent. */
function inMemoryMs(body: Buffer, rounds: number): number {
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) decodeAll(JSON.parse(body.toString('utf8')));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}

const large: Readonly<Record<string, string>>[] = [];
for (const placed of ['user', 'tool'] as const) {
  const body = crowd(placed);
  const spent = new Map<string, { readonly ms: number; readonly mb: number }>();
  const rounds = Math.max(5, Math.ceil(asked / 20));
  const fresh = new Map<string, Way>();
  for (const one of ['decode', 'bare', 'gateway'])
    fresh.set(one, await start([way, one, String(modelPort)]));
  for (const [one, { port, pid = 0 }] of fresh) {
    for (let round = 0; round < 3; round += 1) await once(port, body);
    const before = cpuMs(pid);
    for (let round = 0; round < rounds; round += 1) await once(port, body);
    spent.set(one, { ms: (cpuMs(pid) - before) / rounds, mb: peakMb(pid) });
  }
  const baseMs = inMemoryMs(body, rounds);
  const baseMb = spent.get('decode')?.mb ?? Number.NaN;
  for (const [one, { ms, mb }] of spent)
    large.push({
      case: `36 pictures, ${(body.length / 1e6).toFixed(0)} MB, ${placed === 'user' ? 'in their place' : 'moved'}`,
      way: one,
      'CPU ms': ms.toFixed(0),
      'of decoding in memory': `${(ms / baseMs).toFixed(2)} × ${baseMs.toFixed(0)} ms`,
      'peak MB': mb.toFixed(0),
      'of decode’s memory': (mb / baseMb).toFixed(2),
    });
}
console.table(large);

agent.destroy();
for (const child of children) child.kill();
model.closeAllConnections();
model.close();
