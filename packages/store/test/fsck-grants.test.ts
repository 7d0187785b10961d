// fsck on grants: whom they belong to, and in which order bytes, logs and URLs end.
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseTenantId, type BlobId } from '@percept/core';
import { describe, expect, test } from 'vitest';
import { fsck, openMemory, type Finding } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshDirectory, picture, refusedAs } from './scene.ts';

interface Place {
  readonly directory: string;
  readonly blob: BlobId;
}

/** A closed store with a granted picture in the log of one tenant, and another tenant beside it. */
async function place(): Promise<Place> {
  const directory = await freshDirectory();
  await using memory = await openMemory({ directory });
  const tenant = accepted(parseTenantId('acme'));
  const blob = accepted(await memory.put(bytesOf('granted')));
  const { id: run } = accepted(await memory.sessions.open({ tenant }));
  accepted(await memory.sessions.append(run, picture(blob, 7, 'a.png')));
  accepted(await memory.sessions.open({ tenant: accepted(parseTenantId('rival')) }));
  const asset = { mime: 'image/png', disposition: 'inline', signingKey: 'k1' } as const;
  accepted(await memory.grants.mint({ tenant, run, blob, ...asset }));
  return { directory, blob };
}

function change({ directory }: Place, sql: string): void {
  const database = new DatabaseSync(join(directory, databaseName), {
    enableForeignKeyConstraints: false,
  });
  database.exec(sql);
  database.close();
}

function named(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ check }) => check === 'grants-owned' || check === 'retention-order')
    .map(({ check, repaired }) => `${check}${repaired ? ' repaired' : ''}`);
}

const damages: readonly {
  readonly what: string;
  readonly hurt: (place: Place) => Promise<void> | void;
  readonly found: readonly string[];
  readonly repaired: readonly string[];
  readonly left: readonly string[];
  readonly keepsGrant: boolean;
}[] = [
  {
    what: 'a grant that says another tenant than its log',
    hurt: (place) => change(place, `UPDATE grants SET tenant = 'rival'`),
    found: ['grants-owned'],
    repaired: ['grants-owned repaired'],
    left: [],
    keepsGrant: false,
  },
  {
    what: 'a grant held by the log of a stranger as well',
    hurt: (place) =>
      change(place, 'INSERT INTO grant_holders SELECT 2, grant_id FROM grant_holders'),
    found: ['grants-owned'],
    repaired: ['grants-owned repaired'],
    left: [],
    keepsGrant: true,
  },
  {
    what: 'a grant for a blob that its log does not refer to',
    hurt: (place) =>
      change(
        place,
        `UPDATE entries SET body = body; DELETE FROM refs; DELETE FROM entries WHERE seq = 2`,
      ),
    found: ['grants-owned'],
    repaired: ['grants-owned repaired'],
    left: [],
    keepsGrant: false,
  },
  {
    what: 'a grant of a log that is gone',
    hurt: (place) => change(place, 'DELETE FROM sessions WHERE key = 1'),
    found: ['grants-owned'],
    repaired: ['grants-owned repaired'],
    left: [],
    keepsGrant: false,
  },
  {
    what: 'a grant that no log holds',
    hurt: (place) => change(place, 'DELETE FROM grant_holders'),
    found: ['retention-order'],
    repaired: ['retention-order repaired'],
    left: [],
    keepsGrant: false,
  },
  {
    what: 'a grant whose blob is condemned',
    hurt: (place) => change(place, `UPDATE blobs SET state = 'condemned', condemned_at = 1`),
    found: ['retention-order'],
    // The reference brought it back already.
    repaired: [],
    left: [],
    keepsGrant: true,
  },
  {
    what: 'a blob that died before its log and its grant',
    hurt: async (place) => {
      change(place, 'DELETE FROM blobs');
      await unlink(join(place.directory, 'blobs', place.blob.slice(0, 2), place.blob));
    },
    found: ['retention-order', 'retention-order'],
    repaired: ['retention-order', 'retention-order'],
    left: ['retention-order', 'retention-order'],
    keepsGrant: true,
  },
];

describe('damage', { tags: ['f-fsck-3-grants-owned', 'f-fsck-4-retention-order'] }, () => {
  for (const { what, hurt, found, repaired, left, keepsGrant } of damages) {
    test(`finds ${what}, and mends what can be mended`, async () => {
      const here = await place();
      expect((await fsck(here.directory)).findings).toEqual([]);
      await hurt(here);
      const report = await fsck(here.directory);
      expect(named(report.findings)).toEqual(found);
      expect(report.sound).toBe(false);
      expect(named((await fsck(here.directory, { repair: true })).findings)).toEqual(repaired);
      expect(named((await fsck(here.directory)).findings)).toEqual(left);
      const database = new DatabaseSync(join(here.directory, databaseName));
      const row = database.prepare('SELECT count(*) AS n FROM grants').get();
      expect(row).toEqual({ n: keepsGrant ? 1 : 0 });
      database.close();
    });
  }
});

test(
  'the collector keeps bytes that a damaged grant still names, and does not stumble over it',
  { tags: ['f-fsck-4-retention-order'] },
  async () => {
    const here = await place();
    change(here, `DELETE FROM refs; DELETE FROM entries WHERE seq = 2`);
    await using memory = await openMemory({ directory: here.directory });
    expect(accepted(await memory.collect({ graceMs: 0 })).freed.blobs).toBe(0);
    expect(refusedAs(await memory.get(here.blob))).toBe('accepted');
  },
);
