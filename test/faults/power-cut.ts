// A power cut, as near as a process can come: the memory lives on a file system inside a file; the writer is frozen, the
// file is copied (what never reached it is lost, as it would be), the copy is mounted and compared with what was
// acknowledged. Not part of the default run: it needs root and loop devices. `node test/faults/power-cut.ts [cuts]`
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { violations } from './verdict.ts';

const writer = fileURLToPath(new URL('child/writer.ts', import.meta.url));
const cuts = Number(process.argv[2] ?? 8);

interface Cut {
  readonly acked: number;
  readonly violations: readonly string[];
}

const modes = [
  { title: 'synced', command: [process.execPath] },
  // The control: with syncs that do nothing the same test must fail.
  {
    title: 'control: fsync does nothing',
    command: [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'inject=fsync,fdatasync:retval=0',
      process.execPath,
    ],
  },
] as const;

for (const { title, command } of modes) {
  const results: Cut[] = [];
  for (let cut = 0; cut < cuts; cut += 1) results.push(await cutPower(command, 400 + cut * 150));
  const acked = results.reduce((sum, result) => sum + result.acked, 0);
  const broken = results.flatMap((result) => result.violations);
  console.log(`${title}: ${cuts} cuts, ${acked} acknowledged, ${broken.length} violations`);
  for (const violation of broken.slice(0, 3)) console.log(`  ${violation}`);
}

async function cutPower(command: readonly [string, ...string[]], afterMs: number): Promise<Cut> {
  const root = await mkdtemp(join(tmpdir(), 'percept-power-'));
  const disk = join(root, 'disk');
  const copy = join(root, 'copy');
  const mounts = [join(root, 'live'), join(root, 'after')] as const;
  try {
    await makeDisk(disk);
    await mountDisk(disk, mounts[0]);
    const output = await freezeAndCopy(command, join(mounts[0], 'store'), afterMs, () =>
      copyFile(disk, copy),
    );
    await mountDisk(copy, mounts[1]);
    const acked = output.filter((line) => line.startsWith('ack')).length;
    return { acked, violations: await judge(join(mounts[1], 'store'), output) };
  } finally {
    for (const mount of mounts) spawnSync('umount', ['-l', mount]);
    await rm(root, { recursive: true, force: true });
  }
}

async function judge(directory: string, output: readonly string[]): Promise<readonly string[]> {
  try {
    return await violations(directory, output);
  } catch (error) {
    return [`the memory does not open: ${String(error)}`];
  }
}

async function makeDisk(path: string): Promise<void> {
  await writeFile(path, '');
  await truncate(path, 96 * 1024 * 1024);
  execFileSync('mkfs.ext4', ['-q', '-F', path], { stdio: 'ignore' });
}

async function mountDisk(disk: string, at: string): Promise<void> {
  await mkdir(at, { recursive: true });
  execFileSync('mount', ['-o', 'loop', disk, at]);
}

/** Everything that the writer said was said before it froze, so all of it must be in the copy. */
async function freezeAndCopy(
  [program, ...args]: readonly [string, ...string[]],
  directory: string,
  afterMs: number,
  take: () => Promise<void>,
): Promise<readonly string[]> {
  const child = spawn(program, [...args, writer, directory, '100000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  while (!said.includes('ack')) await sleep(20);
  await sleep(afterMs);
  signalAll(child, 'SIGSTOP');
  await sleep(50);
  await take();
  const closed = once(child, 'close');
  signalAll(child, 'SIGKILL');
  await closed;
  return said.split('\n').slice(0, -1);
}

/** The child leads a process group of its own, which holds the traced writer as well. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}
