// How fast the door is, what its walls cost, and what others need for the same job. Everything in one run, each
// contender in a process of its own: `node bench/ingest.ts [--rounds N] [--only TEXT]`. `--door` measures the public door alone, and
// `--write` puts its table into docs/door.md.
import { defaultFit, isRecord } from '@percept/core/internal';
import { doorLimits } from '@percept/core';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DecoderPool, type Sandbox } from '../packages/ingest/src/decoder/index.ts';
import { openLoader, seal } from '../packages/ingest/src/decoder/seal.ts';
import { fitPicture } from '../packages/ingest/src/fit/fit.ts';
import type { DecodeJob } from '../packages/ingest/src/fit/picture.ts';
import { contenders, doorRivals } from './ingest/contenders.ts';
import {
  childrenPeakMb,
  cpuMs,
  measureVipsthumbnail,
  median,
  type Measure,
} from './ingest/measure.ts';
import { readWorkload } from './ingest/draw.ts';
import { workloads, type Workload } from './ingest/workloads.ts';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    door: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(flags.rounds);
const turns = 3;
const page = new URL('../docs/door.md', import.meta.url);
const [start, end] = ['<!-- door-speed -->', '<!-- /door-speed -->'];

const ratios = await throughTheDoor();
if (flags.write) writeTable(ratios);
if (!flags.door) {
  await compare();
  await overhead();
  await crowd();
}

type Good = Extract<Measure, { ok: true }>;

function good(measure: Measure): Good {
  if (!measure.ok) throw new Error(measure.reason);
  return measure;
}

/** Turn by turn, so that both see the same machine; the ratio is of processor time, children included. */
async function throughTheDoor(): Promise<readonly string[]> {
  const rows: string[] = [];
  console.log(`## The public door and sharp alone, the same file written; ${turns} turns\n`);
  console.log(
    '| | sharp CPU ms | sharp and store | door | door / sharp | door / sharp and store | bytes | host and decoder MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const workload of workloads) {
    await readWorkload(workload);
    const bare: Good[] = [];
    const stored: Good[] = [];
    const door: Good[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(good(elsewhere(doorRivals[0], workload)));
      stored.push(good(elsewhere(doorRivals[1], workload)));
      door.push(good(elsewhere(doorRivals[2], workload)));
    }
    const cpu = (list: readonly Good[]): number => median(list.map((one) => one.cpuMs));
    const cells = [
      workload.name,
      ...[bare, stored, door].map((list) => cpu(list).toFixed(0)),
      (cpu(door) / cpu(bare)).toFixed(2),
      (cpu(door) / cpu(stored)).toFixed(2),
      `${bare[0]?.bytes}, ${door[0]?.bytes}`,
      median(door.map((one) => one.peakMb)).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    rows.push(`| ${[0, 1, 3, 4, 5].map((column) => cells[column]).join(' | ')} |`);
  }
  console.log();
  return rows;
}

function writeTable(rows: readonly string[]): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The page has no place for the table.');
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(1);
  const said = `Medians of ${turns} turns of ${rounds}, ${day}, ${availableParallelism()} cores, load ${load} at the end:`;
  const head = '| picture | sharp, CPU ms | door, CPU ms | to sharp alone | to sharp that stores |';
  const table = [head, '| --- | --- | --- | --- | --- |', ...rows].join('\n');
  writeFileSync(page, `${text.slice(0, from)}${start}\n\n${said}\n\n${table}\n\n${text.slice(to)}`);
}

async function compare(): Promise<void> {
  console.log(
    `Decode, upright, Lanczos3 to 1568 px, JPEG q80, SHA-256; median of ${rounds}; one process each; ${availableParallelism()} cores\n`,
  );
  for (const workload of workloads) {
    const source = await readWorkload(workload);
    console.log(
      `## ${workload.name}, ${workload.width}x${workload.height}, ${(source.length / 1e6).toFixed(2)} MB`,
    );
    console.log('| | wall ms | CPU ms | peak MB | out bytes | size | wall / sharp | CPU / sharp |');
    console.log('|---|---|---|---|---|---|---|---|');
    let base: Measure | undefined;
    for (const name of [...Object.keys(contenders), 'vipsthumbnail']) {
      if (!name.includes(flags.only) && name !== 'plain sharp') continue;
      const measure =
        name === 'vipsthumbnail'
          ? measureVipsthumbnail(workload, rounds)
          : elsewhere(name, workload);
      base ??= measure;
      console.log(row(name, measure, base));
    }
    console.log();
  }
}

