// A writer or a collector of the race: writers put few different blobs again and again, refer to them and drop the
// references, while a collector without any grace tries to take the blobs away. Runs until it is killed.
import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { ScaledMemory } from '@percept/store/postgres';
import { openPlace, placeGiven } from '../place.ts';

const role = process.argv[3] ?? '';
const memory = await openPlace(placeGiven());
for (;;) {
  await (role === 'collector' ? collect(memory) : write(memory));
  writeSync(1, '.');
}

async function collect(memory: ScaledMemory): Promise<void> {
  const collected = await memory.collect({ graceMs: 0 });
  if (!collected.ok) throw new Error(collected.refusal.message);
}

async function write(memory: ScaledMemory): Promise<void> {
  const session = await memory.sessions.open();
  if (!session.ok) throw new Error(session.refusal.message);
  const { id } = session.value;
  for (let index = 0; index < 4; index += 1) {
    const blob = await memory.put(new TextEncoder().encode(`blob ${randomInt(6)}`));
    if (!blob.ok) throw new Error(blob.refusal.message);
    const entry = { type: 'custom', name: 'race', data: index, blobs: [blob.value] } as const;
    const receipt = await memory.sessions.append(id, entry);
    // Without grace the collector may win between put and append: then, and only then, it says so.
    if (!receipt.ok && receipt.refusal.refused !== 'absent')
      throw new Error(receipt.refusal.message);
  }
  if (randomInt(10) > 0) await memory.sessions.remove(id);
}
