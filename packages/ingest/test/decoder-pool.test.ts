// The pool at work: lazily started, as many as cores, recycled, abortable, and gone when it is closed.
import { availableParallelism } from 'node:os';
import { defaultFit } from '@percept/core/internal';
import { doorLimits } from '@percept/core';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DecoderPool, type PoolOptions } from '../src/decoder/index.ts';
import { fitPicture } from '../src/fit/fit.ts';
import type { Stage } from '../src/fit/picture.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawDesktop, drawPhoto, drawScreenshot, paint } from './fixtures/pictures.ts';
import { coreTimeMs, descendants, isAlive } from './fixtures/processes.ts';
import { noRlimit } from './fixtures/tiers.ts';
import { unless } from '../../../test/needs.ts';

const job = await jobOf(await paint(drawScreenshot(2000, 1200)).png().toBuffer());
const slow = await jobOf(
  await paint(drawPhoto(2400, 1600, 1, 40))
    .png({ compressionLevel: 1 })
    .toBuffer(),
);

function open(options: PoolOptions = {}): DecoderPool {
  const pool = new DecoderPool(options);
  onTestFinished(() => pool.close());
  return pool;
}

function decoders(): readonly number[] {
  return descendants(process.pid)
    .filter(({ command }) => command.includes('decoder/child'))
    .map(({ pid }) => pid);
}

async function settled(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !check(); turn += 1)
    await new Promise((go) => setTimeout(go, 25));
  expect(check()).toBe(true);
}

describe('the pool', unless(noRlimit), () => {
  test('starts nothing before the first picture', { tags: ['f-ingest-child-lazy'] }, async () => {
    const pool = open({ sandbox: 'rlimit' });
    expect(decoders()).toEqual([]);
    expect(pool.tier).toBeUndefined();
    expect(await pool.run(job)).toMatchObject({
      ok: true,
      value: { kind: 'encoded', mime: 'image/png' },
    });
    expect(decoders().length).toBeGreaterThan(0);
    expect(pool.tier).toBe('rlimit');
  });

  test(
    'says which isolation is in force, and that one is',
    { tags: ['s002-ingest-sandboxed'] },
    async () => {
      const pool = open({ sandbox: 'rlimit', limits: { maxWorkerMemoryBytes: 600 * 1024 * 1024 } });
      const described = await pool.describe();
      expect(described).toMatchObject({
        ok: true,
        value: {
          tier: 'rlimit',
          memory: 'rlimit-and-rss-watch',
          maxMemoryBytes: 600 * 1024 * 1024,
        },
      });
      expect(pool.tier).toBe('rlimit');
      expect(decoders()).toHaveLength(1);
    },
  );

  test(
    'decodes a hundred pictures at once with no more decoders than cores',
    { tags: ['f-ingest-in-flight-cores'], timeout: 240_000 },
    async () => {
      const pool = open({ sandbox: 'rlimit' });
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, decoders().length)), 20);
      const began = performance.now();
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => pool.run(job)));
      clearInterval(watch);
      console.log(
        `100 pictures of 2000x1200 in ${Math.round(performance.now() - began)} ms, at most ${most} decoders`,
      );
      expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(availableParallelism());
    },
  );

  test(
    'replaces a decoder after its share of jobs',
    { tags: ['f-ingest-child-recycled'] },
    async () => {
      const pool = open({ sandbox: 'rlimit', maxInFlight: 1, maxJobsPerCell: 3 });
      const seen = new Set<number>();
      for (let count = 0; count < 9; count += 1) {
        expect(await pool.run(job)).toMatchObject({ ok: true });
        for (const pid of decoders()) seen.add(pid);
      }
      expect(seen.size).toBeGreaterThanOrEqual(3);
      await settled(() => decoders().length <= 1);
    },
  );

  test('replaces a decoder that holds too much between jobs', async () => {
    const pool = open({ sandbox: 'rlimit', maxInFlight: 1, maxRestingBytes: 1 });
    for (let count = 0; count < 3; count += 1)
      expect(await pool.run(job)).toMatchObject({ ok: true });
    await settled(() => decoders().length === 0);
  });

  test('lets all but one decoder go when there is no work', async () => {
    const pool = open({ sandbox: 'rlimit', maxInFlight: 2, idleTimeoutMs: 100 });
    await Promise.all([pool.run(slow), pool.run(slow)]);
    expect(decoders()).toHaveLength(2);
    await settled(() => decoders().length === 1);
    expect(await pool.run(job)).toMatchObject({ ok: true });
  });

  test(
    'serves the next picture after an idle decoder was killed from outside',
    { tags: ['f-ingest-child-respawn'] },
    async () => {
      const pool = open({ sandbox: 'rlimit', maxInFlight: 1 });
      await pool.run(job);
      const [first] = decoders();
      process.kill(first!, 'SIGKILL');
      expect(await pool.run(job)).toMatchObject({ ok: true });
      expect(decoders()).not.toContain(first);
    },
  );

  test('tells how far a picture is', async () => {
    const stages: Stage[] = [];
    await open().run(job, { onProgress: (stage) => stages.push(stage) });
    expect(stages).toEqual(['queued', 'decoding', 'encoding']);
  });

  test('leaves no process behind when it is closed', async () => {
    for (const sandbox of ['rlimit', 'preferred'] as const) {
      const pool = open({ sandbox });
      await Promise.all([pool.run(job), pool.run(job)]);
      const before = descendants(process.pid).filter(({ command }) =>
        /decoder\/child|bwrap/.test(command),
      );
      // Where there is no bubblewrap, WebAssembly is preferred, and that is no process.
      expect(before.length > 0).toBe(pool.tier !== 'wasm');
      await pool.close();
      await settled(() => before.every(({ pid }) => !isAlive(pid)));
    }
  });

  test('refuses what is running and waiting when it is closed, and what comes later', async () => {
    const pool = open({ maxInFlight: 1 });
    const running = pool.run(slow);
    const waiting = pool.run(job);
    await pool.close();
    for (const outcome of [await running, await waiting]) {
      expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
    }
    expect(await pool.run(job)).toMatchObject({ ok: false, refusal: { refused: 'unavailable' } });
    expect(await pool.describe()).toMatchObject({ ok: false, refusal: { refused: 'unavailable' } });
  });
});

