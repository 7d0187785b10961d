// What a list, an upload and a turn cost with 100, 1,000 and 10,000 conversations of one tenant: it must not grow (at most
// 1.5 times), because each reads a page of an index. Processor time of this process, client included, embedded and on
// PostgreSQL; and how long `percept serve` takes to be ready.
import { openwop } from '@percept/openwop';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseSessionId, type Outcome } from '@percept/core';
import type { HostSetup } from '@percept/host';
import { localTenant, openMemory, type Memory } from '@percept/store';
import { FileBackend, openScaledMemory } from '@percept/store/postgres';
import { text } from 'percept/conformance';
import { openStage } from '../test/host/serve-stage.ts';
import { startPostgres } from '../test/store/postgres.ts';
import { noPostgres } from '../test/store/programs.ts';
import { drawPalette, drawQuadrants } from '../test/wires/quadrants.ts';

type Filled = Pick<Memory, 'sessions'>;
type Costs = ReadonlyMap<string, number>;

const sizes = [100, 1000, 10_000];
const warmUp = 15;
const readyRounds = 7;
const owner = createHash('sha256').update(`percept web ${localTenant}`).digest('hex').slice(0, 24);

function taken<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

/** A tenth of them runs, which are over. */
async function fill({ sessions }: Filled, from: number, to: number): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < to) {
      const isRun = next % 10 === 0;
      next += 1;
      const hex = randomBytes(16).toString('hex');
      const id = taken(parseSessionId(isRun ? `run_${hex}` : `w-${owner}-${hex}`));
      taken(await sessions.open({ id, kind: isRun ? 'run' : 'conversation' }));
      taken(await sessions.append(id, { type: 'custom', name: 'filled', data: null }));
      if (isRun) taken(await sessions.settle(id));
    }
  };
  await Promise.all(Array.from({ length: 64 }, worker));
}

async function measure(
  rounds: number,
  works: readonly (readonly [string, () => Promise<unknown>])[],
): Promise<Costs> {
  const costs = new Map<string, number>();
  for (const [name, work] of works) {
    // The first size pays for the compiler otherwise.
    for (let round = 0; round < warmUp; round += 1) await work();
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) await work();
    const { user, system } = process.cpuUsage(before);
    costs.set(name, (user + system) / 1000 / rounds);
  }
  return costs;
}

function tell(title: string, measured: readonly Costs[]): void {
  console.log(`\n${title}: ms of processor time at ${sizes.join(' / ')} sessions`);
  for (const name of measured[0]?.keys() ?? []) {
    const costs = measured.map((one) => one.get(name) ?? 0);
    const [first = 1, ...later] = costs;
    const growth = Math.max(...later) / first;
    const words = costs.map((ms) => ms.toFixed(2)).join(' / ');
    console.log(
      `${name.padEnd(24)} ${words}   ${growth.toFixed(2)}×${growth > 1.5 ? '  TOO MUCH' : ''}`,
    );
    if (growth > 1.5) process.exitCode = 1;
  }
}

/** What the page and OpenWOP cost on this memory. */
async function overHttp(
  title: string,
  own: Partial<HostSetup>,
  settled: () => Promise<unknown>,
): Promise<void> {
  await using stage = await openStage(() => text('Heard.'), 'seeing', {
    extensions: [openwop({ testSeams: true })],
    ...own,
  });
  const { me, memory } = stage;
  const picture = await drawQuadrants(drawPalette(3));
  const measured: Costs[] = [];
  let filled = 0;
  for (const size of sizes) {
    await fill(memory, filled, size);
    filled = size;
    await settled();
    for (let index = 0; index < 2; index += 1)
      await me.ask('POST', '/v1/runs', { workflowId: 'conformance-noop' });
    measured.push(
      await measure(20, [
        ['GET /api/sessions', () => me.ask('GET', '/api/sessions')],
        ['GET /v1/runs?limit=1', () => me.ask('GET', '/v1/runs?limit=1')],
        [
          'upload and remove',
          async () => {
            const { upload } = await me.uploaded(picture, 'a.png', 'image/png');
            await me.ask('DELETE', `/api/uploads/${upload}`);
          },
        ],
      ]),
    );
    // A turn grows its own conversation, so each is the first of one.
    const turns = await measure(10, [
      ['a first turn', async () => me.say((await me.create()).id, 'Hello.')],
    ]);
    measured.push(new Map([...(measured.pop() ?? []), ...turns]));
  }
  tell(title, measured);
}

async function onPostgres(): Promise<void> {
  if (noPostgres !== undefined) {
    console.log(`\nPostgreSQL: ${noPostgres}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'percept-bench-'));
  const server = await startPostgres();
  try {
    const scaled = await openScaledMemory({ postgres: server.url, blobs: new FileBackend(folder) });
    // The server's own work is not in these figures: its planner needs to know what it holds.
    await overHttp(
      'PostgreSQL, over HTTP, this process',
      { memory: { ...scaled, directory: folder }, keys: scaled.keys },
      () => server.query('ANALYZE'),
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Turn by turn, so that a busy moment of the machine meets both; the first start of each compiles, and does not count. */
async function readiness(): Promise<void> {
  const memories = await Promise.all(
    [0, 10_000].map(async (size) => {
      const data = await mkdtemp(join(tmpdir(), 'percept-bench-'));
      await using memory = await openMemory({ directory: data });
      await fill(memory, 0, size);
      const times: number[] = [];
      return { size, data, times };
    }),
  );
  for (let round = 0; round <= readyRounds; round += 1)
    for (const { data, times } of memories) {
      const took = await readyAfter(data);
      if (round > 0) times.push(took);
    }
  for (const { size, data, times } of memories) {
    const middle = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
    console.log(`serve is ready with ${size} sessions after ${Math.round(middle)} ms`);
    await rm(data, { recursive: true, force: true });
  }
}

async function readyAfter(data: string): Promise<number> {
  const bin = fileURLToPath(new URL('../packages/percept/bin/percept.js', import.meta.url));
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [bin, 'serve', '--port', '0', '--json', '--quiet', '--data', data],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const gone = new Promise((resolve) => child.once('exit', resolve));
  for await (const _line of createInterface({ input: child.stdout })) break;
  const took = performance.now() - began;
  child.kill();
  await gone;
  return took;
}

await overHttp('embedded, over HTTP', {}, async () => {});
await onPostgres();
console.log();
await readiness();
