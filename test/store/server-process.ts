// A server program that a test starts and ends: its output is kept for the case that it dies, and it never outlives the
// process that started it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface StartOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd?: string;
}

export function start(
  command: string,
  args: readonly string[],
  options: StartOptions = {},
): ServerProcess {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: unknown): void => {
    output = (output + String(chunk)).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(error.message));
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const closed = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await closed;
    clearTimeout(late);
  };
  return { child, output: () => output, stop };
}

/** Runs a program to its end; throws with its output when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: StartOptions = {},
): Promise<string> {
  const { child, output } = start(command, args, options);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${code}:\n${output()}`);
  return output();
}

/** Asks until the answer is true; throws with the server's output when it died or the time is over. */
export async function until(
  server: ServerProcess,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady())) {
    if (server.child.exitCode !== null) throw new Error(`The server died:\n${server.output()}`);
    if (Date.now() > deadline) throw new Error(`The server is not ready:\n${server.output()}`);
    await sleep(100);
  }
}
