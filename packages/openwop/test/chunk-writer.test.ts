// What a model writes reaches the log as it came, in whatever pieces, and long runs of encoded letters as words.
import { createHash } from 'node:crypto';
import { accept, parseSessionId, unwrap } from '@percept/core';
import { describe, expect, test } from 'vitest';
import { ChunkWriter } from '../src/chunk-writer.ts';

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
});
