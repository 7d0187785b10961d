// A program of the host, run to its end in a folder of its own: no environment but a path and a home, no input, nothing
// read of what it prints, and its whole group ended at the deadline.
import { spawn } from 'node:child_process';

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
  command: string,
  args: readonly string[],
  { folder, timeoutMs, signal }: ChildSetup,
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8', TMPDIR: folder },
    stdio: 'ignore',
    // Its own group: LibreOffice starts a second process that must end with it.
    detached: true,
  });
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  };
  const cut = (): void => {
    end();
    resolve({ kind: 'late' });
  };
  const timer = setTimeout(cut, timeoutMs);
  signal.addEventListener('abort', cut, { once: true });
  child.once('error', () => resolve({ kind: 'absent' }));
  child.once('exit', () => {
    end();
    resolve({ kind: 'ended' });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cut);
  });
}
