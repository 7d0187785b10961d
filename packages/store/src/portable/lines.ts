// Reading an untrusted directory: regular files only (no link, pipe or device stands in for one), and no line longer
// than the limit, so that an import cannot be made to wait or to hold an endless one.
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { failureOf } from '../failure.ts';

const careful = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const notThere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

/** The open file, or undefined when there is no regular one at that path. */
export async function openRegular(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, careful);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return undefined;
  } catch (error) {
    if (notThere.has(failureOf(error))) return undefined;
    throw error;
  }
}

export type Line =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'not-text' };

const newline = 0x0a;

/** Closes the file at the end, also when the reader stops early. */
export async function* readLines(file: FileHandle, maxLineBytes: number): AsyncIterable<Line> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of chunksOf(file)) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield toLine([...parts, chunk.subarray(start, end)], maxLineBytes);
      parts = [];
      held = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    held += chunk.length - start;
    if (held > maxLineBytes) {
      yield { kind: 'too-long' };
      return;
    }
  }
  if (held > 0) yield toLine(parts, maxLineBytes);
}

async function* chunksOf(file: FileHandle): AsyncIterable<Uint8Array> {
  for await (const chunk of file.createReadStream()) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}

function toLine(parts: readonly Uint8Array[], maxLineBytes: number): Line {
  const bytes = Buffer.concat(parts);
  if (bytes.length > maxLineBytes) return { kind: 'too-long' };
  return isUtf8(bytes) ? { kind: 'line', text: bytes.toString('utf8') } : { kind: 'not-text' };
}
