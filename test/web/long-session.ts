// A session grown to any length without asking anybody: the entries of its last turn, written again with other words, into
// the record of a server that does not run.
import { parseSessionId, type RecordEntry } from '@percept/core';
import { openMemory } from '@percept/store';

export async function growSession(directory: string, id: string, turns: number): Promise<void> {
  const session = parseSessionId(id);
  if (!session.ok) throw new Error(session.refusal.message);
  const memory = await openMemory({ directory });
  try {
    const read = await memory.sessions.entries(session.value);
    if (!read.ok) throw new Error(read.refusal.message);
    const entries = read.value.map(({ entry }) => entry);
    const start = entries.findLastIndex(
      (entry) => entry.type === 'message' && entry.role === 'user',
    );
    const last = entries.slice(start);
    for (let turn = 2; turn <= turns; turn += 1) {
      const written = await Promise.all(
        last.map((entry) => memory.sessions.append(session.value, renumbered(entry, turn))),
      );
      const refused = written.find((outcome) => !outcome.ok);
      if (refused) throw new Error(JSON.stringify(refused));
    }
  } finally {
    await memory.close();
  }
}

function renumbered(entry: RecordEntry, turn: number): RecordEntry {
  if (entry.type !== 'message') return entry;
  const parts = entry.parts.map((part) =>
    part.type === 'text'
      ? { ...part, text: part.text.replace('number 1', `number ${turn}`) }
      : part,
  );
  return { ...entry, parts };
}
