// A disk that is really full: new work is refused in words, and nothing that was acknowledged is lost.
import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobId } from '@percept/core';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { openMemory } from '../src/index.ts';
import { accepted, freshDirectory, message, refusedAs } from './scene.ts';

/** A file system of its own with room for `size`, where mounting is permitted. */
async function smallDisk(context: TestContext, size: string): Promise<string> {
  const directory = await freshDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'percept-test', directory], {
      stdio: 'ignore',
    });
  } catch {
    context.skip('a small file system cannot be mounted here (needs root and mount)');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', directory]));
  return directory;
}

function noise(seed: number, length: number): Uint8Array {
  return new Uint8Array(length).map((_, index) => (index * 31 + seed * 7) % 251).fill(seed, 0, 8);
}

async function temporaries(directory: string): Promise<readonly string[]> {
  const names = await readdir(join(directory, 'blobs'), { recursive: true });
  return names.filter((name) => name.includes('.tmp-'));
}

test(
  'a full disk refuses puts as store-full and leaves no half-written blob',
  { tags: ['f-store-disk-full', 'f-fsck-10-full-disk'] },
  async (context) => {
    const directory = await smallDisk(context, '2m');
    await using store = await openMemory({ directory });
    const kept: BlobId[] = [];
    let refusals = 0;
    for (let seed = 0; seed < 40; seed += 1) {
      const put = await store.put(noise(seed, 100_000));
      if (put.ok) kept.push(put.value);
      else {
        refusals += 1;
        expect(put.refusal).toMatchObject({
          refused: 'store-full',
          message: expect.stringContaining('no room'),
        });
      }
    }
    expect(refusals).toBeGreaterThan(10);
    expect(await temporaries(directory)).toEqual([]);
    for (const id of kept) expect(accepted(await store.get(id))).toHaveLength(100_000);
  },
);

test(
  'a memory on a full disk keeps every acknowledged entry and works again when there is room',
  { tags: ['f-fsck-10-full-disk'] },
  async (context) => {
    const directory = await smallDisk(context, '2m');
    const memory = await openMemory({ directory });
    const { id } = accepted(await memory.sessions.open());
    const hashes: string[] = [];
    const kinds = new Set<string>();
    for (let seed = 0; seed < 400; seed += 1) {
      const blob = await memory.put(noise(seed, 30_000));
      kinds.add(refusedAs(blob));
      const entry = blob.ok
        ? ({ type: 'custom', name: 'kept', data: seed, blobs: [blob.value] } as const)
        : message(`${seed} `.repeat(3000));
      const receipt = await memory.sessions.append(id, entry);
      kinds.add(refusedAs(receipt));
      if (receipt.ok) hashes.push(receipt.value.hash);
    }
    expect([...kinds].toSorted()).toEqual(['accepted', 'store-full']);
    const entries = accepted(await memory.sessions.entries(id));
    expect(entries.slice(1).map(({ hash }) => hash)).toEqual(hashes);
    expect(await temporaries(directory)).toEqual([]);

    const report = await memory.fsck();
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.findings.map(({ check }) => check)).toContain('room-to-write');

    execFileSync('mount', ['-o', 'remount,size=16m', directory]);
    expect(refusedAs(await memory.put(noise(999, 30_000)))).toBe('accepted');
    expect(refusedAs(await memory.sessions.append(id, message('room again')))).toBe('accepted');
    await memory.close();
    await rm(join(directory, 'blobs'), { recursive: true });
  },
);
