// Helper programs as processes of their own, and the end of them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
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
  const launched = { process: child, output: () => output, errors: () => errors };
  onTestFinished(() => kill(launched));
  return launched;
}

export async function ended({ process: child }: Child): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode;
}

export async function kill(child: Child): Promise<void> {
  if (child.process.exitCode !== null || child.process.signalCode !== null) return;
  const closed = once(child.process, 'close');
  child.process.kill('SIGKILL');
  await closed;
}

/** Waits for output, and no longer than a minute. */
export async function says(child: Child, isEnough: (output: string) => boolean): Promise<void> {
  const until = Date.now() + 60_000;
  while (!isEnough(child.output())) {
    if (child.process.exitCode !== null || Date.now() > until)
      throw new Error(`A child did not go on:\n${child.errors()}`);
    await sleep(20);
  }
}
