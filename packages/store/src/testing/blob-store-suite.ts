// What every blob store does, whatever it is made of.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { hash } from 'node:crypto';
import { parseBlobId, type BlobId, type BlobStore } from '@percept/core';
import { checkSuite, accepted, assertRefused, bytesOf, idsIn, type Test } from './harness.ts';

/** `make` returns an empty store; `close` is called when the test is done with it. */
export type MakeBlobStore = () => Promise<{
  readonly store: BlobStore;
  readonly close?: () => Promise<void>;
}>;

/**
 * The tests that every store of blobs must pass.
 *
 * @example blobStoreSuite(test, async () => ({ store }));
 */
export function blobStoreSuite(test: Test, make: MakeBlobStore): void {
  checkSuite('blobStoreSuite', test, make);
  const scenario = (title: string, body: (store: BlobStore) => Promise<void>): unknown =>
    test(title, async () => {
      const { store, close } = await make();
      try {
        await body(store);
      } finally {
        await close?.();
      }
    });

  scenario('gives back exactly the bytes that were put', async (store) => {
    const samples = [bytesOf('a'), bytesOf(''), everyByte(), new Uint8Array(300_000).fill(7)];
    for (const bytes of samples) {
      const id = accepted(await store.put(bytes));
      deepStrictEqual(new Uint8Array(accepted(await store.get(id))), bytes);
      strictEqual(accepted(await store.size(id)), bytes.length);
    }
  });

  scenario('names a blob by the SHA-256 of its bytes', async (store) => {
    const bytes = bytesOf('named by content');
    strictEqual(accepted(await store.put(bytes)), hash('sha256', bytes, 'hex'));
  });

  scenario('keeps one copy however often the same bytes are put', async (store) => {
    const first = accepted(await store.put(bytesOf('twice')));
    const second = accepted(await store.put(bytesOf('twice')));
    strictEqual(first, second);
    deepStrictEqual(await idsIn(store.list()), [first]);
  });

  scenario('takes the same bytes from many at once', async (store) => {
    const puts = await Promise.all(Array.from({ length: 16 }, () => store.put(bytesOf('at once'))));
    deepStrictEqual(new Set(puts.map(accepted)).size, 1);
    strictEqual((await idsIn(store.list())).length, 1);
  });

  scenario('takes different bytes from many at once', async (store) => {
    const texts = Array.from({ length: 24 }, (_, index) => `blob ${index}`);
    const ids = (await Promise.all(texts.map((text) => store.put(bytesOf(text))))).map(accepted);
    deepStrictEqual(await idsIn(store.list()), ids.toSorted());
    for (const [index, id] of ids.entries())
      deepStrictEqual(new Uint8Array(accepted(await store.get(id))), bytesOf(`blob ${index}`));
  });

  scenario('says absent for what it does not hold', async (store) => {
    assertRefused(await store.get(unknownId), 'absent');
    assertRefused(await store.size(unknownId), 'absent');
    deepStrictEqual(await idsIn(store.list()), []);
  });

  scenario('refuses a malformed id without looking for a file', async (store) => {
    for (const id of malformedIds) {
      assertRefused(await store.get(id), 'invalid-input');
      assertRefused(await store.size(id), 'invalid-input');
    }
  });

  scenario('forgets what is removed, and does not mind removing it again', async (store) => {
    const id = accepted(await store.put(bytesOf('gone')));
    await store.remove(id);
    await store.remove(id);
    assertRefused(await store.get(id), 'absent');
    deepStrictEqual(await idsIn(store.list()), []);
    strictEqual(accepted(await store.put(bytesOf('gone'))), id);
    ok(accepted(await store.get(id)));
  });

  scenario('is not changed through bytes that it handed out', async (store) => {
    const id = accepted(await store.put(bytesOf('steady')));
    accepted(await store.get(id)).fill(0);
    deepStrictEqual(new Uint8Array(accepted(await store.get(id))), bytesOf('steady'));
  });
}

/** Stands for a caller without types. */
function isClaimed(id: string): id is BlobId {
  return typeof id === 'string';
}

const malformedIds = [
  '',
  'abc',
  '../../../../etc/passwd',
  'A'.repeat(64),
  `${'a'.repeat(63)}/`,
  'g'.repeat(64),
].filter(isClaimed);
const unknownId = accepted(parseBlobId('ab'.repeat(32)));

function everyByte(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, index) => index);
}
