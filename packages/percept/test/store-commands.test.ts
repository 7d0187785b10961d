// What the commands that look at a store promise: they create nothing, end when told to, and say one thing at a time.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isRecord } from '@percept/core/internal';
import { parseSessionId } from '@percept/core';
import { openMemory } from '@percept/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownHome } from '../../../test/home.ts';
import { timeText } from '../src/cli/figures.ts';
import { encodePng } from '@percept/ingest/internal/png';

const entry = new URL('../bin/percept.js', import.meta.url).pathname;
let folder: string;
let data: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-commands-'));
  data = join(folder, 'data');
  await using memory = await openMemory({ directory: data });
  const id = parseSessionId('trip');
  if (id.ok) await memory.sessions.open({ id: id.value, title: 'Trip' });
  await memory.put(new TextEncoder().encode('stored'));
  const square = encodePng({
    width: 20,
    height: 20,
    channels: 3,
    data: new Uint8Array(1200).fill(90),
  });
  await writeFile(join(folder, 'a.png'), square);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a process has open: a program that has come so far listens for signals. */
function opened(pid: number | undefined): readonly string[] {
  const open = `/proc/${pid}/fd`;
  return readdirSync(open).map((name) => readlinkSync(join(open, name)));
}

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

function percept(args: readonly string[], { env, uid }: Setting = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry, ...args],
      {
        cwd: folder,
        env: { ...ownHome(folder), PERCEPT_DATA: data, ...env },
        ...(uid !== undefined && { uid, gid: uid }),
      },
      (error, out, err) => {
        const code = error && typeof error.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, out, err });
      },
    );
  });
}

function oneObject({ out }: Ended): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(out);
  if (!isRecord(value)) throw new Error(`not an object: ${out}`);
  return value;
}

describe('where there is no store', () => {
  test.for([
    [['blobs']],
    [['blobs', 'get', 'a'.repeat(64)]],
    [['sessions']],
    [['sessions', 'show', 'trip']],
    [['sessions', 'verify', 'trip']],
    [['sessions', 'export', 'trip', 'out']],
    [['gc', '--dry-run']],
    [['fsck']],
  ] as const)('%j says so and creates none', async ([args]) => {
    const none = join(folder, 'none');
    const ended = await percept([...args, '--json', '--data', none]);
    expect(ended.code).toBe(3);
    expect(oneObject(ended)).toMatchObject({ refused: 'absent' });
    expect(existsSync(none)).toBe(false);
  });
});

describe('the place of the store', () => {
  test('an empty --data is wrong usage', async () => {
    expect(await percept(['sessions', '--data', ''])).toMatchObject({ code: 2 });
    expect(await percept(['sessions', '--data='])).toMatchObject({ code: 2 });
  });

  test('an empty or relative XDG_DATA_HOME or HOME counts as unset', async () => {
    for (const XDG_DATA_HOME of ['', 'relative']) {
      const env = { PERCEPT_DATA: '', XDG_DATA_HOME, HOME: folder };
      expect(oneObject(await percept(['sessions', '--json'], { env }))).toMatchObject({
        message: `There is no store in ${join(folder, '.local', 'share', 'percept')}.`,
      });
    }
    const module = new URL('../src/cli/home-directory.ts', import.meta.url).href;
    const script = `import(${JSON.stringify(module)}).then((m) => console.log(m.homeDirectory()))`;
    for (const HOME of ['', 'relative']) {
      const found = execFileSync(process.execPath, ['-e', script], { env: { HOME } });
      expect(found.toString().trim()).toBe(userInfo().homedir);
    }
  });

  test('help needs no home, and a store says how to do without one', async (context) => {
    if (process.getuid?.() !== 0) context.skip('needs root to become a user without a home');
    await chmod(folder, 0o755);
    const nobody = { uid: 54_321, env: { HOME: '', PERCEPT_DATA: '' } };
    expect(await percept(['--help'], nobody)).toMatchObject({ code: 0 });
    const ended = await percept(['sessions', '--json'], nobody);
    expect(ended.code).toBe(1);
    expect(oneObject(ended)).toMatchObject({
      error: 'fault',
      message: expect.stringContaining('--data'),
    });
  });
});

describe('a store of somebody else', () => {
  test('is read where it may be read, and is not called damaged where it may not', async (context) => {
    if (process.getuid?.() !== 0) context.skip('needs root to become somebody else');
    await chmod(folder, 0o755);
    execFileSync('chmod', ['-R', 'a+rX', data]);
    const other = { uid: 54_321, env: { HOME: folder } };
    expect(oneObject(await percept(['sessions', '--json'], other))).toMatchObject({ count: 1 });
    expect(oneObject(await percept(['blobs', '--json'], other))).toMatchObject({ count: 1 });
    expect(oneObject(await percept(['gc', '--dry-run', '--json'], other))).toMatchObject({
      dryRun: true,
    });
    expect(oneObject(await percept(['fsck', '--json'], other))).toMatchObject({ sound: true });

    chmodSync(data, 0o700);
    const ended = await percept(['sessions', '--json'], other);
    expect(ended.code).toBe(1);
    expect(oneObject(ended)).toMatchObject({ message: expect.stringContaining('owns') });
    const checked = await percept(['fsck'], other);
    expect(checked.code).toBe(1);
    expect(checked.out).toContain('NOT CHECKED FULLY');
    expect(checked.out).not.toContain('NOT SOUND');
  });
});

