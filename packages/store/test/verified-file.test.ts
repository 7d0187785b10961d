// A large blob is read piece by piece, and no wrong byte ever leaves.
import { randomBytes } from 'node:crypto';
import { chmod, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobId } from '@percept/core';
import { expect, test } from 'vitest';
import type { BlobReader, Memory } from '../src/index.ts';
import { accepted, freshMemory, refusedAs } from './scene.ts';

const piece = 256 * 1024;

async function gather(reader: BlobReader, start: number, end: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of reader.read(start, end)) parts.push(part);
  return Buffer.concat(parts);
}

async function flip(memory: Memory, id: BlobId, at: number): Promise<void> {
  const path = join(memory.directory, 'blobs', id.slice(0, 2), id);
  await chmod(path, 0o600);
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, at);
  await file.close();
}

test('every range of a blob is its very bytes', async () => {
  const memory = await freshMemory();
  for (const size of [1, piece - 1, piece, piece + 1, 3 * piece + 17]) {
    const bytes = randomBytes(size);
    const id = accepted(await memory.put(bytes));
    await using reader = accepted(await memory.open(id));
    expect(reader.bytes).toBe(size);
    const edges = [0, 1, piece - 1, piece, piece + 1, size - 1, size];
    for (const start of edges) {
      for (const end of edges) {
        if (start > end || end > size) continue;
        const got = await gather(reader, start, end);
        expect(got.equals(bytes.subarray(start, end))).toBe(true);
      }
    }
  }
});

test('a copy that is wrong before it is opened is not opened, and goes to quarantine', async () => {
  const memory = await freshMemory();
  const id = accepted(await memory.put(randomBytes(2 * piece)));
  await flip(memory, id, piece + 5);
  expect(refusedAs(await memory.open(id))).toBe('corrupt');
  expect((await memory.fsck()).findings.map(({ check }) => check)).toContain('quarantine-empty');
  expect(refusedAs(await memory.open(id))).toBe('corrupt');
});

test('a copy that goes wrong after it was proven stops before the first wrong piece', async () => {
  const memory = await freshMemory();
  const bytes = randomBytes(3 * piece);
  const id = accepted(await memory.put(bytes));
  await using reader = accepted(await memory.open(id));
  await flip(memory, id, piece + 5);
  expect((await gather(reader, 0, piece)).equals(bytes.subarray(0, piece))).toBe(true);
  const given: Uint8Array[] = [];
  const reading = async () => {
    for await (const part of reader.read(0, bytes.length)) given.push(part);
  };
  await expect(reading()).rejects.toThrow(/is not served/);
  expect(Buffer.concat(given).equals(bytes.subarray(0, piece))).toBe(true);
  expect(refusedAs(await memory.open(id))).toBe('corrupt');
  accepted(await memory.put(bytes));
  await using restored = accepted(await memory.open(id));
  expect((await gather(restored, 0, bytes.length)).equals(bytes)).toBe(true);
});

test('readers that come at once share one look at the file, and each gets its bytes', async () => {
  const memory = await freshMemory();
  const bytes = randomBytes(8 * piece);
  const id = accepted(await memory.put(bytes));
  const counted = await countingReads();
  const readers = await Promise.all(Array.from({ length: 8 }, () => memory.open(id)));
  // One pass, in pieces: eight of them would be eight times as many.
  expect(counted.stop()).toBeLessThanOrEqual(16);
  for (const reader of readers.map(accepted)) {
    expect((await gather(reader, 0, bytes.length)).equals(bytes)).toBe(true);
    await reader.close();
  }
});

/** How often a file was read from, by whatever handle. */
async function countingReads(): Promise<{ readonly stop: () => number }> {
  const probe = await open(import.meta.filename);
  const shared: { read: (...args: never[]) => unknown } = Object.getPrototypeOf(probe);
  await probe.close();
  const { read } = shared;
  let reads = 0;
  shared.read = function counted(...args) {
    reads += 1;
    return Reflect.apply(read, this, args);
  };
  return {
    stop: () => {
      shared.read = read;
      return reads;
    },
  };
}

test('a blob that is not there is absent', async () => {
  const memory = await freshMemory();
  const id = accepted(await memory.put(randomBytes(10)));
  await memory.remove(id);
  expect(refusedAs(await memory.open(id))).toBe('absent');
});
