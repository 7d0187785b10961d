// Sessions move between the embedded memory and the one at scale without losing a hash.
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTenantId, type BlobId, type SessionId } from '@percept/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type Postgres } from '../../../test/store/postgres.ts';
import { noPostgres } from '../../../test/store/programs.ts';
import type { Memory } from '../src/index.ts';
import { FileBackend, openScaledMemory, type ScaledMemory } from '../src/postgres/index.ts';
import {
  accepted,
  bytesOf,
  freshDirectory,
  freshMemory,
  message,
  picture,
  refusedAs,
} from './scene.ts';
import { unless } from '../../../test/needs.ts';

describe('moving sessions', { timeout: 240_000, ...unless(noPostgres) }, () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 240_000);
  afterAll(() => server.stop(), 60_000);

  async function fresh(): Promise<ScaledMemory> {
    const blobs = new FileBackend(await freshDirectory());
    const schema = `t_${randomBytes(6).toString('hex')}`;
    const memory = await openScaledMemory({ postgres: server.url, schema, blobs });
    onTestFinished(() => memory.close());
    return memory;
  }

  async function filled(
    memory: Pick<Memory, 'put' | 'sessions'>,
    entries = 3,
  ): Promise<{ readonly id: SessionId; readonly blob: BlobId }> {
    const tenant = accepted(parseTenantId('local'));
    const { id } = accepted(await memory.sessions.open({ title: 'Umzug \u0000 🦊', tenant }));
    const blob = accepted(await memory.put(bytesOf('picture')));
    accepted(await memory.sessions.append(id, picture(blob, 7, 'a.png')));
    await Promise.all(
      Array.from({ length: entries }, (_, index) =>
        memory.sessions.append(id, message(`note ${index} \ud800`)),
      ),
    );
    return { id, blob };
  }

  test('an embedded session is adopted whole, and again adds only what is new', async () => {
    const embedded = await freshMemory();
    const scaled = await fresh();
    const { id, blob } = await filled(embedded, 600);
    const adopted = accepted(await scaled.adoptSession(embedded, id));
    expect(adopted.added).toBe(602);
    expect(accepted(await scaled.sessions.entries(id))).toEqual(
      accepted(await embedded.sessions.entries(id)),
    );
    expect(refusedAs(await scaled.get(blob))).toBe('accepted');
    expect(accepted(await scaled.adoptSession(embedded, id)).added).toBe(0);
    accepted(await embedded.sessions.append(id, message('later')));
    expect(accepted(await scaled.adoptSession(embedded, id)).added).toBe(1);
    expect((await scaled.fsck()).findings).toEqual([]);
    accepted(await scaled.sessions.append(id, message('elsewhere')));
    accepted(await embedded.sessions.append(id, message('diverged')));
    expect(refusedAs(await scaled.adoptSession(embedded, id))).toBe('invalid-input');
    accepted(await embedded.sessions.remove(id));
    expect(refusedAs(await scaled.adoptSession(embedded, id))).toBe('absent');
  });

  test('a session of another tenant stays that of its tenant', async () => {
    const embedded = await freshMemory();
    const scaled = await fresh();
    const acme = accepted(parseTenantId('acme'));
    const { id } = accepted(await embedded.sessions.open({ tenant: acme }));
    expect(accepted(await scaled.adoptSession(embedded, id)).session.tenant).toBe('acme');
  });

  test('an export goes there and back, and every hash stays', async () => {
    const scaled = await fresh();
    const { id, blob } = await filled(scaled);
    const folder = join(await freshDirectory(), 'export');
    const exported = accepted(await scaled.exportSession(id, folder));
    const embedded = await freshMemory();
    expect(accepted(await embedded.importSession(folder))).toMatchObject({
      added: 5,
      session: { hash: exported.hash },
    });
    const other = await fresh();
    expect(accepted(await other.importSession(folder))).toMatchObject({
      added: 5,
      session: { hash: exported.hash, title: 'Umzug \u0000 🦊' },
    });
    expect(accepted(await other.importSession(folder)).added).toBe(0);
    expect(refusedAs(await other.get(blob))).toBe('accepted');
    expect((await other.fsck()).findings).toEqual([]);
    expect(refusedAs(await scaled.exportSession(id, folder))).toBe('invalid-input');
  });

  test('an export that was tampered with is refused, and nothing of it appears', async () => {
    const scaled = await fresh();
    const { id, blob } = await filled(scaled);
    const log = 'session.jsonl';
    const harms: readonly ((folder: string) => Promise<void>)[] = [
      async (folder) =>
        writeFile(
          join(folder, log),
          (await readFile(join(folder, log), 'utf8')).replace('note 1', 'note 9'),
        ),
      async (folder) => appendFile(join(folder, log), '{"seq":6}\n'),
      async (folder) => writeFile(join(folder, 'blobs', blob), 'wrong'),
      async (folder) => rm(join(folder, 'blobs', blob)),
      async (folder) => writeFile(join(folder, log), ''),
      async (folder) => rm(folder, { recursive: true }),
    ];
    for (const harm of harms) {
      const folder = join(await freshDirectory(), 'export');
      accepted(await scaled.exportSession(id, folder));
      await harm(folder);
      const target = await fresh();
      expect(['corrupt', 'absent']).toContain(refusedAs(await target.importSession(folder)));
      expect(accepted(await target.sessions.list())).toEqual([]);
    }
  });

  test('an export never overwrites what is there', async () => {
    const scaled = await fresh();
    const { id } = await filled(scaled);
    const folder = join(await freshDirectory(), 'full');
    await mkdir(folder);
    await writeFile(join(folder, 'precious'), 'mine');
    expect(refusedAs(await scaled.exportSession(id, folder))).toBe('invalid-input');
    expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('mine');
  });
});
