// What an edit leaves of a history: a summary of turns that count no more is none, an older one still is, and facts stay.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordEntry } from '@percept/core';
import { openMemory } from '@percept/store';
import { expect, test } from 'vitest';
import { compactionIn, factEntry, modelIn } from '../src/loop/facts.ts';
import { SessionLog } from '../src/loop/log.ts';

const said = (role: 'user' | 'assistant', text: string): RecordEntry => ({
  type: 'message',
  role,
  parts: [{ type: 'text', text }],
});

test(
  'a summary that holds what was edited away does not count, and the one before it does',
  { tags: ['d-edit-fork'] },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'percept-superseded-'));
    const memory = await openMemory({ directory });
    try {
      const opened = await memory.sessions.open({});
      if (!opened.ok) throw new Error(opened.refusal.message);
      const { id } = opened.value;
      const { length } = await read();
      const entries: readonly RecordEntry[] = [
        said('user', 'one'),
        said('assistant', 'first'),
        factEntry({ fact: 'compaction', before: length + 2, summary: 'one was said' }),
        said('user', 'two'),
        said('assistant', 'second'),
        factEntry({ fact: 'compaction', before: length + 4, summary: 'one and two were said' }),
        factEntry({ fact: 'model', model: 'other', from: 'main' }),
      ];
      for (const entry of entries) await memory.sessions.append(id, entry);
      expect(compactionIn(await read())?.summary).toBe('one and two were said');
      await memory.sessions.append(id, said('user', 'two, better'));
      await memory.sessions.append(id, {
        type: 'superseded',
        from: length + 4,
        through: length + 7,
        reason: 'edited',
      });
      const current = await read();
      expect(compactionIn(current)?.summary).toBe('one was said');
      expect(modelIn(current)).toBe('other');
      const words = current.flatMap((entry) => (entry.type === 'message' ? entry.parts : []));
      expect(JSON.stringify(words)).not.toContain('second');

      async function read(): Promise<readonly RecordEntry[]> {
        const log = await SessionLog.open(memory.sessions, id);
        if (!log.ok) throw new Error(log.refusal.message);
        return log.value.entries;
      }
    } finally {
      await memory.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
);
