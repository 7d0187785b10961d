// What a command was pointed at, as bytes: a file, standard input, or the clipboard's first picture.
import { doorLimits, type Outcome } from '@percept/core';
import {
  readClipboard,
  readInline,
  readPath,
  readStream,
  streamTimeouts,
} from '@percept/ingest/internal';
import { type SourceBytes } from '@percept/ingest';
import { UsageError, type Invocation } from './command.ts';

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
    throw new UsageError('Name one file, or "-" for standard input.');
  if (name === '-') return readStream(environment.stdin, { ...options, ...streamTimeouts });
  if (/^data:/i.test(name)) return readInline(name, options);
  return readPath(name, {
    ...options,
    cwd: environment.workingDirectory,
    followLinks: 'user-chosen',
  });
}

const nothingCopied = {
  refused: 'empty',
  message: 'The clipboard holds no picture and no file.',
  hint: 'Copy one, and try again.',
} as const;
