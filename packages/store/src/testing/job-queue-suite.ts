// What every job queue does, wherever it keeps its jobs.
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { parseBlobId, type BlobId } from '@percept/core';
import type { JobQueue, JobRequest, Lease } from '../jobs/port.ts';
import { accepted, assertRefused, type Test } from './harness.ts';

/** `make` returns an empty queue that takes three waiting jobs of an operation and tries each of them twice. */
export type MakeJobQueue = () => Promise<{
  readonly queue: JobQueue;
  readonly close?: () => Promise<void>;
}>;

export function jobQueueSuite(test: Test, make: MakeJobQueue): void {
  const scenario = (title: string, body: (queue: JobQueue) => Promise<void>): unknown =>
    test(title, async () => {
      const { queue, close } = await make();
      try {
        await body(queue);
      } finally {
        await queue.close();
        await close?.();
      }
    });

  scenario('hands out a job with what was asked for, and remembers its result', async (queue) => {
    const key = accepted(await queue.enqueue(render(1)));
    deepStrictEqual(accepted(await queue.find(key)), { state: 'queued' });
    const lease = await leased(queue);
    deepStrictEqual([lease.key, lease.attempt], [key, 1]);
    deepStrictEqual(lease.request, render(1));
    deepStrictEqual(accepted(await queue.find(key)), { state: 'running' });
    accepted(await queue.complete(lease, 'a result'));
    deepStrictEqual(accepted(await queue.find(key)), { state: 'done', result: 'a result' });
  });

  scenario('does nothing again whose result is known', async (queue) => {
    const key = accepted(await queue.enqueue(render(1)));
    accepted(await queue.complete(await leased(queue), 'once'));
    strictEqual(accepted(await queue.enqueue(render(1))), key);
    strictEqual(accepted(await queue.lease(['render'])), undefined);
    deepStrictEqual(accepted(await queue.find(key)), { state: 'done', result: 'once' });
  });

  scenario('keeps one job of a key, whoever asks and while it runs', async (queue) => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => queue.enqueue(render(1))));
    strictEqual(new Set(keys.map(accepted)).size, 1);
    await leased(queue);
    accepted(await queue.enqueue(render(1)));
    strictEqual(accepted(await queue.lease(['render'])), undefined);
  });

  scenario('tells requests apart by everything that the result depends on', async (queue) => {
    const requests: readonly JobRequest[] = [
      render(1),
      render(2),
      { ...render(1), version: '2' },
      { ...render(1), operation: 'describe' },
      { ...render(1), params: { page: 1 } },
    ];
    const keys = [];
    for (const request of requests) {
      keys.push(accepted(await queue.enqueue(request)));
      const lease = await leased(queue, ['render', 'describe']);
      accepted(await queue.complete(lease, 'x'));
    }
    strictEqual(new Set(keys).size, requests.length);
    const one = accepted(await queue.enqueue({ ...render(3), params: { a: 1, b: [2] } }));
    const other = accepted(await queue.enqueue({ ...render(3), params: { b: [2], a: 1 } }));
    strictEqual(one, other);
  });

  scenario('gives a worker only what it can do', async (queue) => {
    accepted(await queue.enqueue(render(1)));
    strictEqual(accepted(await queue.lease(['describe'])), undefined);
    strictEqual((await leased(queue)).request.operation, 'render');
  });

  scenario('never gives one job to two workers', async (queue) => {
    for (const index of [1, 2, 3]) accepted(await queue.enqueue(render(index)));
    const leases = await Promise.all(Array.from({ length: 9 }, () => queue.lease(['render'])));
    const keys = leases.flatMap((lease) => accepted(lease)?.key ?? []);
    strictEqual(keys.length, 3);
    strictEqual(new Set(keys).size, 3);
  });

  scenario('tries a failed job again, and tells why it failed in the end', async (queue) => {
    const key = accepted(await queue.enqueue(render(1)));
    const first = await leased(queue);
    accepted(await queue.fail(first, 'the first time'));
    deepStrictEqual(accepted(await queue.find(key)), { state: 'queued' });
    const second = await leased(queue);
    strictEqual(second.attempt, 2);
    assertRefused(await queue.heartbeat(first), 'stale');
    accepted(await queue.fail(second, 'the last time'));
    deepStrictEqual(accepted(await queue.find(key)), { state: 'failed', reason: 'the last time' });
    strictEqual(accepted(await queue.lease(['render'])), undefined);
    accepted(await queue.enqueue(render(1)));
    notStrictEqual(accepted(await queue.lease(['render'])), undefined);
  });

  scenario('refuses more than may wait, and takes more when there is room', async (queue) => {
    for (const index of [1, 2, 3]) accepted(await queue.enqueue(render(index)));
    assertRefused(await queue.enqueue(render(4)), 'too-many');
    accepted(await queue.enqueue({ ...render(4), operation: 'describe' }));
    await leased(queue);
    accepted(await queue.enqueue(render(4)));
  });

  scenario('takes a late result, because it is the same result', async (queue) => {
    const key = accepted(await queue.enqueue(render(1)));
    const first = await leased(queue);
    accepted(await queue.fail(first, 'given back'));
    const second = await leased(queue);
    accepted(await queue.complete(first, 'same'));
    accepted(await queue.complete(second, 'same'));
    deepStrictEqual(accepted(await queue.find(key)), { state: 'done', result: 'same' });
  });

  scenario('refuses what is no job, and results that are too large', async (queue) => {
    const wrong: readonly JobRequest[] = [
      { ...render(1), operation: 'Render It' },
      { ...render(1), operation: '../etc' },
      { ...render(1), version: '' },
      { ...render(1), params: { x: Number.NaN } },
    ];
    for (const request of wrong) assertRefused(await queue.enqueue(request), 'invalid-input');
    const params = 'x'.repeat(100_000);
    assertRefused(await queue.enqueue({ ...render(1), params }), 'too-large');
    accepted(await queue.enqueue(render(1)));
    const lease = await leased(queue);
    assertRefused(await queue.complete(lease, 'x'.repeat(1024 * 1024 + 1)), 'too-large');
    accepted(await queue.complete(lease, 'x'));
  });

  scenario(
    'waits for a job as long as it is told, and stops waiting when it is told',
    async (queue) => {
      const waiting = queue.lease(['render'], { waitMs: 30_000 });
      accepted(await queue.enqueue(render(1)));
      ok(accepted(await waiting));
      const stop = new AbortController();
      const other = queue.lease(['render'], { waitMs: 30_000, signal: stop.signal });
      stop.abort();
      strictEqual(accepted(await other), undefined);
    },
  );

  scenario('refuses everything after it was closed', async (queue) => {
    const key = accepted(await queue.enqueue(render(1)));
    await queue.close();
    assertRefused(await queue.lease(['render']), 'unavailable');
    assertRefused(await queue.enqueue(render(2)), 'unavailable');
    ok(key);
  });
}

async function leased(queue: JobQueue, operations: readonly string[] = ['render']): Promise<Lease> {
  const lease = accepted(await queue.lease(operations, { waitMs: 10_000 }));
  if (!lease) throw new Error('No job was handed out.');
  return lease;
}

function render(index: number): JobRequest {
  return { operation: 'render', version: '1', input: blob(index) };
}

function blob(index: number): BlobId {
  return accepted(parseBlobId(index.toString(16).padStart(64, '0')));
}
