// What scale costs: appends, puts and gets of the embedded memory (SQLite and files) beside PostgreSQL with files and
// PostgreSQL with S3, in one run. The servers are started here, on this machine, so the network is free and the
// processors are shared: the ratios say more than the rates.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobId, Outcome, RecordEntry, SessionId } from '@percept/core';
import { openMemory } from '@percept/store';
import { FileBackend, openScaledMemory, type ScaledMemory } from '@percept/store/postgres';
import { S3Backend } from '@percept/store/s3';
import { startCeph } from '../test/store/ceph.ts';
import { startPostgres } from '../test/store/postgres.ts';
import { noCeph, noPostgres } from '../test/store/programs.ts';

const seconds = 2;
const blobBytes = 180_000;

/** What all of them do. */
type Measured = Pick<ScaledMemory, 'sessions' | 'put' | 'get' | 'list' | 'close'>;

interface Contender {
  readonly name: string;
  readonly memory: Measured;
}

interface Row {
  readonly what: string;
  readonly rates: readonly number[];
}

const why = noPostgres ?? noCeph;
if (why === undefined) await compare();
else console.log(`not measured: ${why}`);

async function compare(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-bench-'));
  const started = performance.now();
  await using postgres = await startPostgres();
  await using ceph = await startCeph();
  console.log(`servers ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const { endpoint, region, credentials } = ceph;
  const bucket = await ceph.makeBucket();
  const s3 = new S3Backend({ endpoint, region, credentials, bucket });
  const files = new FileBackend(join(directory, 'copies'));
  const contenders: readonly Contender[] = [
    { name: 'SQLite + files', memory: await openMemory({ directory: join(directory, 'local') }) },
    {
      name: 'PostgreSQL + files',
      memory: await openScaledMemory({ postgres: postgres.url, schema: 'files', blobs: files }),
    },
    {
      name: 'PostgreSQL + S3',
      memory: await openScaledMemory({ postgres: postgres.url, schema: 's3', blobs: s3 }),
    },
  ];
  try {
    print(
      contenders.map(({ name }) => name),
      await measure(contenders.map(({ memory }) => memory)),
    );
  } finally {
    for (const { memory } of contenders) await memory.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(memories: readonly Measured[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const add = async (what: string, rate: (memory: Measured) => Promise<number>) => {
    const rates: number[] = [];
    for (const memory of memories) rates.push(await rate(memory));
    rows.push({ what, rates });
  };
  for (const writers of [1, 8, 64])
    await add(`append, ${writers} awaiting, one session`, (memory) => appends(memory, writers, 1));
  await add('append, 64 awaiting, 64 sessions', (memory) => appends(memory, 64, 64));
  await add('put 180 KB, one at a time', (memory) => each(60, 1, put(memory, 0)));
  await add('put 180 KB, 16 in flight', (memory) => each(240, 16, put(memory, 1000)));
  await add('put 180 KB that is there already', (memory) => each(60, 1, put(memory, 0)));
  await add('get 180 KB, verified, 8 in flight', gets);
  return rows;
}

async function appends(memory: Measured, writers: number, sessions: number): Promise<number> {
  const ids: SessionId[] = [];
  for (let index = 0; index < sessions; index += 1)
    ids.push(taken(await memory.sessions.open()).id);
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const id = ids[writer % ids.length];
      if (id === undefined) return;
      for (; performance.now() < until; count += 1)
        taken(await memory.sessions.append(id, entry(count)));
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

function put(memory: Measured, base: number): (index: number) => Promise<void> {
  return async (index) => void taken(await memory.put(blob(base + index)));
}

async function gets(memory: Measured): Promise<number> {
  const ids: BlobId[] = [];
  for await (const id of memory.list()) ids.push(id);
  return each(400, 8, async (index) => {
    const id = ids[index % ids.length];
    if (id !== undefined) taken(await memory.get(id));
  });
}

/** Runs `count` jobs with so many in flight; returns how many were done per second. */
async function each(
  count: number,
  inFlight: number,
  job: (index: number) => Promise<void>,
): Promise<number> {
  const queue = Array.from({ length: count }, (_, index) => index).values();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const index of queue) await job(index);
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

function entry(index: number): RecordEntry {
  const text = `${index} ${'words '.repeat(66)}`;
  return { type: 'message', role: 'user', parts: [{ type: 'text', text }] };
}

function blob(index: number): Uint8Array {
  const bytes = new Uint8Array(blobBytes).fill(index % 251);
  new DataView(bytes.buffer).setUint32(0, index);
  return bytes;
}

function taken<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

function print(names: readonly string[], rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log(`${''.padEnd(width)}  ${names.map((name) => name.padStart(22)).join('  ')}`);
  for (const { what, rates } of rows) {
    const [first = 1] = rates;
    const cells = rates.map((rate) =>
      `${Math.round(rate).toLocaleString('en-US')}/s  ${(rate / first).toFixed(2)}×`.padStart(22),
    );
    console.log(`${what.padEnd(width)}  ${cells.join('  ')}`);
  }
}
