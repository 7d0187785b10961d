// Helper programs as processes of their own, and the end of them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
  /** Its end, with all that it said: a process can be gone before its last words are here. */
  readonly closed: Promise<unknown>;
  readonly output: () => string;
  readonly errors: () => string;
}

export function launch(script: string, args: readonly string[]): Child {
  const path = fileURLToPath(new URL(`child/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const closed = once(child, 'close');
  const launched = { process: child, closed, output: () => output, errors: () => errors };
  onTestFinished(() => kill(launched));
  return launched;
}

export async function ended({ process: child, closed }: Child): Promise<number | null> {
  await closed;
  return child.exitCode;
}

export async function kill(child: Child): Promise<void> {
  child.process.kill('SIGKILL');
  await child.closed;
}

/** Waits for output; throws when the child has ended without it. */
export async function says(child: Child, isEnough: (output: string) => boolean): Promise<void> {
  let isOver = false;
  void child.closed.then(() => (isOver = true));
  while (!isEnough(child.output())) {
    if (isOver) throw new Error(`A child did not go on:\n${child.errors()}`);
    await sleep(20);
  }
}
