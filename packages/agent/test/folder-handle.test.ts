// A folder that is held: names are resolved below it, wherever its path is made to lead meanwhile.
import {
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderGuard, HeldFolder } from '../src/tools/folder-handle.ts';

let top: string;
beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'percept-held-')));
  await mkdir(join(top, 'inner'));
});
afterEach(() => rm(top, { recursive: true, force: true }));

const isLinux = process.platform === 'linux';

test('where the system has folders that can be held, they are; elsewhere the path is checked', async () => {
  const guard = isLinux ? 'folder-handle' : 'path-check';
  expect(await folderGuard(top)).toBe(guard);
  await using held = await HeldFolder.open(join(top, 'inner'));
  expect(held?.guard).toBe(guard);
  await symlink(join(top, 'inner'), join(top, 'link'));
  expect(await folderGuard(join(top, 'link'))).toBe(guard);
  expect(await folderGuard(join(top, 'none'))).toBe('path-check');
});

test.runIf(isLinux)('what is written goes into the folder that was opened', async () => {
  const path = join(top, 'inner');
  await using held = await HeldFolder.open(path);
  if (!held) throw new Error('It was not opened.');
  expect(await held.isInPlace()).toBe(true);
  await rename(path, join(top, 'moved'));
  await mkdir(path);
  expect(await held.isInPlace()).toBe(false);
  await writeFile(held.entry('note.txt'), 'here');
  expect(await readFile(join(top, 'moved', 'note.txt'), 'utf8')).toBe('here');
});

test('a folder that is reached through a link, or is a file, is not opened', async () => {
  await symlink(join(top, 'inner'), join(top, 'link'));
  await mkdir(join(top, 'inner', 'deep'));
  await writeFile(join(top, 'file'), '');
  for (const path of [join(top, 'link', 'deep'), join(top, 'file', 'deep'), join(top, 'none')])
    expect(await HeldFolder.open(path)).toBeUndefined();
});
