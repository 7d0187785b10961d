// What the tests share: a directory that goes away again, and words for outcomes.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BlobId, Outcome, RecordEntry, RefusalKind } from '@percept/core';
import { openMemory, type Memory, type MemoryOptions } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';

export async function freshDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-store-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export async function freshMemory(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory({ directory: await freshDirectory(), ...options });
  onTestFinished(() => memory.close());
  return memory;
}

export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`Refused as ${outcome.refusal.refused}: ${outcome.refusal.message}`);
}

export function refusedAs(outcome: Outcome<unknown>): RefusalKind | 'accepted' {
  return outcome.ok ? 'accepted' : outcome.refusal.refused;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function message(text: string): RecordEntry {
  return { type: 'message', role: 'user', parts: [{ type: 'text', text }] };
}

export function picture(sha256: BlobId, bytes: number, ref: string): RecordEntry {
  return {
    type: 'message',
    role: 'user',
    parts: [
      {
        type: 'image',
        mime: 'image/png',
        width: 1280,
        height: 800,
        sha256,
        bytes,
        source: { kind: 'blob' },
        origin: { kind: 'perception', ref },
      },
    ],
  };
}

/** Commit frames in the write-ahead log carry the size of the database; the others carry zero. */
export async function commitsIn(memory: Memory): Promise<number> {
  const log = await readFile(join(memory.directory, `${databaseName}-wal`));
  const pageSize = log.readUInt32BE(8);
  let commits = 0;
  for (let frame = 32; frame + 24 <= log.length; frame += 24 + pageSize)
    if (log.readUInt32BE(frame + 4) > 0) commits += 1;
  return commits;
}
