// One turn of a conversation at a time, whatever server it is asked of.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@percept/store';
import { expect, onTestFinished, test } from 'vitest';
import { TurnLeases } from '../src/web-api/turn-leases.ts';

test(
  'two servers that begin a turn at once: one speaks, and the other reads anew what was said',
  { tags: ['f-host-many-servers'] },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'percept-leases-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await using memory = await openMemory({ directory });
    const opened = await memory.sessions.open({ kind: 'conversation' });
    if (!opened.ok) throw new Error(opened.refusal.message);
    const { id } = opened.value;
    const [one, other] = [new TurnLeases(memory), new TurnLeases(memory)];
    const began = await Promise.all([one.take(id, 1), other.take(id, 1)]);
    expect(began.map((lease) => (lease.ok ? 'speaks' : lease.refusal.refused)).toSorted()).toEqual([
      'speaks',
      'stale',
    ]);
    await memory.sessions.append(id, { type: 'custom', name: 'said', data: 'words' });
    for (const lease of began) if (lease.ok) lease.value();
    await expect
      .poll(() => memory.leases.holder(`turn ${id}`))
      .toEqual({
        ok: true,
        value: undefined,
      });
    expect(await other.take(id, 1)).toMatchObject({
      refusal: { refused: 'stale', hint: expect.stringContaining('read anew') },
    });
    const again = await other.take(id, 2);
    expect(again.ok).toBe(true);
    if (again.ok) again.value();
  },
);
