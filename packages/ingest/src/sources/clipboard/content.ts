// What a clipboard holds, one image or the files that were copied, and how a backend is asked for it. The platform and its environment
// come in, nothing is read from the process. Copied files are read through the same door as typed paths: the person chose them.
import { accept, type ImageType, type Outcome } from '@percept/core';
import { messageLimits } from '@percept/core/internal';
import { beginsAs } from '../../probe/signature.ts';
import { readPath } from '../open-file.ts';
import { isFileUrl } from '../path-name.ts';
import type { SourceBytes, SourceOptions } from '../source.ts';
import type { Backend } from './backends.ts';
import { runCommand, type Command, type Environment, type Finished } from './command.ts';
import { notAFile, notAnImage, stopped, tooManyFiles } from './refusals.ts';

/** What is asked for, best first: lossless before lossy. The door decides what the bytes really are. */
export const clipboardTypes: readonly ImageType[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
];

/** `maxBytes` bounds everything that is taken together. */
export interface ClipboardOptions extends SourceOptions {
  /** Without it, as many as a message usually holds. */
  readonly maxFiles?: number | undefined;
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly terminal?: TerminalRead | undefined;
}

/** The clipboard of the machine in front of the terminal (OSC 5522). Undefined where the terminal does not share it. */
export type TerminalRead = (request: {
  /** Best first. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}) => Promise<Outcome<{ readonly type: string; readonly bytes: Uint8Array }> | undefined>;

/** One image, or the files that were copied. */
export type ClipboardContent = readonly SourceBytes[];

/** Runs one program of a backend. Whatever keeps it from its end is a refusal. */
export async function ask(
  backend: Backend,
  command: Command,
  maxBytes: number,
  options: ClipboardOptions,
): Promise<Outcome<Finished>> {
  const ran = await runCommand(command, { ...options, maxBytes });
  if (ran.kind === 'ran') return accept(ran);
  return stopped(backend, ran, { timeoutMs: command.timeoutMs, maxBytes });
}

/** A type is a claim, of an owner and of a terminal: the bytes are looked at before they count as an image. */
export function asImage(bytes: Uint8Array, declaredType: string): Outcome<ClipboardContent> {
  return beginsAs(bytes)
    ? accept([{ bytes, declaredType }])
    : notAnImage(bytes.length, declaredType);
}

/** `names` are file URLs or absolute paths. All of them are read, or the first that cannot be is the refusal. */
export async function readFiles(
  names: readonly string[],
  options: ClipboardOptions,
): Promise<Outcome<ClipboardContent>> {
  const { maxFiles = messageLimits.maxImagesPerMessage } = options;
  if (names.length > maxFiles) return tooManyFiles(names.length, maxFiles);
  const read: SourceBytes[] = [];
  let left = options.maxBytes;
  for (const name of names) {
    if (!isFileUrl(name) && !/^(?:\/|[A-Za-z]:[\\/])/.test(name)) return notAFile(name);
    const outcome = await readPath(name, {
      followLinks: 'user-chosen',
      cwd: '/',
      maxBytes: left,
      signal: options.signal,
      onProgress: options.onProgress,
    });
    if (!outcome.ok) return outcome;
    left -= outcome.value.bytes.length;
    read.push(outcome.value);
  }
  return accept(read);
}
