// Whatever waits can be stopped: nothing half-done is left, and the next call goes on.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobId } from '@percept/core';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../src/index.ts';
import { accepted, bytesOf, freshDirectory, freshMemory, picture, refusedAs } from './scene.ts';

async function idsIn(memory: Memory): Promise<readonly BlobId[]> {
  const ids: BlobId[] = [];
  for await (const id of memory.list()) ids.push(id);
  return ids;
}

describe('a call of the memory with a signal', { tags: ['d-signal-memory'] }, () => {
  test('that is aborted already does nothing', async () => {
    const memory = await freshMemory();
    const blob = accepted(await memory.put(bytesOf('kept')));
    const { id } = accepted(await memory.sessions.open());
    const signal = AbortSignal.abort();
    const folder = join(await freshDirectory(), 'export');
    accepted(await memory.sessions.append(id, picture(blob, 4, 'a.png')));
    const outcomes = await Promise.all([
      memory.put(bytesOf('never'), { signal }),
      memory.get(blob, { signal }),
      memory.forTenant(accepted(await memory.sessions.find(id)).tenant).get(blob, { signal }),
      memory.fork(id, { signal }),
      memory.exportSession(id, folder, { signal }),
    ]);
    expect(outcomes.map(refusedAs)).toEqual(outcomes.map(() => 'cancelled'));
    expect(existsSync(folder)).toBe(false);
    expect(accepted(await memory.sessions.list())).toHaveLength(1);
    expect(await idsIn(memory)).toEqual([blob]);
    const report = await memory.fsck({ signal });
    expect(report).toMatchObject({ complete: false, sound: false });
    expect(report.checks.map(({ ran }) => ran)).not.toContain(true);
    expect((await memory.fsck()).sound).toBe(true);
  });

  test('that is never aborted gives what it gives without', async () => {
    const memory = await freshMemory();
    const { signal } = new AbortController();
    const blob = accepted(await memory.put(bytesOf('kept'), { signal }));
    const held = accepted(await memory.get(blob, { signal }));
    expect(new TextDecoder().decode(held)).toBe('kept');
    const { id } = accepted(await memory.sessions.open());
    expect(accepted(await memory.fork(id, { signal })).id).not.toBe(id);
    const unknown = JSON.parse(`"${'0'.repeat(64)}"`);
    expect(refusedAs(await memory.get(unknown, { signal }))).toBe('absent');
  });

  test('import that is stopped after its first blob shows nothing, and is done again', async () => {
    const source = await freshMemory();
    const { id } = accepted(await source.sessions.open());
    for (const text of ['one', 'two'])
      accepted(
        await source.sessions.append(
          id,
          picture(accepted(await source.put(bytesOf(text))), 3, `${text}.png`),
        ),
      );
    const folder = join(await freshDirectory(), 'export');
    accepted(await source.exportSession(id, folder));
    const target = await freshMemory();
    const stop = new AbortController();
    const inspect = async () => {
      stop.abort();
      return { ok: true, value: undefined } as const;
    };
    const stopped = await target.importSession(folder, { inspect, signal: stop.signal });
    expect(refusedAs(stopped)).toBe('cancelled');
    expect(accepted(await target.sessions.list())).toEqual([]);
    expect(await idsIn(target)).toEqual([]);
    expect(accepted(await target.importSession(folder)).session.id).toBe(id);
  });

  test('collection that is stopped frees nothing more, and the next one goes on', async () => {
    const stop = new AbortController();
    let isWatched = false;
    const clock = (): number => {
      if (isWatched) stop.abort();
      return Date.now();
    };
    const memory = await freshMemory({ clock });
    accepted(await memory.put(bytesOf('loose')));
    isWatched = true;
    const wanted = { graceMs: -1000 };
    const { signal } = stop;
    expect(refusedAs(await memory.collect({ ...wanted, signal }))).toBe('cancelled');
    expect(accepted(await memory.collect(wanted)).freed.blobs).toBe(1);
  });

  test('that is none is a mistake of the program', async () => {
    const memory = await freshMemory();
    const signal: AbortSignal = JSON.parse('{}');
    for (const asked of [
      memory.put(bytesOf('a'), { signal }),
      memory.collect({ signal }),
      memory.fsck({ signal }),
      memory.importSession('nowhere', { signal }),
    ])
      await expect(asked).rejects.toThrow(/^memory\.\w+: signal is an AbortSignal/);
  });
});
