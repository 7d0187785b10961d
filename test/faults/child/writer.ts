// The process that the fault tests kill. It acknowledges what the memory has accepted, and nothing before that:
// "put blob, append record, ack", and at the end it drops a session and collects.
import { writeSync } from 'node:fs';
import { openMemory } from '@percept/store';
import { parseSessionId, type Outcome, type RecordEntry, type SessionId } from '@percept/core';

const [directory = '', rounds = '4'] = process.argv.slice(2);

function say(words: string): void {
  writeSync(1, `${words}\n`);
}

function sessionId(name: string): SessionId {
  const id = parseSessionId(name);
  if (!id.ok) throw new Error(id.refusal.message);
  return id.value;
}

function refused(outcome: Outcome<unknown>): boolean {
  if (!outcome.ok) say(`refused ${outcome.refusal.refused}`);
  return !outcome.ok;
}

const kept = sessionId('kept');
const dropped = sessionId('dropped');
const memory = await openMemory({ directory });
say('ready');

for (const id of [kept, dropped]) {
  const opened = await memory.sessions.open({ id });
  if (!refused(opened) && opened.ok) say(`ack ${id} 1 ${opened.value.hash}`);
}

for (let round = 0; round < Number(rounds); round += 1) {
  for (const session of [kept, dropped]) {
    const blob = await memory.put(
      new Uint8Array(20_000).fill(round).fill(session === kept ? 1 : 2, 0, 100),
    );
    if (!blob.ok) {
      refused(blob);
      continue;
    }
    const entry: RecordEntry = { type: 'custom', name: 'round', data: round, blobs: [blob.value] };
    const receipt = await memory.sessions.append(session, entry);
    if (!refused(receipt) && receipt.ok)
      say(`ack ${session} ${receipt.value.seq} ${receipt.value.hash}`);
  }
}

say('removing');
const removed = await memory.sessions.remove(dropped);
if (!refused(removed)) say('removed');
const collected = await memory.collect({ graceMs: 0 });
if (!refused(collected)) say('collected');
await memory.close();
say('closed');
