// What a model writes reaches the log as it came, in whatever pieces, and long runs of encoded letters as words.
import { createHash } from 'node:crypto';
import { accept, parseSessionId, unwrap } from '@percept/core';
import { describe, expect, test } from 'vitest';
import { ChunkWriter } from '../src/chunk-writer.ts';
import { maxChunkChars } from '../src/limits.ts';

const run = unwrap(parseSessionId('run'));

function listening(): { readonly writer: ChunkWriter; readonly chunks: readonly unknown[] } {
  const chunks: unknown[] = [];
  const writer = new ChunkWriter({
    nodeId: 'n',
    run,
    emit: async ({ payload }) => {
      chunks.push(payload['chunk']);
      return accept(undefined);
    },
  });
  return { writer, chunks };
}

async function logged(text: string, pieceChars: number): Promise<string> {
  const { writer, chunks } = listening();
  for (let at = 0; at < text.length; at += pieceChars)
    await writer.write(text.slice(at, at + pieceChars));
  await writer.end();
  expect(writer.text).toBe(text);
  return chunks.join('');
}

const sums = Array.from({ length: 5 }, (_, at) =>
  createHash('sha256').update(String(at)).digest('hex'),
).join('\n');

describe('what a model writes', () => {
  test.each([1, 20, Infinity])('keeps lists of hashes, in pieces of %d', async (pieceChars) => {
    const text = `The sums:\n${sums}\nThat is all.`;
    expect(await logged(text, pieceChars)).toBe(text);
  });

  test.each([1, 20, Infinity])('loses a run of base64, in pieces of %d', async (pieceChars) => {
    const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * at) % 251));
    const one = bytes.toString('base64url');
    const other = `${bytes.subarray(0, 2_999).toString('base64')}==`;
    const text = `Look: ${one}\n${sums}\n(${other}) and ${'a'.repeat(1_023)}, ${one}`;
    const words = (letters: string) => `[${letters.length} characters of encoded bytes left out]`;
    expect(await logged(text, pieceChars)).toBe(
      `Look: ${words(one)}\n${sums}\n(${words(other)}) and ${'a'.repeat(1_023)}, ${words(one)}`,
    );
  });

  test('is told while it is written, but for its last word', async () => {
    const { writer, chunks } = listening();
    const text = 'word and '.repeat(300);
    for (const piece of text.split(/(?= )/)) await writer.write(piece);
    expect(text.length - chunks.join('').length).toBeLessThan(maxChunkChars + 'word '.length);
    await writer.end();
    expect(chunks.join('')).toBe(text);
  });
});
