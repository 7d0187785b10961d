// Half of a decoder's start is reading its source. Compiled once into a folder of the user's own, it is read from there.
import { spawn, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { warmCommand } from './command.ts';

/**
 * Fills the folder, in a process of its own that outlives the caller, for decoders from the next start on: where it is missing or
 * stale, the source is read as ever.
 */
export function warmDecoder(codeCache: string): ChildProcess {
  const entry = new URL(`./warm/child${extname(import.meta.url)}`, import.meta.url);
  const { file, args, env } = warmCommand(entry, codeCache);
  const child = spawn(file, args, { env: { ...env }, stdio: 'ignore', detached: true });
  // Without it everything works as before.
  child.on('error', () => {});
  child.unref();
  return child;
}
