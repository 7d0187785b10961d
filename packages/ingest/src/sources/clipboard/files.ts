// Copied files are read through the same door as typed paths: the person chose them.
import { accept, type Outcome } from '@percept/core';
import { messageLimits } from '@percept/core/internal';
import { isFileUrl } from '../path-name.ts';
import { readPath } from '../open-file.ts';
import type { SourceBytes } from '../source.ts';
import type { ClipboardContent, ClipboardOptions } from './options.ts';
import { notAFile, tooManyFiles } from './refusals.ts';

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
