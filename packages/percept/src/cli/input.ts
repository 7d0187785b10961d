// What a command was pointed at: a file, standard input, an address, a data URL, or the clipboard's first picture.
import { addAbortSignal } from 'node:stream';
import { accept, doorLimits, type Outcome } from '@percept/core';
import { cancelled } from '@percept/core/internal';
import { arrive, readClipboard } from '@percept/ingest/internal';
import type { DoorInput, SourceBytes } from '@percept/ingest';
import { maxWordsChars } from '../limits.ts';
import { orRefuse, UsageError, type Environment, type Invocation } from './command.ts';

/** Whether a word of a command line names something else than a file: standard input, an address or a data URL. */
export function isElsewhere(name: string): boolean {
  // Any scheme but file: what is not fetched is refused by its name, and not as a file that is not there.
  return name === '-' || /^(?:data:|(?!file:)[a-z][a-z\d+.-]+:\/\/)/i.test(name);
}

export function inputOf(name: string, { stdin, workingDirectory }: Environment): DoorInput {
  if (!isElsewhere(name))
    return { kind: 'path', path: name, cwd: workingDirectory, access: userChosen };
  if (name === '-') return { kind: 'stream', stream: stdin, name: 'stdin' };
  return /^data:/i.test(name) ? { kind: 'inline', text: name } : { kind: 'url', url: name };
}

const userChosen = { followLinks: 'user-chosen' } as const;

export async function readInput({
  args,
  flags,
  environment,
  signal,
}: Invocation): Promise<Outcome<SourceBytes>> {
  const [name, ...rest] = args;
  const options = { maxBytes: doorLimits.maxSourceBytes, signal };
  if (flags.on('clipboard')) {
    if (name !== undefined) throw new UsageError('Either --clipboard or a file, not both.');
    const { platform, variables: env } = environment;
    const copied = await readClipboard({ ...options, platform, env });
    if (!copied.ok) return copied;
    const [first] = copied.value;
    return first ? { ok: true, value: first } : { ok: false, refusal: nothingCopied };
  }
  if (name === undefined || rest.length > 0)
    throw new UsageError('Name one file or URL, or "-" for standard input.');
  return readNamed(name, { environment, signal });
}

export async function readNamed(
  name: string,
  { environment, signal }: Pick<Invocation, 'environment' | 'signal'>,
): Promise<Outcome<SourceBytes>> {
  const maxBytes = doorLimits.maxSourceBytes;
  return arrive(inputOf(name, environment), { maxBytes, signal, inspect: accept });
}

/** Words on standard input, bounded while they come: whoever ends the command does not wait for whoever writes them. */
export async function readWords({
  environment,
  signal,
}: Pick<Invocation, 'environment' | 'signal'>): Promise<string> {
  const pieces: AsyncIterable<Uint8Array> = addAbortSignal(signal, environment.stdin);
  const decoder = new TextDecoder();
  let words = '';
  try {
    for await (const piece of pieces) {
      words += decoder.decode(piece, { stream: true });
      if (words.length > maxWordsChars)
        throw new UsageError('Standard input has more than a million characters.');
    }
  } catch (error) {
    if (signal.aborted) return orRefuse(cancelled());
    throw error;
  }
  return words + decoder.decode();
}

const nothingCopied = {
  refused: 'empty',
  message: 'The clipboard holds no picture and no file.',
  hint: 'Copy one, and try again.',
} as const;
