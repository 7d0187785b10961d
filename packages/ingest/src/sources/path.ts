// A file becomes bytes exactly once: as many as the handle said it has, no more when it grows, and none when it shrinks.
import { accept, refuse, type Outcome } from '@percept/core';
import { basename } from 'node:path';
import {
  closeQuietly,
  openPath,
  type OpenFile,
  type OpenOptions,
  type PathAccess,
} from './open-file.ts';
import {
  cancelled,
  empty,
  errorCode,
  fits,
  labelOf,
  quoted,
  tooLarge,
  type SourceBytes,
  type SourceOptions,
} from './source.ts';
import { waitFor } from './wait.ts';

export type PathOptions = SourceOptions & OpenOptions & PathAccess;

const chunkBytes = 1024 * 1024;

/** @example await readPath('shot.png', { followLinks: 'user-chosen', cwd: process.cwd(), maxBytes: 100_000_000 }); */
export async function readPath(
  path: string | URL,
  options: PathOptions,
): Promise<Outcome<SourceBytes>> {
  const opened = await openPath(path, options, options);
  if (!opened.ok) return opened;
  try {
    return await readFile(opened.value, options);
  } finally {
    // A read that hangs in the system keeps its handle until it ends; nobody waits for that.
    void closeQuietly(opened.value.handle);
  }
}

/** Reads an open file to its end; the handle stays open. */
export async function readFile(
  file: OpenFile,
  options: SourceOptions,
): Promise<Outcome<SourceBytes>> {
  const { signal, onProgress, maxBytes } = options;
  const shown = quoted(file.path);
  const totalBytes = file.bytes;
  if (!fits(totalBytes, maxBytes)) return tooLarge(shown, totalBytes, maxBytes);
  if (totalBytes === 0) return empty(shown);
  if ((await options.room?.(totalBytes)) === false) return cancelled(shown);
  const buffer = Buffer.allocUnsafeSlow(totalBytes + 1);
  let readBytes = 0;
  while (readBytes < buffer.length) {
    const length = Math.min(chunkBytes, buffer.length - readBytes);
    const waited = await waitFor(file.handle.read(buffer, readBytes, length, readBytes), {
      signal,
    });
    if (waited.kind === 'failed') {
      return refuse({
        refused: 'unavailable',
        message: `Reading ${shown} failed after ${readBytes} of ${totalBytes} bytes (${errorCode(waited.error)}).`,
        hint: 'Check the disk or the network drive, and try again.',
      });
    }
    if (waited.kind !== 'done') return cancelled(shown);
    if (waited.value.bytesRead === 0) break;
    readBytes += waited.value.bytesRead;
    onProgress?.({ readBytes: Math.min(readBytes, totalBytes), totalBytes });
  }
  if (readBytes !== totalBytes) {
    const how = readBytes > totalBytes ? 'grew' : `ended at byte ${readBytes}`;
    return refuse({
      refused: 'corrupt',
      message: `${shown} had ${totalBytes} bytes when it was opened and ${how} while it was read.`,
      hint: 'Wait until it is written completely, then try again.',
    });
  }
  const name = labelOf(basename(file.path));
  return accept({
    bytes: new Uint8Array(buffer.buffer, 0, totalBytes),
    ...(name !== undefined && { name }),
  });
}
