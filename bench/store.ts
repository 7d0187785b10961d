// What the memory costs beside what the disk allows: every rate stands next to the raw fsync floor of the same run.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobId, Outcome, RecordEntry, SessionId } from '@percept/core';
import { openMemory, type Memory } from '@percept/store';
import { databaseName } from '../packages/store/src/sqlite/connection.ts';

interface Row {
  readonly what: string;
  readonly result: string;
  readonly beside: string;
}

const seconds = 1.5;
const blobBytes = 180_000;

const directory = await mkdtemp(join(tmpdir(), 'percept-bench-'));
try {
  print(await measure());
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function measure(): Promise<readonly Row[]> {
  const floor = fsyncFloor();
  const rows: Row[] = [rate('raw pwrite + fdatasync of one record', floor, floor)];
  for (const writers of [1, 8, 64]) {
    rows.push(
      rate(
        `append, ${writers} writer${writers > 1 ? 's' : ''} awaiting`,
        await appendRate(writers),
        floor,
      ),
    );
  }
  rows.push(...(await blobRates(floor)), await rebuild(), await session500());
  return rows;
}

/** The least that durability costs here: the same bytes in one file, synced one by one. */
function fsyncFloor(): number {
  const file = openSync(join(directory, 'floor'), 'w');
  const record = Buffer.from(JSON.stringify(entry(0)).padEnd(481));
  let count = 0;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    writeSync(file, record, 0, record.length, count * record.length);
    fdatasyncSync(file);
    count += 1;
  }
  closeSync(file);
  return (count * 1000) / (performance.now() - start);
}

async function appendRate(writers: number): Promise<number> {
  await using memory = await openMemory({ directory: join(directory, `append-${writers}`) });
  const { id } = taken(await memory.sessions.open());
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const writer = async (): Promise<void> => {
    for (; performance.now() < until; count += 1)
      taken(await memory.sessions.append(id, entry(count)));
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: writers }, writer));
  return (count * 1000) / (performance.now() - start);
}

async function blobRates(floor: number): Promise<readonly Row[]> {
  await using memory = await openMemory({ directory: join(directory, 'blobs') });
  const serial = await each(150, 1, (index) => memory.put(blob(index)));
  const parallel = await each(300, 16, (index) => memory.put(blob(1000 + index)));
  const again = await each(150, 1, (index) => memory.put(blob(index)));
  const ids: BlobId[] = [];
  for await (const id of memory.list()) ids.push(id);
  const read = await each(1000, 1, async (index) => {
    const id = ids[index % ids.length];
    if (id) taken(await memory.get(id));
  });
  return [
    rate('put 180 KB, one at a time', serial, floor),
    rate('put 180 KB, 16 in flight', parallel, floor),
    rate('put 180 KB that is there already', again, floor),
    {
      what: 'get 180 KB, verified',
      result: `${whole(read)}/s`,
      beside: `${whole((read * blobBytes) / 1e6)} MB/s`,
    },
  ];
}

async function rebuild(): Promise<Row> {
  await using memory = await openMemory({ directory: join(directory, 'rebuild') });
  const { id } = taken(await memory.sessions.open());
  await Promise.all(
    Array.from({ length: 6000 }, (_, index) => memory.sessions.append(id, entry(index))),
  );
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const start = performance.now();
    taken(await memory.sessions.entries(id));
    times.push(performance.now() - start);
  }
  const best = Math.min(...times);
  return {
    what: 'rebuild 1,000 turns (6,000 entries), verified',
    result: `${best.toFixed(0)} ms`,
    beside: `${((best * 1000) / 6000).toFixed(1)} µs per entry`,
  };
}

async function session500(): Promise<Row> {
  const where = join(directory, 'session500');
  const memory = await openMemory({ directory: where });
  const { id } = taken(await memory.sessions.open());
  for (let index = 0; index < 500; index += 1) await look(memory, id, index);
  await memory.close();
  const { size } = await stat(join(where, databaseName));
  return {
    what: 'database of a 500-image session',
    result: `${whole(size / 1024)} KiB`,
    beside: `${whole(size / 500)} bytes per image`,
  };
}

async function look(memory: Memory, session: SessionId, index: number): Promise<void> {
  const bytes = blob(index).subarray(0, 2000);
  const sha256 = taken(await memory.put(bytes));
  const image = {
    type: 'image',
    mime: 'image/png',
    width: 1280,
    height: 800,
    sha256,
    bytes: bytes.length,
    source: { kind: 'blob' },
    origin: { kind: 'perception', ref: `screens/${index}.png` },
  } as const;
  const call = {
    type: 'tool-call',
    callId: `call_${index}`,
    tool: 'view',
    input: { path: `screens/${index}.png` },
  } as const;
  const result = {
    type: 'tool-result',
    callId: `call_${index}`,
    tool: 'view',
    outcome: 'succeeded',
    content: [image],
  } as const;
  taken(
    await memory.sessions.append(session, { type: 'message', role: 'assistant', parts: [call] }),
  );
  taken(await memory.sessions.append(session, { type: 'message', role: 'tool', parts: [result] }));
}

/** Runs `count` jobs with so many in flight; returns how many were done per second. */
async function each(
  count: number,
  inFlight: number,
  job: (index: number) => Promise<unknown>,
): Promise<number> {
  const queue = Array.from({ length: count }, (_, index) => index).values();
  const worker = async (): Promise<void> => {
    for (const index of queue) await job(index);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (count * 1000) / (performance.now() - start);
}

function entry(index: number): RecordEntry {
  return {
    type: 'message',
    role: 'user',
    parts: [{ type: 'text', text: `${index} ${'words '.repeat(66)}` }],
  };
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

function rate(what: string, perSecond: number, floor: number): Row {
  return {
    what,
    result: `${whole(perSecond)}/s`,
    beside: `${(perSecond / floor).toFixed(2)} × the fsync floor`,
  };
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, result, beside } of rows)
    console.log(`${what.padEnd(width)}  ${result.padStart(12)}  ${beside}`);
}
