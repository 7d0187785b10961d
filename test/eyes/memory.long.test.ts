// Many pictures of as many sizes through one process of eyes: what it holds stays what it held.
import { readFileSync } from 'node:fs';
import { createEyes } from '@percept/eyes';
import { expect, it } from 'vitest';
import { amount } from '../amount.ts';
import { drawn } from './pictures.ts';

const count = amount(20, 100);

it(
  'memory is flat over many pictures of different sizes, and under 600 MiB',
  { tags: ['f-eyes-memory-flat'], timeout: 400_000 },
  async (context) => {
    if (process.platform !== 'linux') context.skip('what a process holds is read from /proc');
    await using eyes = createEyes({
      limits: { maxWorkerMemoryBytes: 600 * 1024 * 1024, describeTimeoutMs: 120_000 },
    });
    const held: number[] = [];
    const workers = new Set<number>();
    for (let index = 0; index < count; index += 1) {
      const text = `<text x="12" y="44" font-family="DejaVu Sans" font-size="18">Picture ${index}</text>`;
      const seen = await eyes.describe(
        await drawn(text, sizeOf(index, 120, 760), sizeOf(index, 80, 520)),
      );
      expect(seen).toMatchObject({ ok: true, value: { complete: true } });
      const worker = eyesOf(process.pid);
      workers.add(worker.pid);
      held.push(worker.bytes);
    }
    // One process did all of it: nothing was thrown away to stay small.
    expect(workers.size).toBe(1);
    const before = Math.max(...held.slice(count * 0.2, count * 0.6));
    const after = Math.max(...held.slice(count * 0.6));
    expect(after).toBeLessThan(before * 1.1);
  },
);

/** Sizes that never repeat, from small to large in no order. */
function sizeOf(index: number, least: number, most: number): number {
  return least + ((index * 379) % (most - least));
}

interface Worker {
  readonly pid: number;
  readonly bytes: number;
}

function eyesOf(parent: number): Worker {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
  const pid = children
    .trim()
    .split(' ')
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('eyes/src/worker'));
  if (pid === undefined) throw new Error('There is no process of eyes.');
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { pid, bytes: Number(resident) * 1024 };
}
