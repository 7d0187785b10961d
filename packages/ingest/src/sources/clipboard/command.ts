// One outside program, run without a shell and bounded in time and output. Whatever it does, the caller gets a value
// within the limit, and the program is gone.
import { spawn, type ChildProcess } from 'node:child_process';
import { waitFor } from '@percept/core/internal';
import { ByteSink } from '../byte-sink.ts';
import { errorCode } from '../source.ts';
import { maxClipboardErrorBytes } from '../../limits.ts';

export interface Command {
  readonly file: string;
  /** Of a backend `{type}` and `{path}` stand for the media type or the path that is asked for. */
  readonly args: readonly string[];
  readonly timeoutMs: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CommandBounds {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly env: Environment;
}

export interface Finished {
  readonly kind: 'ran';
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

export type Ran =
  | Finished
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'too-large'; readonly actual: number }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' };

export function runCommand(command: Command, bounds: CommandBounds): Promise<Ran> {
  if (bounds.signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
  try {
    // A relative entry in PATH must not find a program in the folder somebody else's files are in.
    const child = spawn(command.file, command.args, {
      cwd: '/',
      env: { ...bounds.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    return watch(child, command.timeoutMs, bounds);
  } catch (error) {
    return Promise.resolve({ kind: 'failed', code: errorCode(error) });
  }
}

async function watch(child: ChildProcess, timeoutMs: number, bounds: CommandBounds): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>();
  const stdout = new ByteSink(bounds.maxBytes);
  const stderr = new ByteSink(maxClipboardErrorBytes);
  child.on('error', (error) => {
    const code = errorCode(error);
    const isMissing = code === 'ENOENT' || code === 'EACCES';
    resolve(isMissing ? { kind: 'missing' } : { kind: 'failed', code });
  });
  child.stdout?.on('data', (chunk: Uint8Array) => {
    if (!stdout.push(chunk)) resolve({ kind: 'too-large', actual: stdout.length + chunk.length });
  });
  child.stderr?.on('data', (chunk: Uint8Array) => {
    stderr.push(chunk.subarray(0, maxClipboardErrorBytes - stderr.length));
  });
  child.on('close', (exitCode) => {
    const words = Buffer.from(stderr.take()).toString();
    resolve({ kind: 'ran', exitCode: exitCode ?? -1, stdout: stdout.take(), stderr: words });
  });
  const waited = await waitFor(promise, { timeoutMs, signal: bounds.signal });
  child.kill('SIGKILL');
  // A grandchild may hold the pipes open; nobody listens to it.
  child.stdout?.destroy();
  child.stderr?.destroy();
  if (waited.kind === 'failed') throw waited.error;
  return waited.kind === 'done' ? waited.value : waited;
}
