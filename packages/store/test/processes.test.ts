// Several processes share one memory: two writers, and a collector that never waits, some of them killed on the way.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { blobsOf } from '@percept/core/internal';
import { parseSessionId } from '@percept/core';
import { expect, test } from 'vitest';
import { openMemory, type Memory } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshDirectory, refusedAs } from './scene.ts';

const mostKills = 12;

interface Process {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
}

function start(script: string, args: readonly string[]): Process {
  const path = fileURLToPath(new URL(`child/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  return { child, output: () => output, errors: () => errors };
}

test(
  'two processes that write to one session leave no gap and lose nothing',
  { tags: ['f-store-append-order', 'f-store-blob-concurrent-put'], timeout: 240_000 },
  async () => {
    const directory = await freshDirectory();
    const writers = ['one', 'two'].map((name) => start('appender', [directory, name, '120']));
    const codes = await Promise.all(
      writers.map(async ({ child }) => (await once(child, 'close'))[0]),
    );
    expect(writers.map(({ errors }) => errors())).toEqual(['', '']);
    expect(codes).toEqual([0, 0]);
    await using memory = await openMemory({ directory });
    const entries = accepted(await memory.sessions.entries(accepted(parseSessionId('shared'))));
    expect(entries.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 241 }, (_, index) => index + 1),
    );
    const acked = new Set(writers.flatMap(({ output }) => output().trim().split('\n')));
    expect(new Set(entries.slice(1).map(({ seq, hash }) => `${seq} ${hash}`))).toEqual(acked);
    expect((await memory.fsck()).findings).toEqual([]);
  },
);

test(
  'a collector without grace never takes a blob that an entry refers to, even when processes are killed',
  { tags: ['f-gc-race', 'f-gc-orphans'], timeout: 240_000 },
  async () => {
    const directory = await freshDirectory();
    await (await openMemory({ directory })).close();
    const roles = ['writer', 'writer', 'collector'];
    const all: Process[] = [];
    const running = roles.map((role) => launch(role));
    function launch(role: string): Process {
      const process = start('racer', [directory, role]);
      all.push(process);
      return process;
    }

    for (let kills = 0; kills < mostKills; kills += 1) {
      const index = kills % roles.length;
      await someRounds(running[index]);
      await end(running[index]);
      running[index] = launch(roles[index] ?? 'writer');
    }
    for (const process of running) await end(process);

    expect(all.map(({ errors }) => errors()).join('')).toBe('');
    const rounds = all.reduce((sum, { output }) => sum + output().length, 0);
    await using memory = await openMemory({ directory });
    const dangling = await danglingIn(memory);
    console.log(
      `race: ${rounds} rounds, ${mostKills} kills, ${dangling.length} dangling references`,
    );
    expect(dangling).toEqual([]);
    expect(rounds).toBeGreaterThan(50);
    const { findings } = await memory.fsck({ repair: true });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect((await memory.fsck()).findings).toEqual([]);
  },
);

/** A process that is killed before it began proves nothing. */
async function someRounds(process: Process | undefined): Promise<void> {
  if (!process) return;
  const { child, output } = process;
  while (child.exitCode === null && output().length < 8) await sleep(5);
}

test('while somebody else holds the lock a put waits, and the event loop does not', async () => {
  const directory = await freshDirectory();
  await using memory = await openMemory({ directory });
  const release = lock(directory);
  let isOver = false;
  const putting = memory.put(bytesOf('patient')).finally(() => (isOver = true));
  for (let turn = 0; turn < 100; turn += 1) await sleep(1);
  expect(isOver).toBe(false);
  release();
  const reading = await memory.sessions.list();
  expect([(await putting).ok, reading.ok]).toEqual([true, true]);
});

test('a lock that is held for too long is a refusal, and what was written for it is gone', async () => {
  const directory = await freshDirectory();
  await using memory = await openMemory({ directory, lockTimeoutMs: 50 });
  const release = lock(directory);
  expect(refusedAs(await memory.put(bytesOf('too long')))).toBe('unavailable');
  const left = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  release();
  expect(refusedAs(await memory.put(bytesOf('too long')))).toBe('accepted');
});

/** Holds the database for writing, as another process would, until it is told to let go. */
function lock(directory: string): () => void {
  const database = new DatabaseSync(join(directory, databaseName));
  database.exec('BEGIN IMMEDIATE');
  return () => {
    database.exec('COMMIT');
    database.close();
  };
}

async function end(process: Process | undefined): Promise<void> {
  if (!process || process.child.exitCode !== null) return;
  const closed = once(process.child, 'close');
  process.child.kill('SIGKILL');
  await closed;
}

async function danglingIn(memory: Memory): Promise<readonly string[]> {
  const dangling: string[] = [];
  for (const { id } of accepted(await memory.sessions.list())) {
    for (const { seq, entry } of accepted(await memory.sessions.entries(id))) {
      for (const blob of blobsOf(entry))
        if (!(await memory.get(blob)).ok) dangling.push(`${id} ${seq} ${blob}`);
    }
  }
  return dangling;
}
