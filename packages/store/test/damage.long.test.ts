// Whatever happens to the database's bytes, the memory answers with what was written or with a refusal: never wrong data.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionId } from '@percept/core';
import { expect, test } from 'vitest';
import { amount } from '../../../test/amount.ts';
import { fsck, isStoreError, openMemory, type StoredEntry } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, freshDirectory, message } from './scene.ts';

/** Of the places that all of the proof tries, `npm test` tries every fourth. */
const stride = amount(4, 1);

interface Written {
  readonly id: SessionId;
  readonly entries: readonly StoredEntry[];
  readonly database: Uint8Array;
  readonly log: Uint8Array;
}

/** The files of a writer that never closed: `database` is the part that was checkpointed, `log` the rest. */
async function written(): Promise<Written> {
  const directory = await freshDirectory();
  const first = await openMemory({ directory });
  const { id } = accepted(await first.sessions.open({ title: 'damaged' }));
  for (let index = 0; index < 12; index += 1)
    accepted(await first.sessions.append(id, message(`checkpointed note ${index}`)));
  await first.close();
  const memory = await openMemory({ directory });
  for (let index = 0; index < 8; index += 1)
    accepted(await memory.sessions.append(id, message(`logged note ${index}`)));
  const entries = accepted(await memory.sessions.entries(id));
  const database = await readFile(join(directory, databaseName));
  const log = await readFile(join(directory, `${databaseName}-wal`));
  await memory.close();
  return { id, entries, database, log };
}

type Answer =
  | { readonly kind: 'refused' }
  | { readonly kind: 'read'; readonly entries: readonly StoredEntry[] };

/** Puts the two files down and asks for the session. */
async function ask(
  directory: string,
  id: SessionId,
  database: Uint8Array,
  log: Uint8Array,
): Promise<Answer> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory);
  await writeFile(join(directory, databaseName), database);
  if (log.length > 0) await writeFile(join(directory, `${databaseName}-wal`), log);
  try {
    await using memory = await openMemory({ directory });
    const entries = await memory.sessions.entries(id);
    const verified = await memory.sessions.verify(id);
    expect(entries.ok).toBe(verified.ok);
    return entries.ok ? { kind: 'read', entries: entries.value } : { kind: 'refused' };
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return { kind: 'refused' };
  }
}

function flip(bytes: Uint8Array, offset: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[offset] = (bytes[offset] ?? 0) ^ (1 << (offset % 8));
  return flipped;
}

test(
  'a log that was cut off or changed at any place recovers to a clean prefix',
  { tags: ['f-store-torn-tail'], timeout: 240_000 },
  async () => {
    const { id, entries, database, log } = await written();
    const directory = join(await freshDirectory(), 'torn');
    const lengths = new Set<number>();
    for (let offset = 0; offset < log.length; offset += 389 * stride) {
      for (const torn of [log.subarray(0, offset), flip(log, offset)]) {
        const answer = await ask(directory, id, database, torn);
        if (answer.kind === 'refused') throw new Error(`A log torn at ${offset} was refused.`);
        expect(answer.entries).toEqual(entries.slice(0, answer.entries.length));
        expect(answer.entries.length).toBeGreaterThanOrEqual(13);
        lengths.add(answer.entries.length);
      }
    }
    expect(lengths.size).toBeGreaterThan(5);
  },
);

test(
  'a flipped bit in the database is refused or harmless, and never changes an answer',
  { tags: ['f-store-bit-flip-detected'], timeout: 240_000 },
  async () => {
    const { id, entries, database } = await written();
    const whole = entries.slice(0, 13);
    const directory = join(await freshDirectory(), 'flipped');
    let refused = 0;
    let flips = 0;
    for (let offset = 0; offset < database.length; offset += 83 * stride) {
      const answer = await ask(directory, id, flip(database, offset), new Uint8Array());
      flips += 1;
      if (answer.kind === 'refused') refused += 1;
      else expect(answer.entries).toEqual(whole);
    }
    console.log(
      `bit flips in the database: ${flips}, refused ${refused}, harmless ${flips - refused}, wrong answers 0`,
    );
    expect(refused).toBeGreaterThan(20 / stride);
  },
);

test(
  'a database that was cut off anywhere never gives a wrong answer, and fsck reports it without throwing',
  { timeout: 240_000 },
  async () => {
    const { id, entries, database } = await written();
    const directory = join(await freshDirectory(), 'cut');
    for (let length = 1; length < database.length; length += 1021 * stride) {
      const answer = await ask(directory, id, database.subarray(0, length), new Uint8Array());
      // The end of the last page may be unused: then nothing is missing.
      if (answer.kind === 'read') expect(answer.entries).toEqual(entries.slice(0, 13));
      else expect((await fsck(directory)).sound).toBe(false);
    }
  },
);

test(
  'fsck reports every flipped bit that changes an answer, and never throws',
  { tags: ['f-store-bit-flip-detected'], timeout: 240_000 },
  async () => {
    const { id, database } = await written();
    const directory = join(await freshDirectory(), 'checked');
    let refused = 0;
    for (let offset = 7; offset < database.length; offset += 307 * stride) {
      const answer = await ask(directory, id, flip(database, offset), new Uint8Array());
      await writeFile(join(directory, databaseName), flip(database, offset));
      const report = await fsck(directory);
      if (answer.kind === 'read') continue;
      refused += 1;
      expect(report.sound).toBe(false);
    }
    expect(refused).toBeGreaterThan(0);
  },
);
