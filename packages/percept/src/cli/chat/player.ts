// Plays a stored sound with a program of this machine, and only because a person asked. The bytes lie in a folder of their
// own while it plays, and nothing of the sound reaches a shell.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accept, refuse, type Outcome } from '@percept/core';
import type { Environment } from '../command.ts';
import { findProgram, foldersOf } from '@percept/ingest/internal/host-program';

/** In order of preference; the file comes last. */
const players: readonly (readonly [program: string, ...args: string[]])[] = [
  ['afplay'],
  ['pw-play'],
  ['paplay'],
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet'],
  ['mpv', '--no-video', '--really-quiet', '--no-config'],
  ['play', '-q'],
  ['aplay', '-q'],
];

export interface Sound {
  readonly bytes: Uint8Array;
  /** Its ending tells the player what it is. */
  readonly name: string;
}

/** The program that played it, once it is over. */
export async function playSound(
  { bytes, name }: Sound,
  { variables }: Pick<Environment, 'variables'>,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const found = findPlayer(variables['PATH']);
  if (!found) return refuse(noPlayer);
  const folder = await mkdtemp(join(tmpdir(), 'percept-sound-'));
  try {
    const file = join(folder, `sound${/\.[a-z0-9]{1,5}$/.exec(name)?.[0] ?? ''}`);
    await writeFile(file, bytes, { mode: 0o600 });
    const [program, ...args] = found;
    const code = await run(program, [...args, file], signal);
    return code === 0 || signal.aborted ? accept(program) : refuse(failed(program));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findPlayer(path: string | undefined): readonly [string, ...string[]] | undefined {
  for (const [program, ...args] of players) {
    const full = findProgram([program], foldersOf(path));
    if (full !== undefined) return [full, ...args];
  }
  return undefined;
}

function run(program: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const child = spawn(program, args, { stdio: 'ignore', signal });
  child.on('error', () => resolve(1));
  child.on('close', (code) => resolve(code ?? 1));
  return promise;
}

const noPlayer = {
  refused: 'unavailable',
  message: 'There is no program here that plays sound.',
  hint: 'Install pw-play, paplay, ffplay, mpv or aplay, or write the sound to a file with /save.',
} as const;

function failed(program: string) {
  return {
    refused: 'unavailable',
    message: `${program} did not play it.`,
    hint: 'Write the sound to a file with /save and play it elsewhere.',
  } as const;
}
