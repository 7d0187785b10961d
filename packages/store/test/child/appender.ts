// One of several processes that write to the same memory at once. Says what was acknowledged.
import { writeSync } from 'node:fs';
import { parseSessionId } from '@percept/core';
import { openMemory } from '../../src/index.ts';

const [directory = '', name = '', count = '0'] = process.argv.slice(2);
const id = parseSessionId('shared');
if (!id.ok) throw new Error(id.refusal.message);
await using memory = await openMemory({ directory });
await memory.sessions.open({ id: id.value });
for (let index = 0; index < Number(count); index += 1) {
  const blob = await memory.put(new TextEncoder().encode(`${index % 10}`));
  if (!blob.ok) throw new Error(blob.refusal.message);
  const entry = { type: 'custom', name, data: index, blobs: [blob.value] } as const;
  const receipt = await memory.sessions.append(id.value, entry);
  if (!receipt.ok) throw new Error(receipt.refusal.message);
  writeSync(1, `${receipt.value.seq} ${receipt.value.hash}\n`);
}
