// fsck names every broken invariant as data, mends what can be mended without losing bytes, and never throws.
import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BlobId, SessionId } from '@percept/core';
import { describe, expect, test } from 'vitest';
import { fsck, openMemory, type Finding } from '../src/index.ts';
import { databaseName } from '../src/sqlite/connection.ts';
import { accepted, bytesOf, freshDirectory, message, picture, refusedAs } from './scene.ts';

interface Place {
  readonly directory: string;
  readonly held: BlobId;
  readonly loose: BlobId;
  readonly session: SessionId;
}

/** A closed store with one referenced and one loose blob. */
async function place(): Promise<Place> {
  const directory = await freshDirectory();
  const memory = await openMemory({ directory });
  const held = accepted(await memory.put(bytesOf('held')));
  const loose = accepted(await memory.put(bytesOf('loose')));
  const { id: session } = accepted(await memory.sessions.open());
  accepted(await memory.sessions.append(session, picture(held, 4, 'a.png')));
  accepted(await memory.sessions.append(session, message('words')));
  await memory.close();
  return { directory, held, loose, session };
}

function fileOf({ directory }: Place, id: BlobId): string {
  return join(directory, 'blobs', id.slice(0, 2), id);
}

function change({ directory }: Place, sql: string): void {
  const database = new DatabaseSync(join(directory, databaseName), {
    enableForeignKeyConstraints: false,
  });
  database.exec(sql);
  database.close();
}

async function overwrite(path: string, text: string): Promise<void> {
  await chmod(path, 0o600);
  await writeFile(path, text);
  await chmod(path, 0o400);
}

function named(findings: readonly Finding[]): readonly string[] {
  return [
    ...new Set(
      findings.map(
        ({ check, severity, repaired }) => `${check} ${severity}${repaired ? ' repaired' : ''}`,
      ),
    ),
  ];
}

test(
  'a sound store has no findings, and every check ran',
  { tags: ['f-fsck-command'] },
  async () => {
    const { directory } = await place();
    const report = await fsck(directory);
    expect(report.findings).toEqual([]);
    expect(report.sound).toBe(true);
    expect(report.checks.map(({ name, ran }) => `${name} ${ran}`)).toEqual([
      'database-sound true',
      'chain-whole true',
      'refs-match-entries true',
      'rows-sealed true',
      'refs-live true',
      'condemned-unreferenced true',
      'grants-owned true',
      'grants-sealed true',
      'retention-order true',
      'rows-have-files true',
      'files-have-rows true',
      'files-match-names true',
      'files-named-by-hash true',
      'files-read-only true',
      'temp-files-young true',
      'quarantine-empty true',
      'room-to-write true',
    ]);
  },
);

interface Damage {
  readonly what: string;
  readonly hurt: (place: Place) => Promise<void> | void;
  readonly found: readonly string[];
  readonly repaired: readonly string[];
  /** After the repair. */
  readonly left: readonly string[];
}

