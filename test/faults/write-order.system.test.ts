// The order of writes is the promise: bytes, then their name, then the record, then the acknowledgement, each synced.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callsOf, needsStrace } from './strace.ts';

test(
  'a blob is written aside, synced, renamed and its folder synced, before the record that refers to it is acknowledged',
  { tags: ['f-store-blob-fsync', 'f-store-blob-before-ref'], timeout: 240_000 },
  async (context) => {
    await needsStrace(context);
    const root = await mkdtemp(join(tmpdir(), 'percept-order-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const calls = await callsOf(join(root, 'store'), join(root, 'calls.log'));
    const renames = calls.flatMap(
      (call) => /rename\("([^"]*\.tmp-[^"]*)", "([^"]*)"/.exec(call) ?? [],
    );
    expect(renames).toHaveLength(3 * 6);
    for (let index = 0; index < renames.length; index += 3) {
      const [temp = '', file = ''] = renames.slice(index + 1);
      const shard = file.slice(0, file.lastIndexOf('/'));
      const order = [
        [`openat(`, `"${temp}", O_WRONLY|O_CREAT|O_EXCL|O_TRUNC|O_CLOEXEC, 0400`],
        ['write(', `<${temp}>`],
        ['fsync(', `<${temp}>`],
        ['rename(', `"${temp}"`],
        ['fsync(', `<${shard}>`],
        ['pwrite64(', 'percept.db-wal>'],
        ['sync(', 'percept.db-wal>'],
        ['write(1', 'ack '],
      ] as const;
      let at = 0;
      for (const [name, detail] of order) {
        const next = calls.findIndex(
          (call, place) => place >= at && call.includes(name) && call.includes(detail),
        );
        expect(next, `${name} … ${detail} after call ${at}`).toBeGreaterThanOrEqual(at);
        at = next + 1;
      }
    }
  },
);

test(
  'a folder of blobs that somebody else made, and may not have synced, is synced before a blob in it is acknowledged',
  { tags: ['f-store-blob-fsync'], timeout: 240_000 },
  async (context) => {
    await needsStrace(context);
    const root = await mkdtemp(join(tmpdir(), 'percept-order-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const blobs = join(root, 'store', 'blobs');
    await mkdir(blobs, { recursive: true, mode: 0o700 });
    for (let shard = 0; shard < 256; shard += 1)
      await mkdir(join(blobs, shard.toString(16).padStart(2, '0')), { mode: 0o700 });
    const calls = await callsOf(join(root, 'store'), join(root, 'calls.log'));
    const shards = calls.flatMap((call, at) => {
      const to = /rename\("[^"]*\.tmp-[^"]*", "([^"]*)"/.exec(call)?.[1];
      return to === undefined ? [] : [{ at, shard: to.slice(0, to.lastIndexOf('/')) }];
    });
    const synced = calls.flatMap((call, at) =>
      call.includes('fsync(') && call.includes(`<${blobs}>`) ? [at] : [],
    );
    expect(shards.length).toBeGreaterThan(0);
    // Once for each folder that this process did not know, and before the name of its first blob.
    const firsts = [...Map.groupBy(shards, ({ shard }) => shard).values()].map(([first]) => first);
    expect(synced.length).toBeGreaterThanOrEqual(firsts.length);
    for (const [index, first] of firsts.entries())
      expect(synced[index] ?? Infinity).toBeLessThan(first?.at ?? -1);
  },
);
