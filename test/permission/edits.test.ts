// What is written goes where it was said to go, and work that was saved meanwhile is never lost.
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEdit, createFreshness, createRead } from '@percept/agent/tools';
import { type Workspace } from '@percept/agent';
import { commonProfile } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { localTenant, openMemory } from '@percept/store';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { swap } from './swapping.ts';

const base = await mkdtemp(join(tmpdir(), 'percept-edits-'));
const memory = await openMemory({ directory: join(base, 'data') });
const door = openDoor({ store: memory });
let root = base;
let count = 0;
beforeEach(async () => {
  root = join(base, `root-${++count}`);
  await mkdir(root);
});
afterAll(async () => {
  await door.close();
  await memory.close();
  await rm(base, { recursive: true, force: true });
});

/** Reads, asks, edits; `meanwhile` happens while the question stands. */
async function edit(path: string, old: string, fresh: string, meanwhile?: () => Promise<unknown>) {
  const asked: string[] = [];
  const workspace: Workspace = {
    roots: [root],
    cwd: root,
    store: memory.forTenant(localTenant),
    door,
    profile: () => commonProfile,
    freshness: createFreshness(),
    permit: async ({ subject }) => {
      if (subject.kind === 'edit') asked.push(subject.path);
      await meanwhile?.();
      return true;
    },
  };
  const read = await createRead(workspace).run({ ref: path });
  const token = read.ok ? read.value.token : undefined;
  const outcome = await createEdit(workspace).run({ path, token, old, new: fresh });
  return { outcome, asked };
}

const at = (name: string): string => join(root, name);
const textAt = (name: string): Promise<string> => readFile(at(name), 'utf8');

test(
  'attack: folders that are exchanged for links during edits: nothing outside, nothing left, no save lost',
  { timeout: 240_000, tags: ['d-edit-stays', 'd-edit-keeps-saves'] },
  async () => {
    const { edits, made, saves, ...bad } = await swap(6000);
    expect(edits).toBeGreaterThan(50);
    expect(made).toBeGreaterThan(0);
    expect(saves).toBeGreaterThan(20);
    expect(bad).toEqual({ writtenOutside: 0, leftBehind: 0, lostSaves: 0 });
  },
);

test.each([
  ['in place', (text: string) => writeFile(at('notes.txt'), text)],
  [
    'by renaming',
    async (text: string) => {
      await writeFile(at('notes.txt~'), text);
      await rename(at('notes.txt~'), at('notes.txt'));
    },
  ],
])('attack: a file that is saved %s while the question stands is kept', async (_, save) => {
  await writeFile(at('notes.txt'), 'line A\nline B\n');
  const mine = 'line A\nline B\nTWO HOURS OF MY WORK\n';
  const { outcome } = await edit('notes.txt', 'line A', 'line A2', () => save(mine));
  expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'stale' } });
  expect(await textAt('notes.txt')).toBe(mine);
  expect(await readdir(root)).toEqual(['notes.txt']);
});

test('attack: a save of the same length in the same moment is kept', async () => {
  await writeFile(at('notes.txt'), 'line A\nline B\n');
  const { outcome } = await edit('notes.txt', 'line A', 'line Z', () =>
    writeFile(at('notes.txt'), 'line A\nline C\n'),
  );
  expect(outcome.ok).toBe(false);
  expect(await textAt('notes.txt')).toBe('line A\nline C\n');
});

test('a link is followed only where it is shown: the file behind it changes, the link stays', async () => {
  await writeFile(at('real.txt'), 'one\n');
  await symlink('real.txt', at('alias.txt'));
  const { outcome, asked } = await edit('alias.txt', 'one', 'two');
  expect(outcome.ok).toBe(true);
  expect(asked).toEqual([at('real.txt')]);
  expect((await lstat(at('alias.txt'))).isSymbolicLink()).toBe(true);
  expect(await textAt('real.txt')).toBe('two\n');
});

test.each([
  ['a link to the hooks', () => symlink('.git/hooks', at('d'))],
  [
    'another folder',
    async () => {
      await mkdir(at('d'));
      await writeFile(at('d/pre-commit'), 'echo hi\n');
    },
  ],
])(
  'attack: a folder that becomes %s while the question stands changes nothing',
  async (_, swapped) => {
    await mkdir(at('.git/hooks'), { recursive: true });
    await writeFile(at('.git/hooks/pre-commit'), 'echo hi\n');
    await mkdir(at('d'));
    await writeFile(at('d/pre-commit'), 'echo hi\n');
    const { outcome } = await edit('d/pre-commit', 'echo hi', 'echo PWNED', async () => {
      await rename(at('d'), at('d_old'));
      await swapped();
    });
    expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'stale' } });
    for (const path of ['.git/hooks/pre-commit', 'd/pre-commit', 'd_old/pre-commit'])
      expect(await textAt(path)).toBe('echo hi\n');
  },
);

test('attack: a file that becomes a link, or is gone, while the question stands changes nothing', async () => {
  await writeFile(at('a.txt'), 'x\n');
  await writeFile(at('b.txt'), 'x\n');
  const linked = await edit('a.txt', 'x', 'PWNED', async () => {
    await rm(at('a.txt'));
    await symlink('b.txt', at('a.txt'));
  });
  expect(linked.outcome.ok).toBe(false);
  expect(await textAt('b.txt')).toBe('x\n');
  expect((await lstat(at('a.txt'))).isSymbolicLink()).toBe(true);
  const gone = await edit('b.txt', 'x', 'PWNED', () => rm(at('b.txt')));
  expect(gone.outcome.ok).toBe(false);
  expect((await readdir(root)).toSorted()).toEqual(['a.txt']);
});

test('attack: a file that becomes a folder or a pipe while the question stands changes nothing', async () => {
  await writeFile(at('a.txt'), 'x\n');
  const { outcome } = await edit('a.txt', 'x', 'PWNED', async () => {
    await rm(at('a.txt'));
    await mkdir(at('a.txt'));
    await writeFile(at('a.txt/kept'), 'kept');
  });
  expect(outcome.ok).toBe(false);
  expect(await textAt('a.txt/kept')).toBe('kept');
});

test('an edit keeps the mode of the file and leaves nothing beside it', async () => {
  await writeFile(at('run.sh'), 'echo a\n', { mode: 0o750 });
  const { outcome } = await edit('run.sh', 'echo a', 'echo b');
  expect(outcome.ok).toBe(true);
  expect((await lstat(at('run.sh'))).mode & 0o777).toBe(0o750);
  expect(await readdir(root)).toEqual(['run.sh']);
});