describe('an abort', unless(noRlimit), () => {
  test('before the start, while waiting, and while decoding is a refusal, and the rest goes on', async () => {
    const pool = open({ maxInFlight: 1 });
    expect(await pool.run(job, { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      refusal: { refused: 'cancelled' },
    });

    const running = new AbortController();
    const waiting = new AbortController();
    const outcomes = [
      pool.run(slow, {
        signal: running.signal,
        onProgress: (stage) => stage === 'decoding' && running.abort(),
      }),
      pool.run(job, { signal: waiting.signal }),
      pool.run(job),
    ];
    waiting.abort();
    expect(await outcomes[1]).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
    expect(await outcomes[0]).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
    expect(await outcomes[2]).toMatchObject({ ok: true });
  });

  test('leaves no listener on the signal', async () => {
    const pool = open();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await pool.run({ ...job, target: { ...defaultFit, maxEdgePx: 100 } }, { signal });
    expect(listeners).toBe(0);
  });
});

const leastRounds = 25;
const mostRoundsMs = 20_000;

/** Time on the cores, of this process and the decoders: the clock of a busy machine says nothing about the walls. */
async function spentMs(pids: readonly number[], work: () => Promise<unknown>): Promise<number> {
  const before = coreTimeMs(pids);
  await work();
  return coreTimeMs(pids) - before;
}

// Both ways in turn; what is measured over the true cost is noise that only adds, so the least of many rounds is nearest
// to it, and a noisy machine gets more rounds, not more room.
test(
  'The walls cost at most five milliseconds for a screenshot of one megabyte.',
  { tags: ['f-ingest-overhead'], timeout: 240_000, ...unless(noRlimit) },
  async () => {
    const large = await jobOf(await drawDesktop());
    const pool = open({ sandbox: 'rlimit', maxInFlight: 1 });
    await pool.run(large);
    const pids = [process.pid, ...decoders()];
    const here: number[] = [];
    const there: number[] = [];
    const began = performance.now();
    const costMs = (): number => Math.min(...there) - Math.min(...here);
    while (
      here.length < leastRounds ||
      (costMs() > 5 && performance.now() - began < mostRoundsMs)
    ) {
      here.push(await spentMs(pids, () => fitPicture(sharp, large, doorLimits)));
      there.push(await spentMs(pids, () => pool.run(large)));
    }
    console.log(
      `${pool.tier}: ${costMs().toFixed(1)} ms over ${Math.min(...here).toFixed(1)} ms on the cores for ` +
        `${(large.bytes.length / 1e6).toFixed(2)} MB (${here.length} rounds)`,
    );
    expect(costMs()).toBeLessThanOrEqual(5);
  },
);
