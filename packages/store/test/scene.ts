// What the tests share: a directory that goes away again, and words for outcomes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { BlobId, Outcome, RecordEntry, RefusalKind } from '@percept/core';
import { openMemory, type Memory, type MemoryOptions } from '../src/index.ts';

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
