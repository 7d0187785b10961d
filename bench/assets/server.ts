// The asset host alone, in a process of its own: it stores the files, says its URLs, and serves until it is ended.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { argv } from 'node:process';
import { parseTenantId, type Outcome } from '@percept/core';
import { openMemory } from '@percept/store';
import { Assets, openKeyRing } from '../../packages/host/src/assets/index.ts';

const [, , directory = '', files = '', bytesPerFile = ''] = argv;
const memory = await openMemory({ directory });
let origin = '';
const assets = new Assets({ memory, keys: openKeyRing({ directory }), origin: () => origin });
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

const tenant = value(parseTenantId('bench'));
const { id: run } = value(await memory.sessions.open({ tenant }));
const minted: { readonly path: string; readonly file: string }[] = [];
for (let index = 0; index < Number(files); index++) {
  const bytes = Buffer.alloc(Number(bytesPerFile), index);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  const blob = value(await memory.put(bytes));
  const entry = { type: 'custom', name: 'bench', data: null, blobs: [blob] } as const;
  value(await memory.sessions.append(run, entry));
  const { url } = value(await assets.mint({ tenant, run, blob }));
  minted.push({ path: new URL(url).pathname, file: `${blob.slice(0, 2)}/${blob}` });
}
console.log(JSON.stringify({ origin, minted }));