function row(name: string, measure: Measure, base: Measure): string {
  if (!measure.ok) return `| ${name} | ${measure.reason} | | | | | | |`;
  const ratio = (pick: (one: Extract<Measure, { ok: true }>) => number): string =>
    base.ok ? (pick(measure) / pick(base)).toFixed(2) : '';
  const cells = [
    name,
    measure.wallMs.toFixed(0),
    measure.cpuMs.toFixed(0),
    measure.peakMb.toFixed(0),
    measure.bytes,
    measure.size,
    ratio((one) => one.wallMs),
    ratio((one) => one.cpuMs),
  ];
  return `| ${cells.join(' | ')} |`;
}

function elsewhere(contender: string, { name }: Workload): Measure {
  const entry = fileURLToPath(new URL('./ingest/one.ts', import.meta.url));
  const args = ['--no-warnings', entry, contender, name, String(rounds)];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 });
  try {
    return parseMeasure(JSON.parse(run.stdout));
  } catch {
    return { ok: false, reason: run.signal ?? `exit ${run.status}` };
  }
}

function parseMeasure(value: unknown): Measure {
  if (!isRecord(value)) return { ok: false, reason: 'no answer' };
  const { wallMs, cpuMs: cpu, peakMb, bytes, size, reason } = value;
  if (typeof wallMs !== 'number' || typeof cpu !== 'number' || typeof peakMb !== 'number') {
    return { ok: false, reason: String(reason) };
  }
  return { ok: true, wallMs, cpuMs: cpu, peakMb, bytes: Number(bytes), size: String(size) };
}

async function screenshot(): Promise<DecodeJob> {
  const [first] = workloads;
  if (!first) throw new Error('There are no workloads.');
  const { mime, width, height, orientation } = first;
  const facts = {
    mime,
    width,
    height,
    orientation,
    frames: 1,
    hasAlpha: false,
  };
  return { bytes: await readWorkload(first), ...facts, target: defaultFit };
}

/** The same pipeline in this process and behind the walls, turn by turn, so that both see the same machine. */
async function overhead(): Promise<void> {
  const job = await screenshot();
  seal(sharp);
  openLoader(sharp, job.mime);
  console.log(
    `## What the walls cost, ${(job.bytes.length / 1e6).toFixed(2)} MB screenshot, 40 turns each`,
  );
  console.log(
    '| tier | start ms | in process: min, median | behind walls: min, median | overhead: min, median |',
  );
  console.log('|---|---|---|---|---|');
  for (const sandbox of ['bwrap', 'rlimit', 'wasm'] as const satisfies readonly Sandbox[]) {
    const pool = new DecoderPool({ sandbox });
    const began = performance.now();
    const described = await pool.describe();
    const started = performance.now() - began;
    if (described.ok) {
      const here: number[] = [];
      const there: number[] = [];
      for (let turn = 0; turn < 43; turn += 1) {
        const one = await timed(() => fitPicture(sharp, job, doorLimits));
        const other = await timed(() => pool.run(job));
        if (turn < 3) continue;
        here.push(one);
        there.push(other);
      }
      const least = [Math.min(...here), Math.min(...there)] as const;
      const middle = [median(here), median(there)] as const;
      const pair = (one: number, other: number): string => `${one.toFixed(1)}, ${other.toFixed(1)}`;
      const cost = pair(least[1] - least[0], middle[1] - middle[0]);
      console.log(
        `| ${sandbox} | ${started.toFixed(0)} | ${pair(least[0], middle[0])} | ${pair(least[1], middle[1])} | ${cost} |`,
      );
    } else {
      console.log(`| ${sandbox} | ${described.refusal.message} | | | |`);
    }
    await pool.close();
  }
  console.log();
}

async function timed(act: () => Promise<{ readonly ok: boolean }>): Promise<number> {
  const began = performance.now();
  const { ok } = await act();
  if (!ok) throw new Error('A picture was refused.');
  return performance.now() - began;
}

async function crowd(): Promise<void> {
  const job = await screenshot();
  const pool = new DecoderPool();
  await pool.run(job);
  const before = process.memoryUsage.rss();
  const spent = cpuMs();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const wall = await timed(async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => pool.run(job)));
    return { ok: outcomes.every(({ ok }) => ok) };
  });
  clearInterval(watch);
  const cpu = cpuMs() - spent;
  console.log(
    `## 100 screenshots at once (${pool.tier}): ${wall.toFixed(0)} ms, ${(wall / 100).toFixed(1)} ms and ${(cpu / 100).toFixed(1)} CPU ms each; ` +
      `host grew by ${((peak - before) / 1048576).toFixed(0)} MB, decoders peaked at ${childrenPeakMb().toFixed(0)} MB together`,
  );
  await pool.close();
}
