// Attacks on the isolation itself: whatever happens to decoders, nothing is ever decoded with less of it than before.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { DecoderPool, type PoolOptions } from '../src/decoder/index.ts';
import { breakable } from './fixtures/breakable.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { descendants } from './fixtures/processes.ts';
import { noBwrap } from './fixtures/tiers.ts';

const job = await jobOf(await paint(drawScreenshot(200, 100)).png().toBuffer());

function open(options: PoolOptions): DecoderPool {
  const pool = new DecoderPool({ maxInFlight: 1, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

const brokenWasm = new URL('fixtures/faults/no-such-worker.ts', import.meta.url);
const fault = (name: string): URL => new URL(`fixtures/faults/${name}.ts`, import.meta.url);
const unavailable = { ok: false, refusal: { refused: 'unavailable' } };

describe('isolation fails closed', { tags: ['d-door-sandbox-closed'], ...unless(noBwrap) }, () => {
  test('a weaker tier gives way once the stronger one starts, and what is said is what is so', async () => {
    const { entry, ...program } = await breakable();
    await program.break();
    const pool = open({ childEntry: entry, strongerRetryMs: 100 });
    expect(await pool.run(job)).toMatchObject({ ok: true });
    expect(await pool.describe()).toMatchObject({ ok: true, value: { tier: 'wasm' } });
    await program.mend();
    for (let turn = 0; turn < 100 && pool.tier === 'wasm'; turn += 1) {
      expect(await pool.run(job)).toMatchObject({ ok: true });
      await wait(50);
    }
    expect(pool.tier).toBe('bwrap');
    expect(await pool.describe()).toMatchObject({ ok: true, value: { tier: pool.tier } });
    expect(await pool.run(job)).toMatchObject({ ok: true });
  });

  test.each(['mute', 'killed'])(
    'a decoder that is %s at its start is no reason for less of it',
    async (name) => {
      const pool = open({ childEntry: fault(name), startTimeoutMs: 600, restartDelayMs: 0 });
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await pool.run(job)).toMatchObject(unavailable);
        expect(pool.tier).toBeUndefined();
      }
    },
  );

  test('a first decoder that is stopped is replaced by another behind the same walls', async () => {
    const pool = open({ startTimeoutMs: 4_000 });
    let stopped = 0;
    const watch = setInterval(() => {
      const inside = descendants(process.pid).find(({ command }) =>
        /^\S*(bwrap|node) .*child\.ts/.test(command),
      );
      if (stopped > 0 || !inside) return;
      stopped = inside.pid;
      process.kill(inside.pid, 'SIGSTOP');
    }, 3);
    onTestFinished(() => clearInterval(watch));
    const outcome = await pool.run(job);
    expect(stopped).toBeGreaterThan(0);
    if (outcome.ok) expect(await pool.describe()).toMatchObject({ value: { tier: 'bwrap' } });
    else expect(outcome).toMatchObject(unavailable);
  });

  test('what is required is there or nothing is decoded', async () => {
    const { entry, ...program } = await breakable();
    await program.deny();
    const pool = open({ sandbox: 'required', childEntry: entry, workerEntry: brokenWasm });
    expect(await pool.run(job)).toMatchObject(unavailable);
    const wasm = open({ sandbox: 'required', childEntry: entry });
    expect(await wasm.run(job)).toMatchObject({ ok: true, value: { notes: [] } });
    expect(wasm.tier).toBe('wasm');
  });

  test('what is preferred and not there is said with every picture', async () => {
    const { entry, ...program } = await breakable();
    await program.deny();
    const pool = open({ childEntry: entry, workerEntry: brokenWasm });
    expect(await pool.run(job)).toMatchObject({ ok: true, value: { notes: ['unconfined'] } });
    expect(pool.tier).toBe('rlimit');
    const asked = open({ sandbox: 'rlimit' });
    expect(await asked.run(job)).toMatchObject({ ok: true, value: { notes: [] } });
  });

  test('what was confined once is never unconfined later', async () => {
    const { entry, ...program } = await breakable();
    await program.mend();
    const pool = open({
      childEntry: entry,
      workerEntry: brokenWasm,
      maxJobsPerCell: 1,
      restartDelayMs: 0,
    });
    expect(await pool.run(job)).toMatchObject({ ok: true });
    expect(pool.tier).toBe('bwrap');
    await program.deny();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await pool.run(job)).toMatchObject(unavailable);
    }
    await program.mend();
    expect(await pool.run(job)).toMatchObject({ ok: true });
    expect(pool.tier).toBe('bwrap');
  });
});