const damages: readonly Damage[] = [
  {
    what: 'a referenced blob without its file',
    hurt: (place) => unlink(fileOf(place, place.held)),
    found: ['refs-live error'],
    repaired: ['refs-live error'],
    left: ['refs-live error'],
  },
  {
    what: 'a referenced blob with wrong bytes',
    hurt: (place) => overwrite(fileOf(place, place.held), 'HELD'),
    found: ['files-match-names error'],
    repaired: ['files-match-names error repaired', 'quarantine-empty note'],
    left: ['refs-live error', 'quarantine-empty note'],
  },
  {
    what: 'a referenced blob without a row',
    hurt: (place) => change(place, `DELETE FROM blobs WHERE id IN (SELECT blob FROM refs)`),
    found: [
      'database-sound error',
      'refs-live error',
      'retention-order error',
      'files-have-rows warning',
    ],
    repaired: [
      'database-sound error',
      'refs-live error',
      'retention-order error',
      'files-have-rows warning repaired',
    ],
    left: [],
  },
  {
    what: 'a condemned blob that is in use',
    hurt: (place) =>
      change(
        place,
        `UPDATE blobs SET state = 'condemned', condemned_at = 1 WHERE id IN (SELECT blob FROM refs)`,
      ),
    found: ['condemned-unreferenced error'],
    repaired: ['condemned-unreferenced error repaired'],
    left: [],
  },
  {
    what: 'a missing entry',
    hurt: (place) => change(place, 'DELETE FROM entries WHERE seq = 3'),
    found: ['chain-whole error'],
    repaired: ['chain-whole error'],
    left: ['chain-whole error'],
  },
  {
    what: 'a lost reference',
    hurt: (place) => change(place, 'DELETE FROM refs'),
    found: ['refs-match-entries error'],
    repaired: ['refs-match-entries error repaired'],
    left: [],
  },
  {
    what: 'a reference too many',
    hurt: (place) => change(place, 'INSERT INTO refs SELECT 1, 3, id FROM blobs'),
    found: ['refs-match-entries error'],
    repaired: ['refs-match-entries error repaired'],
    left: [],
  },
  {
    what: 'a loose row without a file',
    hurt: (place) => unlink(fileOf(place, place.loose)),
    found: ['rows-have-files warning'],
    repaired: ['rows-have-files warning repaired'],
    left: [],
  },
  {
    what: 'a file that a killed writer left without a row',
    hurt: (place) => change(place, `DELETE FROM blobs WHERE id NOT IN (SELECT blob FROM refs)`),
    found: ['files-have-rows warning'],
    repaired: ['files-have-rows warning repaired'],
    left: [],
  },
  {
    what: 'an old temporary file',
    hurt: async (place) => {
      const path = join(dirname(fileOf(place, place.held)), '.tmp-left-behind');
      await writeFile(path, 'half');
      const old = new Date(Date.now() - 3_700_000);
      await utimes(path, old, old);
      // A blob of that age is no garbage.
      await utimes(fileOf(place, place.held), old, old);
    },
    found: ['temp-files-young warning'],
    repaired: ['temp-files-young warning repaired'],
    left: [],
  },
  {
    what: 'a blob that can be written',
    hurt: (place) => chmod(fileOf(place, place.held), 0o600),
    found: ['files-read-only warning'],
    repaired: ['files-read-only warning repaired'],
    left: [],
  },
  {
    what: 'a blob in the wrong folder',
    hurt: async (place) => {
      await mkdir(join(place.directory, 'blobs', 'zz'));
      await rename(fileOf(place, place.loose), join(place.directory, 'blobs', 'zz', place.loose));
    },
    found: ['rows-have-files warning', 'files-named-by-hash warning'],
    repaired: ['rows-have-files warning repaired', 'files-named-by-hash warning'],
    left: ['files-named-by-hash warning'],
  },
];

describe(
  'damage',
  {
    tags: [
      'f-fsck-1-refs-live',
      'f-fsck-2-chain-whole',
      'f-fsck-5-condemned-unreferenced',
      'f-fsck-6-temp-old',
      'f-fsck-8-corrupt-typed',
      'f-gc-orphans',
    ],
  },
  () => {
    for (const { what, hurt, found, repaired, left } of damages) {
      test(`finds ${what}, and mends what can be mended`, async () => {
        const here = await place();
        await hurt(here);
        const report = await fsck(here.directory);
        expect(named(report.findings)).toEqual(found);
        expect(report.sound).toBe(found.every((name) => !name.includes('error')));
        expect(named((await fsck(here.directory, { repair: true })).findings)).toEqual(repaired);
        expect(named((await fsck(here.directory)).findings)).toEqual(left);
      });
    }
  },
);

test(
  'a young temporary file is somebody at work, and is left alone',
  { tags: ['f-fsck-6-temp-old'] },
  async () => {
    const here = await place();
    const path = join(dirname(fileOf(here, here.held)), '.tmp-at-work');
    await writeFile(path, 'half');
    const recent = new Date(Date.now() - 3_500_000);
    await utimes(path, recent, recent);
    expect((await fsck(here.directory, { repair: true })).findings).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe('half');
  },
);

