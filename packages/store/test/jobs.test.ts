// Background work in one process: the published suite, the worker, and what is asked of a lease.
import { setTimeout as sleep } from 'node:timers/promises';
import { accept, parseBlobId, refuse, type BlobId } from '@percept/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  LocalJobQueue,
  runJob,
  startWorker,
  type JobHandler,
  type JobLimits,
  type JobRequest,
} from '../src/jobs/index.ts';
import { jobQueueSuite } from '../src/testing/index.ts';
import { accepted, freshMemory, refusedAs } from './scene.ts';

const few: Partial<JobLimits> = { maxQueuedJobs: 3, maxAttempts: 2 };

async function fresh(limits: Partial<JobLimits> = few, clock = Date.now): Promise<LocalJobQueue> {
  const { memos } = await freshMemory();
  return new LocalJobQueue({ memos, limits, clock });
}

describe('the queue of one process', { tags: ['f-jobs-memoised'] }, () => {
  jobQueueSuite(test, async () => ({ queue: await fresh() }));
});

test(
  'a rerun of a finished job does nothing and gives the same result, in another queue too',
  { tags: ['f-jobs-memoised'] },
  async () => {
    const { memos } = await freshMemory();
    let runs = 0;
    const handlers = {
      render: async ({ input }: JobRequest) => {
        runs += 1;
        return accept(`pixels of ${input}`);
      },
    };
    for (let round = 0; round < 3; round += 1) {
      const queue = new LocalJobQueue({ memos });
      await using worker = startWorker({ queue, handlers });
      expect(accepted(await runJob(queue, render(1)))).toBe(`pixels of ${blob(1)}`);
      await worker.stop();
      await queue.close();
    }
    expect(runs).toBe(1);
  },
);

test(
  'a lease ends without a heartbeat, and lasts with one',
  { tags: ['f-jobs-lease'] },
  async () => {
    let now = 0;
    const queue = await fresh({ leaseMs: 1000, maxAttempts: 3 }, () => now);
    const key = accepted(await queue.enqueue(render(1)));
    const first = accepted(await queue.lease(['render']));
    if (!first) throw new Error('No job was handed out.');
    now = 900;
    accepted(await queue.heartbeat(first));
    now = 1800;
    expect(accepted(await queue.lease(['render']))).toBeUndefined();
    expect(refusedAs(await queue.heartbeat(first))).toBe('accepted');
    now = 2800;
    const second = accepted(await queue.lease(['render']));
    expect(second).toMatchObject({ key, attempt: 2 });
    expect(refusedAs(await queue.heartbeat(first))).toBe('stale');
    expect(refusedAs(await queue.fail(first, 'too late'))).toBe('stale');
    expect(accepted(await queue.find(key))).toEqual({ state: 'running' });
  },
);

test('a job that loses every worker fails in the end instead of going round for ever', async () => {
  let now = 0;
  const queue = await fresh({ leaseMs: 1000, maxAttempts: 3 }, () => now);
  const key = accepted(await queue.enqueue(render(1)));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(accepted(await queue.lease(['render']))?.attempt).toBe(attempt);
    now += 1001;
  }
  expect(accepted(await queue.lease(['render']))).toBeUndefined();
  expect(accepted(await queue.find(key))).toEqual({
    state: 'failed',
    reason: 'The worker was lost.',
  });
});

test('a worker never does more at once than it may', async () => {
  const queue = await fresh({});
  let running = 0;
  let most = 0;
  const handler: JobHandler = async ({ input }) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
    return accept(input);
  };
  await using worker = startWorker({ queue, handlers: { render: handler }, concurrency: 3 });
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => runJob(queue, render(index))),
  );
  expect(results.map(accepted)).toEqual(Array.from({ length: 20 }, (_, index) => blob(index)));
  expect(most).toBe(3);
  await worker.stop();
});

test(
  'a worker keeps its lease by heartbeats while the work takes longer than the lease',
  { timeout: 60_000 },
  async () => {
    const queue = await fresh({ leaseMs: 1500, maxAttempts: 3 });
    let runs = 0;
    const handler: JobHandler = async () => {
      runs += 1;
      await sleep(4000);
      return accept('slow');
    };
    await using worker = startWorker({
      queue,
      handlers: { render: handler },
      concurrency: 2,
      leaseMs: 1500,
    });
    expect(accepted(await runJob(queue, render(1)))).toBe('slow');
    expect(runs).toBe(1);
    await worker.stop();
  },
);

test('a worker that is stopped stops its work and gives the job back', async () => {
  const queue = await fresh({ maxAttempts: 3 });
  const began = Promise.withResolvers<void>();
  const ended: unknown[] = [];
  const handler: JobHandler = async (_, signal) => {
    began.resolve();
    await sleep(60_000, undefined, { signal }).catch((error: unknown) => ended.push(error));
    return refuse({ refused: 'cancelled', message: 'stopped', hint: '' });
  };
  const worker = startWorker({ queue, handlers: { render: handler } });
  const key = accepted(await queue.enqueue(render(1)));
  await began.promise;
  await worker.stop();
  expect(ended.length).toBe(1);
  expect(accepted(await queue.find(key))).toEqual({ state: 'queued' });
});

test('a handler that throws fails its job and keeps what it threw to itself', async () => {
  const queue = await fresh({ maxAttempts: 2 });
  let attempts = 0;
  const handler: JobHandler = async () => {
    attempts += 1;
    throw new Error('a password');
  };
  await using worker = startWorker({ queue, handlers: { render: handler } });
  const run = await runJob(queue, render(1));
  expect(refusedAs(run)).toBe('worker-failed');
  expect(JSON.stringify(run)).not.toContain('password');
  expect(attempts).toBe(2);
  await worker.stop();
});

test('whoever waits may stop waiting, and finds the result later', async () => {
  const queue = await fresh({});
  const go = Promise.withResolvers<void>();
  const handler: JobHandler = async () => {
    await go.promise;
    return accept('late');
  };
  await using worker = startWorker({ queue, handlers: { render: handler } });
  const stop = new AbortController();
  const waiting = runJob(queue, render(1), { signal: stop.signal });
  stop.abort();
  expect(refusedAs(await waiting)).toBe('cancelled');
  expect(refusedAs(await runJob(queue, render(1), { timeoutMs: 30 }))).toBe('timed-out');
  go.resolve();
  expect(accepted(await runJob(queue, render(1)))).toBe('late');
  await worker.stop();
});

test('a request that its caller changes afterwards is done as it was asked for', async () => {
  const queue = await fresh({});
  const params = { page: 1 };
  accepted(await queue.enqueue({ ...render(1), params }));
  params.page = 2;
  expect(accepted(await queue.lease(['render']))?.request.params).toEqual({ page: 1 });
  onTestFinished(() => queue.close());
});

function render(index: number): JobRequest {
  return { operation: 'render', version: '1', input: blob(index) };
}

function blob(index: number): BlobId {
  return accepted(parseBlobId(index.toString(16).padStart(64, '0')));
}
