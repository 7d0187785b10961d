// A file that a project brings along: how far it is looked for, and what it may change before anybody trusted it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../src/config/index.ts';

const name = 'percept.config.json';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-project-'));
  await mkdir(join(folder, 'outer', 'project', 'deep'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function load({ cwd, home = folder }: { readonly cwd: string; readonly home?: string }) {
  const config = await loadConfig({ cwd: join(folder, cwd), env: {}, home });
  if (!config.ok) throw new Error(config.refusal.message);
  return config.value;
}
const write = (at: string, value: object) =>
  writeFile(join(folder, at, name), JSON.stringify(value));

describe('is looked for upward', () => {
  test('to the top of the project, and not above it', async () => {
    await write('outer', { vision: 'local' });
    const cwd = join('outer', 'project', 'deep');
    expect((await load({ cwd })).vision).toEqual({ kind: 'local' });
    await mkdir(join(folder, 'outer', 'project', '.git'));
    expect((await load({ cwd })).vision).toBeUndefined();
    // The top itself still counts.
    await write(join('outer', 'project'), { audio: 'local' });
    expect(await load({ cwd })).toMatchObject({ audio: { kind: 'local' } });
  });

  test('to the home of the user, and not above it', async () => {
    await write('.', { vision: 'local' });
    const [cwd, home] = [join('outer', 'project'), join(folder, 'outer')];
    expect((await load({ cwd })).vision).toEqual({ kind: 'local' });
    expect((await load({ cwd, home })).vision).toBeUndefined();
    await write('outer', { audio: 'local' });
    expect((await load({ cwd, home })).audio).toEqual({ kind: 'local' });
  });
});

describe('before anybody trusted it', () => {
  const cwd = 'outer';
  const env = 'percept.config.json of the user';

  async function withUser(user: object) {
    await mkdir(join(folder, '.config', 'percept'), { recursive: true });
    await write(join('.config', 'percept'), user);
  }

  test('may route more strictly than the user does, and not less strictly', async () => {
    await withUser({ strictRouting: false });
    expect(await load({ cwd })).toMatchObject({ strictRouting: false, sources: [env] });
    await write(cwd, { strictRouting: true });
    const stricter = await load({ cwd });
    expect([stricter.strictRouting, stricter.project?.asks ?? []]).toEqual([true, []]);
    await withUser({ strictRouting: true });
    await write(cwd, { strictRouting: false });
    const held = await load({ cwd });
    expect(held.strictRouting).toBe(true);
    expect(held.project?.asks).toEqual(['route media less strictly (strictRouting: false)']);
  });

  test('may look for fewer model servers, and not for more', async () => {
    await write(cwd, { discovery: false });
    const fewer = await load({ cwd });
    expect([fewer.discovery, fewer.project?.asks ?? []]).toEqual([false, []]);
    await withUser({ discovery: false });
    await write(cwd, { discovery: true });
    const held = await load({ cwd });
    expect(held.discovery).toBe(false);
    expect(held.project?.asks).toEqual(['look for model servers (discovery: true)']);
  });

  test('may have pictures and sounds put into words on this device', async () => {
    await write(cwd, { vision: 'local', audio: 'local' });
    const local = await load({ cwd });
    expect([local.vision, local.audio]).toEqual([{ kind: 'local' }, { kind: 'local' }]);
    expect(local.project?.asks ?? []).toEqual([]);
  });
});
