// A decoder that did not start today may start tomorrow: no failure outlives its cause, and what is said to stand stands.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DecoderPool, type PoolOptions } from '../src/decoder/index.ts';
import { breakable } from './fixtures/breakable.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { noRlimit } from './fixtures/tiers.ts';
import { unless } from '../../../test/needs.ts';

/** Longer than any machine takes between two lines of a test. */
const hourMs = 3_600_000;
const job = await jobOf(await paint(drawScreenshot(200, 100)).png().toBuffer());

function open(options: PoolOptions): DecoderPool {
  const pool = new DecoderPool({ maxInFlight: 1, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

describe('a decoder that could not be started', unless(noRlimit), () => {
  test('is tried again with the next picture, after a pause in which nothing is started', async () => {
    const { entry, ...program } = await breakable();
    await program.break();
    const pool = open({ sandbox: 'rlimit', childEntry: entry, restartDelayMs: hourMs });
    const failed = { ok: false, refusal: { refused: 'unavailable' } };
    expect(await pool.run(job)).toMatchObject(failed);
    await program.mend();
    expect(await pool.run(job)).toMatchObject(failed);
    expect(await pool.describe()).toMatchObject(failed);
    expect(pool.tier).toBeUndefined();
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + hourMs);
    onTestFinished(() => clock.mockRestore());
    expect(await pool.run(job)).toMatchObject({ ok: true });
    expect(await pool.describe()).toMatchObject({ ok: true, value: { tier: 'rlimit' } });
  });

  test('in the place of a worn one refuses one picture, and not those after it', async () => {
    const { entry, ...program } = await breakable();
    await program.mend();
    const pool = open({
      sandbox: 'rlimit',
      childEntry: entry,
      maxJobsPerCell: 1,
      restartDelayMs: 0,
    });
    expect(await pool.run(job)).toMatchObject({ ok: true });
    await program.break();
    expect(await pool.run(job)).toMatchObject({ ok: false, refusal: { refused: 'unavailable' } });
    expect(pool.tier).toBeUndefined();
    await program.mend();
    expect(await pool.run(job)).toMatchObject({ ok: true });
  });
});

describe('a weaker tier that stands in for a stronger one', unless(noRlimit), () => {
  test('stays while the stronger one still fails, and no picture waits for that', async () => {
    const { entry, ...program } = await breakable();
    await program.break();
    const pool = open({ childEntry: entry, strongerRetryMs: 0 });
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await pool.run(job)).toMatchObject({ ok: true });
      expect(pool.tier).toBe('wasm');
    }
  });
});
