// How much memory a host needs while strangers throw everything at its door, and when 200 screens of 4K arrive at once. The
// host is a process of its own that only reads files: `node bench/siege.ts`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
  console.log(`| | files | taken | seconds | host MB (goal ${goalMb}) | decoders MB |`);
  console.log('|---|---|---|---|---|---|');
  for (const [name, kind, where] of [
    ['the siege, four at a time', 'siege', files],
    [`${crowd} screens of 4K at once`, 'crowd', screen.file],
  ] as const) {
    const args = ['--no-warnings', entry, kind, where];
    const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const decoders = watchDecoders(host);
    console.log(`| ${name} | ${(await text(host.stdout)).trim()} | ${decoders().toFixed(0)} |`);
  }
  rmSync(files, { recursive: true });
}

/** From here, because looking costs memory too: the most that they held together. */
function watchDecoders({ pid = 0 }: { readonly pid?: number | undefined }): () => number {
  let most = 0;
  const watch = setInterval(() => {
    const all = descendants(pid).reduce((sum, child) => sum + megabytes(child.pid, 'VmRSS'), 0);
    most = Math.max(most, all);
  }, 100);
  return () => {
    clearInterval(watch);
    return most;
  };
}

async function besiege(paths: readonly string[], atOnce: number): Promise<void> {
  const store = mkdtempSync(join(tmpdir(), 'percept-siege-store-'));
  const began = performance.now();
  let taken = 0;
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
  const host = megabytes(process.pid, 'VmHWM');
  const seconds = (performance.now() - began) / 1000;
  rmSync(store, { recursive: true, force: true });
  const cells = [paths.length, taken, seconds.toFixed(0), host.toFixed(0)];
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
