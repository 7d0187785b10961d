// One contender, one picture, one process: wall, CPU and the most memory that it and its children ever held.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descendants } from '../../packages/ingest/test/fixtures/processes.ts';
import { contenders, edge, fingerprint, rivals } from './contenders.ts';
import type { Workload } from './workloads.ts';

export type Measure =
  | {
      readonly ok: true;
      readonly wallMs: number;
      readonly cpuMs: number;
      readonly peakMb: number;
      readonly bytes: number;
      readonly size: string;
    }
  | { readonly ok: false; readonly reason: string };

const tickMs = 10;
/** A door stays open for days: what its compilers do in the first seconds is not measured. */
const warmMs = 2_000;

/** For a process that does nothing else. */
export async function measureHere(
  name: string,
  workload: Workload,
  rounds: number,
): Promise<Measure> {
  const bytes = readFileSync(workload.file);
  const contender = await (contenders[name] ?? rivals[name])?.();
  if (!contender) return { ok: false, reason: 'unknown' };
  try {
    const warmFrom = performance.now();
    let result = await contender.run(bytes, workload);
    await contender.forget?.();
    while (performance.now() - warmFrom < warmMs) {
      await contender.run(bytes, workload);
      await contender.forget?.();
    }
    const walls: number[] = [];
    let forgettingMs = 0;
    const before = cpuMs();
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      result = await contender.run(bytes, workload);
      fingerprint(result.bytes);
      walls.push(performance.now() - began);
      const done = process.cpuUsage();
      await contender.forget?.();
      const { user, system } = process.cpuUsage(done);
      forgettingMs += (user + system) / 1000;
    }
    const spent = cpuMs() - before - forgettingMs;
    const peakMb = process.resourceUsage().maxRSS / 1024 + childrenPeakMb();
    return {
      ok: true,
      wallMs: median(walls),
      cpuMs: spent / rounds,
      peakMb,
      bytes: result.bytes.length,
      size: `${result.width}x${result.height}`,
    };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.slice(0, 60) : 'failed' };
  } finally {
    await contender.close();
  }
}

/** The command line of libvips, with its start, because that is how it is used. */
export function measureVipsthumbnail(workload: Workload, rounds: number): Measure {
  const out = join(tmpdir(), `percept-bench-vips-${process.pid}.jpg`);
  const rows = Array.from({ length: rounds }, () => {
    const began = performance.now();
    const job = [workload.file, '--size', `${edge}x${edge}>`, '-o', `${out}[Q=80]`];
    const run = spawnSync('/usr/bin/time', ['-f', '%U %S %M', 'vipsthumbnail', ...job], {
      encoding: 'utf8',
    });
    const wallMs = performance.now() - began;
    if (run.error || run.status !== 0) return undefined;
    const [user = 0, system = 0, peak = 0] =
      run.stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
    return { wallMs, cpuMs: (user + system) * 1000, peakMb: peak / 1024 };
  });
  const good = rows.filter((row) => row !== undefined);
  if (good.length === 0) return { ok: false, reason: 'not installed' };
  return {
    ok: true,
    wallMs: median(good.map((row) => row.wallMs)),
    cpuMs: median(good.map((row) => row.cpuMs)),
    peakMb: Math.max(...good.map((row) => row.peakMb)),
    bytes: readFileSync(out).length,
    size: '',
  };
}

/** Of this process and of all that it has started and still has. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (
    (user + system) / 1000 +
    descendants(process.pid).reduce((sum, { pid }) => sum + ticks(pid) * tickMs, 0)
  );
}

function ticks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

export function childrenPeakMb(): number {
  return descendants(process.pid).reduce((sum, { pid }) => sum + peakMbOf(pid), 0);
}

function peakMbOf(pid: number): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