test('what lies in quarantine is told apart: its place was taken, is empty, or never was', async () => {
  const here = await place();
  const lost = 'f'.repeat(64);
  await mkdir(join(here.directory, 'quarantine'), { recursive: true });
  for (const name of [here.held, lost, 'foreign'])
    await writeFile(join(here.directory, 'quarantine', name), 'damaged');
  const { findings } = await fsck(here.directory);
  const told = findings.map(({ subject, message }) => [subject, /; (.*?) /.exec(message)?.[1]]);
  expect(Object.fromEntries(told)).toEqual({ [here.held]: 'a', [lost]: 'put', foreign: 'put' });
});

test.each([
  ['quarantine', 'quarantine-empty error'],
  ['blobs', 'files-named-by-hash error'],
  ['blobs/ab', 'files-named-by-hash warning'],
])('a file in place of the folder %s is found, with or without repair', async (folder, found) => {
  const directory = await freshDirectory();
  await (await openMemory({ directory })).close();
  await rm(join(directory, folder), { recursive: true, force: true });
  await mkdir(dirname(join(directory, folder)), { recursive: true });
  await writeFile(join(directory, folder), 'no folder');
  for (const repair of [false, true])
    expect(named((await fsck(directory, { repair })).findings)).toEqual([found]);
  expect(await readFile(join(directory, folder), 'utf8')).toBe('no folder');
});

test('a quick look compares sizes and reads no blob', async () => {
  const here = await place();
  await overwrite(fileOf(here, here.held), 'HELD');
  expect((await fsck(here.directory, { depth: 'quick' })).findings).toEqual([]);
  await overwrite(fileOf(here, here.held), 'longer');
  expect(named((await fsck(here.directory, { depth: 'quick' })).findings)).toEqual([
    'refs-live error',
    'files-match-names error',
  ]);
});

test('a repaired orphan is adopted, never deleted', { tags: ['f-gc-orphans'] }, async () => {
  const here = await place();
  await rm(join(here.directory, databaseName));
  const memory = await openMemory({ directory: here.directory });
  await memory.fsck({ repair: true });
  expect(accepted(await memory.get(here.held))).toHaveLength(4);
  expect(accepted(await memory.collect()).kept.young.blobs).toBe(2);
  await memory.close();
});

test('a database that is no database becomes a finding', { tags: ['f-fsck-command'] }, async () => {
  const here = await place();
  const file = join(here.directory, databaseName);
  const whole = await readFile(file);
  const broken = [
    new Uint8Array(0),
    bytesOf('not a database at all'),
    whole.subarray(0, 100),
    whole.subarray(0, 5000),
    new Uint8Array(whole.length).fill(7),
  ];
  for (const bytes of broken) {
    await writeFile(file, bytes);
    for (const repair of [false, true]) {
      const report = await fsck(here.directory, { repair });
      const isFreshStart = repair && bytes.length === 0;
      expect(report.sound).toBe(isFreshStart);
      expect(report.checks.filter(({ ran }) => ran).length).toBeGreaterThanOrEqual(5);
    }
  }
});

test('a directory that is no store becomes a finding', async () => {
  const directory = await freshDirectory();
  expect(named((await fsck(join(directory, 'nowhere'))).findings)).toContain(
    'database-opens error',
  );
  expect(named((await fsck(directory)).findings)).toEqual(['database-opens error']);
});

test('a pipe, a link or an endless file in the place of a blob is damage, and holds nobody up', async () => {
  const scene = await place();
  const path = fileOf(scene, scene.loose);
  const makers = [
    () => execFileSync('mkfifo', [path]),
    () => symlink('/dev/zero', path),
    () => writeFile(path, '').then(() => truncate(path, 3 * 1024 ** 3)),
  ];
  for (const make of makers) {
    await rm(path, { force: true });
    await make();
    const report = await fsck(scene.directory);
    expect(named(report.findings)).toContain('files-match-names error');
    await using memory = await openMemory({ directory: scene.directory });
    expect(refusedAs(await memory.get(scene.loose))).toBe('corrupt');
    accepted(await memory.put(bytesOf('loose')));
    expect(refusedAs(await memory.get(scene.loose))).toBe('accepted');
  }
});
