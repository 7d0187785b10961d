// Compiled code is run, so it is kept where nobody else can put any.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const bin = fileURLToPath(new URL('../bin/percept.js', import.meta.url));
let home: string;
let kept: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'percept-home-'));
  kept = join(home, '.cache', 'percept', 'code');
  onTestFinished(() => rm(home, { recursive: true, force: true }));
});

async function start(variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: join(home, 'tmp'),
    ...variables,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [bin, '--version'], { env });
  return stdout.trim();
}

describe('compiled code', () => {
  test('is kept in a folder of the user, and not in the temporary one', async () => {
    await mkdir(join(home, 'tmp'));
    expect(await start()).toMatch(/^\d/);
    const [versioned] = await readdir(kept);
    expect((await readdir(join(kept, versioned ?? ''))).length).toBeGreaterThan(5);
    expect(await readdir(join(home, 'tmp'))).toEqual([]);
  });

  test('is not kept where others may write', async () => {
    await mkdir(kept, { recursive: true });
    await chmod(kept, 0o777);
    expect(await start()).toMatch(/^\d/);
    expect(await readdir(kept)).toEqual([]);
  });

  test('is not kept behind a link', async () => {
    const elsewhere = join(home, 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(join(home, '.cache', 'percept'), { recursive: true });
    await symlink(elsewhere, kept);
    expect(await start()).toMatch(/^\d/);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test.each(['/proc', '/dev/null', 'relative', ''])('needs no home (%j)', async (nowhere) => {
    expect(await start({ HOME: nowhere })).toMatch(/^\d/);
  });
});
