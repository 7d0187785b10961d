// An asset host in a process of its own, so that its memory can be watched: it says its port and its URLs, and on every
// line that it is sent, how much it holds.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { argv } from 'node:process';
import { parseTenantId, type Outcome } from '@percept/core';
import { openMemory } from '@percept/store';
import { Assets, openKeyRing } from '../../../packages/host/src/assets/index.ts';

const [, , directory = '', idleTimeoutMs = '30000'] = argv;
const memory = await openMemory({ directory });
let origin = '';
let finds = 0;
const watched = {
  get: memory.get.bind(memory),
  open: memory.open.bind(memory),
  grants: memory.grants,
};
const find = memory.grants.find.bind(memory.grants);
memory.grants.find = (id) => {
  finds++;
  return find(id);
};
const assets = new Assets({
  memory: watched,
  keys: openKeyRing({ directory }),
  origin: () => origin,
  limits: { idleTimeoutMs: Number(idleTimeoutMs) },
});
const server = createServer((request, response) => {
  if (!assets.node(request, response)) response.writeHead(404).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address === 'object' && address) origin = `http://127.0.0.1:${address.port}`;

function value<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

const tenant = value(parseTenantId('acme'));
const { id: run } = value(await memory.sessions.open({ tenant }));
const urls: string[] = [];
for (const size of [180_000, 64 * 1024 * 1024]) {
  const bytes = Buffer.alloc(size, 1);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  const blob = value(await memory.put(bytes));
  value(
    await memory.sessions.append(run, { type: 'custom', name: 'a', data: null, blobs: [blob] }),
  );
  urls.push(value(await assets.mint({ tenant, run, blob })).url);
}
console.log(JSON.stringify({ urls }));

for await (const _line of createInterface({ input: process.stdin })) {
  const { rss } = process.memoryUsage();
  const connections = await new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
  console.log(JSON.stringify({ rss, connections, finds }));
}
process.exit(0);
