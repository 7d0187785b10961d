// Claim: the gateway adds under 3 ms (median) to a 100 KB request without media, beside a bare reverse proxy of Node in the
// same run; a 1 MB picture costs tens of milliseconds at most when it fits; a stream's first byte is not held back.
// Run: node bench/gateway.ts [rounds]
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import { createGateway, readUpstreams } from '../packages/host/src/gateway/index.ts';

const rounds = Number(process.argv[2] ?? 300);
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

/** The least that a reverse proxy of Node can do: two pipes. */
const bareAgent = new Agent({ keepAlive: true });
const bare = createServer((request, response) => {
  const { method, url, headers } = request;
  const onward = httpRequest(
    { host: '127.0.0.1', port: modelPort, method, path: url, headers, agent: bareAgent },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  request.pipe(onward);
});
const barePort = await listen(bare);

const upstreams = readUpstreams({ openai: { baseUrl: `http://127.0.0.1:${modelPort}/v1` } });
if (!upstreams.ok) throw new Error(upstreams.refusal.message);
const gateway = createGateway({ upstreams: upstreams.value });
const front = createServer((request, response) => void gateway.handle(request, response));
const gatewayPort = await listen(front);

interface Timing {
  readonly firstMs: number;
  readonly wholeMs: number;
}

async function once(port: number, body: Buffer, streamed: boolean): Promise<Timing> {
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
function picture(width: number, height: number): string {
  const bytes = Buffer.alloc(1_000_000);
  for (let at = 0; at < bytes.length; at += 4)
    bytes.writeUInt32LE(Math.imul(at + 7919, 2_654_435_761) >>> 0, at);
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

const cases: readonly (readonly [string, Buffer, boolean])[] = [
  ['100 KB without media', conversation(), false],
  ['100 KB without media, first byte of a stream', conversation(), true],
  ['one 1 MB picture, in its place', kept, false],
  ['one 1 MB picture, moved', hoisted, false],
];

const ports = { straight: modelPort, bare: barePort, gateway: gatewayPort } as const;
const ways = ['straight', 'bare', 'gateway'] as const;
const warmUp = 30;
const rows: Readonly<Record<string, string>>[] = [];

for (const [name, body, streamed] of cases) {
  const timings: Readonly<Record<(typeof ways)[number], number[]>> = {
    straight: [],
    bare: [],
    gateway: [],
  };
  // In turns, so that a busy moment of the machine meets all of them.
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const way of ways) {
      const { firstMs, wholeMs } = await once(ports[way], body, streamed);
      if (round >= warmUp) timings[way].push(streamed ? firstMs : wholeMs);
    }
  const straight = median(timings.straight);
  const through = median(timings.bare);
  const healed = median(timings.gateway);
  rows.push({
    case: name,
    'straight ms': straight.toFixed(2),
    'bare proxy ms': through.toFixed(2),
    'gateway ms': healed.toFixed(2),
    'gateway p95 ms': p95(timings.gateway).toFixed(2),
    'added to straight ms': (healed - straight).toFixed(2),
    'added to bare ms': (healed - through).toFixed(2),
    'ratio to bare': (healed / through).toFixed(2),
  });
}
console.table(rows);

await gateway.close();
agent.destroy();
bareAgent.destroy();
for (const server of [front, bare, model]) {
  server.closeAllConnections();
  server.close();
}
