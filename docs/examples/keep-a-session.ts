// A session is an append-only, hash-chained record that refers to media and never holds it.
import { parseSessionId } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { openMemory } from '@percept/store';

const [path = 'docs/pictures/sample.png', directory = '.percept'] = process.argv.slice(2);

await using memory = await openMemory({ directory });
await using door = openDoor({ store: memory });

const id = parseSessionId('holiday');
if (!id.ok) throw new Error(id.refusal.hint);
await memory.sessions.open({ id: id.value, title: 'Holiday pictures' });

const taken = await door.ingest({
  kind: 'path',
  path,
  cwd: process.cwd(),
  access: { followLinks: 'user-chosen' },
});
if (!taken.ok) throw new Error(taken.refusal.message);

const receipt = await memory.sessions.append(id.value, {
  type: 'message',
  role: 'user',
  parts: [{ type: 'text', text: 'What is on this picture?' }, taken.value.block],
});
if (!receipt.ok) throw new Error(receipt.refusal.message);
// Accepted means durable: a power cut now loses nothing. The hash stands for the whole history up to here.
console.log(`entry ${receipt.value.seq}, ${receipt.value.hash}`);
