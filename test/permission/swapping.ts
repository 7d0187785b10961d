// Edits while another process exchanges the folder for a link to elsewhere, and a third saves the file: how many landed
// outside, how many files were left behind, how many saves were lost. `node test/permission/swapping.ts --minutes 10`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commonProfile } from '@percept/core';
import { openDoor } from '@percept/ingest';
import { localTenant, openMemory } from '@percept/store';
import { createEdit, createFreshness, createRead } from '@percept/agent/tools';

export interface Swapped {
  readonly edits: number;
  readonly made: number;
  readonly saves: number;
  readonly writtenOutside: number;
  readonly leftBehind: number;
  readonly lostSaves: number;
}

/** A letter by itself, a line of its own by each saver: whoever wrote last is seen in the file. */
const first = 'edited 0\nsaved 0\n';

function start(name: string, root: string) {
  const path = fileURLToPath(new URL(`child/${name}`, import.meta.url));
  return spawn(process.execPath, [path, root], { stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function swap(milliseconds: number): Promise<Swapped> {
  const base = await mkdtemp(join(tmpdir(), 'percept-swap-'));
  const root = join(base, 'root');
  const outside = join(base, 'outside');
  await mkdir(join(root, 'd'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'd', 'f.txt'), first);
  await writeFile(join(outside, 'f.txt'), 'OUTSIDE\n');
  await symlink(outside, join(root, 'l'));
  const memory = await openMemory({ directory: join(base, 'data') });
  const door = openDoor({ store: memory });
  const workspace = {
    roots: [root],
    cwd: root,
    store: memory.forTenant(localTenant),
    door,
    profile: () => commonProfile,
    freshness: createFreshness(),
    permit: () => Promise.resolve(true),
  };
  const read = createRead(workspace);
  const edit = createEdit(workspace);
  let saves = 0;
  const saver = start('saver.ts', root);
  saver.stdout.on('data', (chunk: Buffer) => (saves += chunk.length));
  await once(saver.stdout, 'data');
  const helpers = [saver, start('swapper.ts', root)];
  let edits = 0;
  let made = 0;
  let writtenOutside = 0;
  try {
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      const seen = await read.run({ ref: 'd/f.txt' });
      if (!seen.ok) continue;
      const { text, token } = seen.value;
      if (text.includes('OUTSIDE')) writtenOutside += 1;
      const old = /edited \d+/.exec(text)?.[0];
      if (old === undefined || token === undefined) continue;
      edits += 1;
      const change = { path: 'd/f.txt', token, old, new: `edited ${edits}` };
      const done = await edit.run(change);
      if (done.ok) made += 1;
      const other = await readFile(join(outside, 'f.txt'), 'utf8');
      if (other !== 'OUTSIDE\n') {
        writtenOutside += 1;
        await writeFile(join(outside, 'f.txt'), 'OUTSIDE\n');
      }
    }
  } finally {
    await Promise.all(
      helpers.map((helper) => {
        helper.kill('SIGTERM');
        return once(helper, 'exit');
      }),
    );
    await door.close();
    await memory.close();
  }
  const kept = await readFile(join(root, 'lost.log'), 'utf8').catch(() => '');
  const folders = ['root/d', 'root/l', 'root', 'outside'];
  const names = await Promise.all(
    folders.map((folder) => readdir(join(base, folder)).catch(() => [])),
  );
  const leftBehind = names.flat().filter((name) => name.includes('.percept-')).length;
  await rm(base, { recursive: true, force: true });
  const lostSaves = kept === '' ? 0 : kept.trim().split('\n').length;
  return { edits, made, saves, writtenOutside, leftBehind, lostSaves };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } });
  process.stdout.write(`${JSON.stringify(await swap(Number(values.minutes) * 60_000))}\n`);
}
