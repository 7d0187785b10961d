// Bombs that came past the pre-filter: the walls of the decoder hold by themselves, and the host does not swell.
import { defaultFit } from '@percept/core/internal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DecoderPool } from '../src/decoder/index.ts';
import type { DecodeJob } from '../src/fit/picture.ts';
import { pngBomb, type BombShape } from './fixtures/bombs.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';
import { childTiers, noRlimit } from './fixtures/tiers.ts';
import { unless } from '../../../test/needs.ts';

const MiB = 1024 * 1024;
const shapes = {
  'wide strip': { width: 16_000_000, height: 3, depth: 8, interlaced: false },
  'tall strip': { width: 3, height: 16_000_000, depth: 8, interlaced: false },
  'interlaced 16-bit': { width: 9_000, height: 9_000, depth: 16, interlaced: true },
} as const satisfies Record<string, BombShape>;

function jobFor({ width, height }: BombShape, bytes: Uint8Array): DecodeJob {
  return {
    bytes,
    mime: 'image/png',
    width,
    height,
    frames: 1,
    orientation: 1,
    hasAlpha: true,
    target: defaultFit,
  };
}

describe.each([...childTiers, 'wasm'] as const)('in the %s tier', (sandbox) => {
  test(
    'bombs are refused, good pictures between them pass, and the host stays its size',
    { tags: ['f-ingest-child-memory', 'f-ingest-siege'], timeout: 600_000 },
    async () => {
      const pool = new DecoderPool({
        sandbox,
        limits: { maxWorkerMemoryBytes: 512 * MiB, decodeTimeoutMs: 10_000 },
      });
      onTestFinished(() => pool.close());
      const good = await jobOf(await paint(drawScreenshot(1800, 1100)).png().toBuffer());
      const bombs = await Promise.all(
        Object.entries(shapes).map(
          async ([name, shape]) => [name, jobFor(shape, await pngBomb(shape))] as const,
        ),
      );
      await pool.run(good);
      const before = process.memoryUsage.rss();
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
      const cpu = process.cpuUsage();

      const runs = bombs.map(async ([name, job]) => {
        const began = performance.now();
        const outcome = await pool.run(job);
        const ms = Math.round(performance.now() - began);
        return { name, kilobytes: Math.round(job.bytes.length / 1000), outcome, ms };
      });
      const passed = await Promise.all(Array.from({ length: 6 }, () => pool.run(good)));
      const results = await Promise.all(runs);
      clearInterval(watch);
      const { user, system } = process.cpuUsage(cpu);
      for (const { name, kilobytes, outcome, ms } of results) {
        const what = outcome.ok
          ? 'accepted'
          : `${outcome.refusal.refused} (${outcome.refusal.message})`;
        console.log(`${sandbox}, ${name} of ${kilobytes} kB: ${what}, ${ms} ms with waiting`);
      }
      const grown = Math.round((peak - before) / MiB);
      console.log(
        `${sandbox}: host grew by ${grown} MiB at most and used ${Math.round((user + system) / 1000)} CPU ms`,
      );

      expect(passed.filter(({ ok }) => !ok)).toEqual([]);
      for (const { outcome, name } of results) {
        const kind = outcome.ok ? 'accepted' : outcome.refusal.refused;
        // A tall strip is slow and not large: a decoder may end it well, by a one-pixel picture.
        const allowed = [
          'too-large',
          'timed-out',
          'worker-failed',
          'corrupt',
          ...(name === 'tall strip' ? ['accepted'] : []),
        ];
        expect(allowed).toContain(kind);
      }
      // A thread's memory is its host's memory: in the wasm tier the bound is the limit itself.
      expect(grown).toBeLessThan(sandbox === 'wasm' ? 1_024 : 64);
    },
  );
});

test(
  'A decoder that sees itself over its memory ends itself, and says so.',
  { tags: ['f-ingest-child-memory'], ...unless(noRlimit) },
  async () => {
    const pool = new DecoderPool({
      sandbox: 'rlimit',
      limits: { maxWorkerMemoryBytes: 200 * MiB },
    });
    onTestFinished(() => pool.close());
    const shape: BombShape = { width: 5_000, height: 5_000, depth: 16, interlaced: true };
    const outcome = await pool.run(jobFor(shape, await pngBomb(shape)));
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { refused: 'too-large', limit: { name: 'maxWorkerMemoryBytes', max: 200 * MiB } },
    });
  },
);
