// A program of the host, run to its end behind its walls: no input, nothing read of what it prints, and its whole group
// ended at the deadline.
import { spawn } from 'node:child_process';
import { killGroup } from '@percept/ingest/internal/host-program';
import type { Program } from './programs.ts';
import { walled } from './walls.ts';

export type Ended =
  | { readonly kind: 'ended' }
  | { readonly kind: 'late' }
  /** There is no such program. */
  | { readonly kind: 'absent' };

export interface ChildSetup {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export function runToEnd(
  program: Program,
  args: readonly string[],
  { folder, timeoutMs, signal }: ChildSetup,
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const command = walled(program, args, folder);
  const child = spawn(command.file, command.args, {
    cwd: folder,
    env: command.env,
    stdio: 'ignore',
    // Its own group: LibreOffice starts a second process that must end with it.
    detached: true,
  });
  const cut = (): void => {
    killGroup(child);
    resolve({ kind: 'late' });
  };
  const timer = setTimeout(cut, timeoutMs);
  signal.addEventListener('abort', cut, { once: true });
  child.once('error', () => resolve({ kind: 'absent' }));
  child.once('exit', () => {
    killGroup(child);
    resolve({ kind: 'ended' });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  });
}