describe('signals', () => {
  test('the first one ends a command that does not listen for it', async (context) => {
    if (process.platform !== 'linux') context.skip('only Linux tells what a process has open');
    const held = join(folder, 'held');
    await (await openMemory({ directory: held })).close();
    const database = new DatabaseSync(join(held, 'percept.db'));
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const [signal, code] of [
        ['SIGINT', 130],
        ['SIGTERM', 143],
      ] as const) {
        const child = spawn(process.execPath, [entry, 'gc', '--data', held], { stdio: 'ignore' });
        const ended = once(child, 'exit');
        // It waits for the database, which somebody else writes to.
        await expect.poll(() => opened(child.pid)).toContain(join(held, 'percept.db'));
        child.kill(signal);
        expect(await ended).toEqual([code, null]);
      }
    } finally {
      database.exec('ROLLBACK');
      database.close();
    }
  });

  test('a pipe among the blobs does not hold fsck up', async () => {
    const piped = join(folder, 'piped');
    await (await openMemory({ directory: piped })).close();
    const name = 'ab'.repeat(32);
    await mkdir(join(piped, 'blobs', 'ab'), { recursive: true });
    execFileSync('mkfifo', [join(piped, 'blobs', 'ab', name)]);
    const ended = await percept(['fsck', '--json', '--data', piped]);
    expect(ended.code).toBe(1);
    expect(ended.out).toContain('files-match-names');
  });
});

describe('--json', () => {
  test('is an option and not a name', async () => {
    const ended = await percept(['ingest', '--', '--json']);
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.err).toContain('absent');
  });

  test('holds for help and version too', async () => {
    for (const args of [['--help'], ['help'], ['gc', '--help']])
      expect(oneObject(await percept([...args, '--json']))).toEqual({
        help: expect.stringContaining('usage'),
      });
    expect(oneObject(await percept(['--version', '--json']))).toEqual({
      version: expect.stringMatching(/^\d+\./),
    });
  });
});

test('an answer that cannot be written is one line on standard error and exit 1', async (context) => {
  if (!existsSync('/dev/full')) context.skip('there is no /dev/full here');
  for (const args of [['--help'], ['sessions', '--json', '--data', data]]) {
    const child = spawn(process.execPath, [entry, ...args], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let err = '';
    child.stderr?.on('data', (chunk) => (err += String(chunk)));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(err).toMatch(/^percept: the answer cannot be written: ENOSPC.*\n$/);
  }
});

test('stored bytes are not written to a terminal', async (context) => {
  const script = '/usr/bin/script';
  if (!existsSync(script)) context.skip('there is no script(1) here');
  const { blobs } = oneObject(await percept(['blobs', '--json']));
  const [first]: unknown[] = Array.isArray(blobs) ? blobs : [];
  const id = isRecord(first) ? String(first['sha256']) : '';
  const call = `${process.execPath} ${entry} blobs get ${id} --data ${data}`;
  const child = spawn(script, ['-qec', call, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  expect(await once(child, 'close')).toEqual([3, null]);
  expect(out).toContain('--out');
  expect(out).not.toContain('stored\n');
  expect(await percept(['blobs', 'get', id])).toMatchObject({ code: 0, out: 'stored' });
});

test('the list of sessions says in which condition each one is', async () => {
  const damaged = join(folder, 'damaged');
  const memory = await openMemory({ directory: damaged });
  await memory.sessions.open({ title: 'Damaged' });
  await memory.close();
  const database = new DatabaseSync(join(damaged, 'percept.db'));
  database.exec('UPDATE entries SET at = at + 1');
  database.close();
  expect((await percept(['sessions', '--data', damaged])).out).toContain('damaged');
  expect(oneObject(await percept(['sessions', '--json', '--data', damaged]))).toMatchObject({
    sessions: [{ condition: 'damaged' }],
  });
  expect(oneObject(await percept(['sessions', '--json']))).toMatchObject({
    sessions: [{ condition: 'sound' }],
  });
});

test('a time that no calendar has is words, not a crash', () => {
  expect(timeText(0)).toBe('1970-01-01 00:00');
  for (const at of [Number.MAX_SAFE_INTEGER, -9e15, Number.NaN])
    expect(timeText(at)).toContain('no');
});

describe('ingest', () => {
  test('says how the decoder was isolated, where a picture was decoded', async () => {
    const one = oneObject(await percept(['ingest', 'a.png', '--json']));
    expect(one['isolation']).toMatch(/^(bwrap|rlimit|wasm)$/);
    const two = oneObject(await percept(['ingest', 'a.png', 'a.png', '--json']));
    expect(two['isolation']).toBe(one['isolation']);
    await writeFile(join(folder, 'plain.bin'), 'words');
    const file = oneObject(await percept(['ingest', 'plain.bin', '--expect', 'file', '--json']));
    expect(file).not.toHaveProperty('isolation');
  });

  test('refuses more inputs than a message holds before it reads any', async () => {
    const none = join(folder, 'too-many');
    const names = Array.from({ length: 21 }, () => 'a.png');
    const ended = await percept(['ingest', ...names, '--json', '--data', none]);
    expect(ended.code).toBe(3);
    expect(oneObject(ended)).toMatchObject({ refused: 'too-many', limit: { actual: 21 } });
    expect(existsSync(none)).toBe(false);
  });
});
