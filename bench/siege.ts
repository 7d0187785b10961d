// How much memory a host needs while strangers throw everything at its door, and when 200 screens of 4K arrive at once. The
// host is a process of its own that only reads files: `node bench/siege.ts`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDoor } from '@percept/ingest';
import { FileBlobStore } from './ingest/file-blob-store.ts';
import { descendants } from '../packages/ingest/test/fixtures/processes.ts';
import { workloads } from './ingest/workloads.ts';

const inFlight = 4;
const crowd = 200;
const goalMb = 170;
const [, entry = '', act, folder = ''] = process.argv;

if (act === 'siege')
  await besiege(
    readdirSync(folder).map((name) => join(folder, name)),
    inFlight,
  );
else if (act === 'crowd')
  await besiege(
    Array.from({ length: crowd }, () => folder),
    crowd,
  );
else await prepare();

async function prepare(): Promise<void> {
  const { goodCorpus, hostileCorpus } = await import('../packages/ingest/test/corpus/index.ts');
  const { readWorkload } = await import('./ingest/draw.ts');
  const files = mkdtempSync(join(tmpdir(), 'percept-siege-'));
  const [screen] = workloads;
  if (!screen) throw new Error('There are no workloads.');
  await readWorkload(screen);
  for (const [index, { bytes }] of [...hostileCorpus(), ...(await goodCorpus())].entries())
    writeFileSync(join(files, `${index}`), bytes);
  console.log(`| | files | taken | host MB (goal ${goalMb}) | decoders MB | seconds |`);
  console.log('|---|---|---|---|---|---|');
  for (const [name, kind, where] of [
    ['the siege, four at a time', 'siege', files],
    [`${crowd} screens of 4K at once`, 'crowd', screen.file],
  ] as const) {
    const args = ['--no-warnings', entry, kind, where];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    console.log(`| ${name} | ${stdout.trim()} |${stderr}`);
  }
  rmSync(files, { recursive: true });
}

async function besiege(paths: readonly string[], atOnce: number): Promise<void> {
  const store = mkdtempSync(join(tmpdir(), 'percept-siege-store-'));
  const began = performance.now();
  let taken = 0;
  let decoders = 0;
  const watch = setInterval(() => {
    const all = descendants(process.pid).reduce((sum, { pid }) => sum + megabytes(pid, 'VmRSS'), 0);
    decoders = Math.max(decoders, all);
  }, 100);
  {
    await using door = openDoor({ store: new FileBlobStore(store) });
    const next = paths[Symbol.iterator]();
    const take = async (): Promise<void> => {
      for (let item = next.next(); !item.done; item = next.next()) {
        const access = { followLinks: 'user-chosen' } as const;
        const outcome = await door.ingest({ kind: 'path', path: item.value, cwd: '/', access });
        if (outcome.ok) taken += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, take));
  }
  clearInterval(watch);
  const host = megabytes(process.pid, 'VmHWM');
  const seconds = (performance.now() - began) / 1000;
  rmSync(store, { recursive: true, force: true });
  const cells = [paths.length, taken, host.toFixed(0), decoders.toFixed(0), seconds.toFixed(0)];
  console.log(cells.join(' | '));
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
