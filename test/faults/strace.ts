// Fault injection by strace: a child is stopped, or lied to, at the k-th call of a system call. With one pool thread and
// no compiler threads the child makes the same calls in every run, so a point means the same thing each time.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const syscalls = [
  'pwrite64',
  'write',
  'fsync',
  'fdatasync',
  'rename',
  'mkdir',
  'ftruncate',
  'fchmod',
  'unlink',
  'openat',
  'close',
] as const;
export type Syscall = (typeof syscalls)[number];

/** The k-th call of one kind, counted per thread as strace does. */
export interface Point {
  readonly syscall: Syscall;
  readonly when: number;
}

export type Fault = 'signal=KILL' | 'error=ENOSPC' | 'error=EIO';

export interface Run {
  readonly output: readonly string[];
  readonly killed: boolean;
}

const writer = fileURLToPath(new URL('child/writer.ts', import.meta.url));

/** Why faults cannot be injected here, or undefined when they can. */
export async function whyNoStrace(): Promise<string | undefined> {
  const { failed } = await execute(['-qq', '-e', 'trace=fsync', '-o', '/dev/null', 'true']);
  if (failed === undefined) return undefined;
  return failed === 'ENOENT'
    ? 'strace is not installed (apt package: strace)'
    : 'strace may not trace here (ptrace is not permitted)';
}

/** Skips where faults cannot be injected, in words; CI has no excuse. */
export async function needsStrace(context: TestContext): Promise<void> {
  const why = await whyNoStrace();
  if (why === undefined) return;
  if (process.env['CI'] === 'true') throw new Error(`CI must inject faults: ${why}`);
  context.skip(why);
}

export function inject(directory: string, { syscall, when }: Point, fault: Fault): Promise<Run> {
  return trace(directory, '/dev/null', ['-e', `inject=${syscall}:${fault}:when=${when}`]);
}

/** Every point of an undisturbed run that belongs to the store: calls of Node's own start are left out. */
export async function pointsOf(directory: string, log: string): Promise<readonly Point[]> {
  await trace(directory, log, []);
  const counts = new Map<string, number>();
  const points = new Map<string, Point>();
  let isReady = false;
  for (const line of (await readFile(log, 'utf8')).split('\n')) {
    isReady ||= line.includes('"ready\\n"');
    const call = /^(\d+) +(\w+)\(/.exec(line);
    const syscall = syscalls.find((name) => name === call?.[2]);
    if (!call || !syscall) continue;
    const thread = `${call[1]} ${syscall}`;
    const when = (counts.get(thread) ?? 0) + 1;
    counts.set(thread, when);
    if (isReady || !usedByNode.has(syscall)) points.set(`${syscall} ${when}`, { syscall, when });
  }
  return [...points.values()];
}

/** The calls of an undisturbed run, in order, with the paths behind the file descriptors. */
export async function callsOf(directory: string, log: string): Promise<readonly string[]> {
  await trace(directory, log, ['-y', '-s', '200']);
  return (await readFile(log, 'utf8')).split('\n');
}

const usedByNode: ReadonlySet<Syscall> = new Set(['write', 'openat', 'close']);

async function trace(directory: string, log: string, injection: readonly string[]): Promise<Run> {
  // Without --seccomp-bpf: strace then forgets to deliver the signal.
  const tracing = ['-f', '-qq', '-o', log, '-e', `trace=${syscalls.join()}`];
  const child = [process.execPath, '--v8-pool-size=0', writer, directory, '3'];
  const { stdout, killed } = await execute([...tracing, ...injection, ...child]);
  return { output: stdout.split('\n').filter((line) => line !== ''), killed };
}

interface Executed {
  readonly stdout: string;
  readonly killed: boolean;
  /** The error code when the program could not be run or did not end well. */
  readonly failed: string | number | undefined;
}

function execute(args: readonly string[]): Promise<Executed> {
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1', NODE_OPTIONS: '' };
  return new Promise((resolve) => {
    execFile('strace', args, { env, timeout: 30_000 }, (error, stdout) => {
      const killed = error?.signal === 'SIGKILL' || error?.code === 137;
      resolve({
        stdout,
        killed,
        failed: error ? (error.code ?? error.signal ?? 'unknown') : undefined,
      });
    });
  });
}
