// One of several processes that write to the same session. Says what was acknowledged, and nothing else. Runs until its
// count is reached or it is killed.
import { writeSync } from 'node:fs';
import { parseSessionId } from '@percept/core';
import { openPlace, placeGiven } from '../place.ts';

const [, , , name = '', count = '0', lanes = '1'] = process.argv;
const id = parseSessionId('shared');
if (!id.ok) throw new Error(id.refusal.message);
const memory = await openPlace(placeGiven());
const opened = await memory.sessions.open({ id: id.value });
if (!opened.ok) throw new Error(opened.refusal.message);
let index = 0;
await Promise.all(Array.from({ length: Number(lanes) }, write));
await memory.close();

async function write(): Promise<void> {
  if (!id.ok) return;
  while (index < Number(count)) {
    const data = index;
    index += 1;
    const blob = await memory.put(new TextEncoder().encode(`${name} ${data % 20}`));
    if (!blob.ok) throw new Error(blob.refusal.message);
    const entry = { type: 'custom', name, data, blobs: [blob.value] } as const;
    const receipt = await memory.sessions.append(id.value, entry);
    if (!receipt.ok) throw new Error(receipt.refusal.message);
    writeSync(1, `${receipt.value.seq} ${receipt.value.hash} ${name} ${data}\n`);
  }
}
