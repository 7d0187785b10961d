// One changed cell at a time, in a database that SQLite itself finds healthy: fsck sees each of them.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseTenantId } from '@percept/core';
import { expect, test } from 'vitest';
import { fsck, openMemory } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshDirectory, message, picture, refusedAs } from './scene.ts';

const acme = accepted(parseTenantId('acme'));

async function filled(): Promise<string> {
  const directory = await freshDirectory();
  await using memory = await openMemory({ directory });
  const { id } = accepted(await memory.sessions.open({ tenant: acme }));
  const blob = accepted(await memory.put(bytesOf('picture')));
  accepted(await memory.sessions.append(id, picture(blob, 7, 'a.png')));
  accepted(
    await memory.grants.mint({
      tenant: acme,
      run: id,
      blob,
      mime: 'image/png',
      disposition: 'inline',
      signingKey: 'k1',
    }),
  );
  await memory.memos.put('told', '{"width":12}');
  const plain = accepted(await memory.sessions.open({ tenant: acme }));
  accepted(await memory.sessions.append(plain.id, message('words')));
  return directory;
}

test.for([
  ['a memo', `UPDATE memos SET body = replace(body, 'width', 'wodth')`, 'rows-sealed'],
  ['the age of a memo', 'UPDATE memos SET at = at + 1', 'rows-sealed'],
  ['a memo without a seal', 'UPDATE memos SET seal = NULL', 'rows-sealed'],
  ['the type of a grant', `UPDATE grants SET mime = 'text/html'`, 'grants-sealed'],
  ['the revocation of a grant', 'UPDATE grants SET revoked_at = 1', 'grants-sealed'],
  ['the expiry of a grant', 'UPDATE grants SET expires_at = 1', 'grants-sealed'],
  ['a grant without a seal', 'UPDATE grants SET seal = NULL', 'grants-sealed'],
  ['the tenant of a session', `UPDATE sessions SET tenant = 'bravo' WHERE key = 2`, 'rows-sealed'],
  [
    "the tenant of a grant's log",
    `UPDATE sessions SET tenant = 'bravo' WHERE key = 1`,
    'rows-sealed',
  ],
  ['the kind of a session', `UPDATE sessions SET kind = 'run' WHERE key = 2`, 'rows-sealed'],
  ['the last use of a session', 'UPDATE sessions SET updated_at = 5 WHERE key = 2', 'rows-sealed'],
] as const)(
  'fsck sees %s that was changed',
  { tags: ['f-fsck-rows-sealed'] },
  async ([, sql, check]) => {
    const directory = await filled();
    expect((await fsck(directory, { depth: 'quick' })).findings).toEqual([]);
    const database = new DatabaseSync(join(directory, databaseName));
    expect(database.prepare(sql).run().changes).toBe(1);
    database.close();
    const report = await fsck(directory, { depth: 'quick' });
    expect(report.sound).toBe(false);
    expect(report.findings.map((finding) => finding.check)).toContain(check);
  },
);

test(
  'a changed memo is not believed, and a changed grant is not served',
  { tags: ['f-fsck-rows-sealed'] },
  async () => {
    const directory = await filled();
    const database = new DatabaseSync(join(directory, databaseName));
    database.exec(`UPDATE memos SET body = 'other'; UPDATE grants SET mime = 'text/html'`);
    database.close();
    await using memory = await openMemory({ directory });
    expect(await memory.memos.get('told')).toBeUndefined();
    const [, granted] = accepted(await memory.sessions.list({ tenant: acme, order: 'opened' }));
    if (!granted) throw new Error('There is no session.');
    expect(refusedAs(await memory.grants.heldBy(granted.id))).toBe('corrupt');
  },
);
