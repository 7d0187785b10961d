import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { modelsFolderIn } from '../src/models/folder.ts';

it('keeps models where the platform keeps data, and uses an older folder that is there', async () => {
  const homeDirectory = await mkdtemp(join(tmpdir(), 'percept-home-'));
  onTestFinished(() => rm(homeDirectory, { recursive: true }));
  const folder = (variables: Readonly<Record<string, string>>): string =>
    modelsFolderIn({ platform: 'linux', variables, homeDirectory });
  expect(folder({})).toBe(join(homeDirectory, '.local', 'share', 'percept', 'models'));
  const data = join(homeDirectory, 'data');
  expect(folder({ XDG_DATA_HOME: data })).toBe(join(data, 'percept', 'models'));
  expect(folder({ XDG_DATA_HOME: 'relative' })).toBe(folder({}));
  await mkdir(join(homeDirectory, '.percept', 'models'), { recursive: true });
  expect(folder({ XDG_DATA_HOME: data })).toBe(join(homeDirectory, '.percept', 'models'));
});
