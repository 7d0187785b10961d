// Files that wait to be sent: so many of one tenant, and so many bytes, also after a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTenantId, type Outcome, type TenantId } from '@percept/core';
import { openMemory, type Memory } from '@percept/store';
import { expect, onTestFinished, test } from 'vitest';
import { webLimits } from '../src/web-api/limits.ts';
import { UploadStore, type NewUpload } from '../src/web-api/upload-store.ts';

function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.refusal.message);
}

const tenant = (name: string): TenantId => accepted(parseTenantId(name));

async function fresh(): Promise<Memory> {
  const directory = await mkdtemp(join(tmpdir(), 'percept-workflows-'));
  const memory = await openMemory({ directory });
  onTestFinished(async () => {
    await memory.close();
    await rm(directory, { recursive: true, force: true });
  });
  return memory;
}

/** A file of `bytes` bytes, with a look at its page that has twice as many. */
async function file(memory: Memory, bytes: number): Promise<NewUpload> {
  const sha256 = accepted(await memory.put(Buffer.alloc(bytes, bytes % 251)));
  const facts = { width: 1, height: 1, sha256, bytes, source: { kind: 'blob' } } as const;
  const image = { type: 'image', mime: 'image/png', ...facts } as const;
  const origin = { kind: 'attachment', name: 'a.png' } as const;
  const page = { kind: 'perception', ref: 'attachment:a.png', page: 1 } as const;
  return {
    block: { ...image, origin },
    look: { ...image, bytes: 2 * bytes, origin: page },
    pageCount: 1,
    warnings: [],
  };
}

test('what waits is counted in bytes, for each tenant by itself, and sending or removing makes room', async () => {
  const memory = await fresh();
  const limits = { ...webLimits, maxPendingUploadBytes: 10_000 };
  const workflows = () => new UploadStore(memory, limits, Date.now);
  const [acme, zenith] = [tenant('acme'), tenant('zenith')];
  const first = workflows();
  const kept = accepted(await first.keep(acme, 'a.png', await file(memory, 1_000)));
  accepted(await first.keep(acme, 'b.png', await file(memory, 2_000)));
  // 3,000 and 6,000 are there: the file and the look at it.
  expect((await first.hasRoom(acme, 1_000)).ok).toBe(true);
  for (const other of [first, workflows()]) {
    expect(await other.hasRoom(acme, 1_001)).toMatchObject({
      ok: false,
      refusal: {
        refused: 'too-large',
        limit: { name: 'maxPendingUploadBytes', max: 10_000, actual: 10_001 },
      },
    });
    expect((await other.keep(acme, 'c.png', await file(memory, 500))).ok).toBe(false);
    expect((await other.hasRoom(zenith, 10_000)).ok).toBe(true);
  }
  accepted(await first.remove(acme, kept.id));
  expect((await first.hasRoom(acme, 4_000)).ok).toBe(true);
  expect((await workflows().hasRoom(acme, 4_001)).ok).toBe(false);
});

test('so many files wait at most', async () => {
  const memory = await fresh();
  const workflows = new UploadStore(memory, { ...webLimits, maxPendingUploads: 2 }, Date.now);
  const acme = tenant('acme');
  for (const bytes of [10, 20])
    accepted(await workflows.keep(acme, 'a.png', await file(memory, bytes)));
  expect(await workflows.hasRoom(acme, 0)).toMatchObject({ refusal: { refused: 'too-many' } });
});
