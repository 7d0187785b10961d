// Real faults in real processes: whatever a decoder does, its job is a typed refusal, the host stands, and the others go on.
import { describe, expect, onTestFinished, test } from 'vitest';
import { DecoderPool, type PoolOptions } from '../src/decoder/index.ts';
import type { DecodeJob } from '../src/fit/picture.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { childTiers, noRlimit } from './fixtures/tiers.ts';
import { unless } from '../../../test/needs.ts';

const MiB = 1024 * 1024;
const job = await jobOf(await paint(drawScreenshot(200, 100)).png().toBuffer());
const bait: DecodeJob = { ...job, mime: 'image/gif' };

function open(fault: string, options: PoolOptions = {}): DecoderPool {
  const pool = new DecoderPool({
    sandbox: 'rlimit',
    maxInFlight: 1,
    childEntry: new URL(`./fixtures/faults/${fault}.ts`, import.meta.url),
    ...options,
  });
  onTestFinished(() => pool.close());
  return pool;
}

async function refusal(run: ReturnType<DecoderPool['run']>): Promise<string> {
  const outcome = await run;
  return outcome.ok ? 'accepted' : `${outcome.refusal.refused}: ${outcome.refusal.message}`;
}

describe.each(childTiers)('in the %s tier', (sandbox) => {
  test(
    'a decoder that dies of a memory error refuses its picture alone',
    { tags: ['f-ingest-child-crash', 'f-ingest-child-respawn'] },
    async () => {
      const pool = open('segfault', { sandbox });
      const outcomes = await Promise.all(
        [job, bait, job, bait, job].map((one) => refusal(pool.run(one))),
      );
      expect(outcomes[0]).toMatch(/alive/);
      expect(outcomes[1]).toMatch(/^worker-failed: .*(SIGSEGV|signal 11)/);
      expect(outcomes[2]).toMatch(/alive/);
      expect(outcomes[3]).toMatch(/^worker-failed/);
      expect(outcomes[4]).toMatch(/alive/);
    },
  );

  test(
    'a decoder that hangs is killed at the deadline',
    { tags: ['f-ingest-child-hang'] },
    async () => {
      const pool = open('hang', { sandbox, limits: { decodeTimeoutMs: 400 } });
      expect(await refusal(pool.run(job))).toMatch(/^timed-out: .*400 ms/);
    },
  );

  test(
    'a decoder that takes memory without end is stopped by its limit',
    { tags: ['f-ingest-child-memory'] },
    async () => {
      const pool = open('hog', { sandbox, limits: { maxWorkerMemoryBytes: 256 * MiB } });
      const before = process.memoryUsage.rss();
      const began = performance.now();
      expect(await refusal(pool.run(job))).toMatch(/^worker-failed/);
      const grown = Math.round((process.memoryUsage.rss() - before) / MiB);
      console.log(
        `${sandbox} hog: ended in ${Math.round(performance.now() - began)} ms, host grew by ${grown} MiB`,
      );
      expect(grown).toBeLessThan(64);
    },
  );
});

describe('a decoder', unless(noRlimit), () => {
  test('that floods its output with garbage is ended at once', async () => {
    const pool = open('flood');
    const before = process.memoryUsage.rss();
    expect(await refusal(pool.run(job))).toMatch(/^worker-failed: .*not an answer/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MiB);
  });

  test('that floods its errors is read no further than a few lines', async () => {
    expect(await refusal(open('shout').run(job))).toMatch(/alive/);
  });

  test('that ends on its job is not given the job again', async () => {
    const pool = open('quit');
    expect(await refusal(pool.run(job))).toMatch(/^worker-failed: .*exit code 3/);
  });

  test('that was gone before it looked at a job gives the job to another', async () => {
    const pool = open('tired');
    const first = await refusal(pool.run(job));
    const second = await refusal(pool.run(job));
    const third = await refusal(pool.run(job));
    expect(first).toMatch(/served by/);
    expect(second).toMatch(/served by/);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test.each([
    [0, 'a size over the target'],
    [1, 'a type that may not leave'],
    [2, 'bytes that are not of the type'],
    [3, 'more bytes than were allowed'],
    [4, 'the answer to another job'],
    [5, 'unchanged for what was to be cropped'],
    [6, 'something that is no message'],
    [7, 'a word that cannot even be read as one'],
  ])('that answers with lie %i (%s) is not believed', async (left) => {
    const region = { left, top: 0, width: 10, height: 10 };
    const target = { ...job.target, maxBytes: 1_000 };
    expect(await refusal(open('liar').run({ ...job, target, region }))).toMatch(/^worker-failed/);
  });

  test('that never starts is a refusal that says why', async () => {
    const pool = open('stillborn');
    expect(await refusal(pool.run(job))).toMatch(
      /^unavailable: .*rlimit: it ended with exit code 7/,
    );
    expect(await refusal(open('mute', { startTimeoutMs: 500 }).run(job))).toMatch(
      /^unavailable: .*in time/,
    );
  });

  test('that cannot be started in a process leaves the wasm tier to do the work', async () => {
    const pool = open('stillborn', { sandbox: 'preferred' });
    expect(await pool.run(job)).toMatchObject({ ok: true, value: { kind: 'encoded' } });
    expect(pool.tier).toBe('wasm');
  });
});
