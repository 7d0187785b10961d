// Reading the lines of an untrusted file: no line is longer than the limit and all of them together are no longer than
// theirs, so that an import cannot be made to hold an endless one.
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

export interface LineLimits {
  readonly maxLineBytes: number;
  readonly maxBytes: number;
}

export type Line =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'not-text' };

const newline = 0x0a;

/** Closes the file at the end, also when the reader stops early. */
export async function* readLines(
  file: FileHandle,
  { maxLineBytes, maxBytes }: LineLimits,
): AsyncIterable<Line> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let seen = 0;
  for await (const chunk of chunksOf(file)) {
    seen += chunk.length;
    if (seen > maxBytes) {
      yield { kind: 'too-long' };
      return;
    }
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
