import { accept, refuse } from '@percept/core';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readStream } from '../src/sources/index.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { kindOf, refusalOf, textOf, valueOf } from './fixtures/sources/outcome.ts';

const options = { maxBytes: 1024 * 1024, idleTimeoutMs: 5_000, timeoutMs: 10_000 };
const bytes = (text: string) => new TextEncoder().encode(text);

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await sleep(1);
    yield bytes(text);
  }
}

describe('a stream', () => {
  test('is collected from a Node stream, a web stream and an async iterable alike', async () => {
    const path = join(await makeFolder(), 'file.txt');
    await writeFile(path, 'hello world');
    for (const stream of [
      createReadStream(path, { highWaterMark: 3 }),
      ReadableStream.from(chunks('hello ', 'world')),
      chunks('hello', ' ', '', 'world'),
    ]) {
      expect(textOf(await readStream(stream, options))).toBe('hello world');
    }
  });

  test('keeps its name and type and reports progress', { tags: ['d-door-progress'] }, async () => {
    const seen: unknown[] = [];
    const read = await readStream(chunks('ab', 'c'), {
      ...options,
      name: 'a.png',
      declaredType: 'image/png',
      totalBytes: 3,
      onProgress: (progress) => seen.push(progress),
    });
    expect(valueOf(read)).toMatchObject({ name: 'a.png', declaredType: 'image/png' });
    expect(seen).toEqual([
      { readBytes: 2, totalBytes: 3 },
      { readBytes: 3, totalBytes: 3 },
    ]);
  });

  test('is copied, so that a sender who reuses its buffer changes nothing', async () => {
    async function* reusing(): AsyncGenerator<Uint8Array> {
      const buffer = new Uint8Array(2);
      for (const text of ['ab', 'cd']) {
        buffer.set(bytes(text));
        yield buffer;
      }
      buffer.fill(0);
    }
    expect(textOf(await readStream(reusing(), options))).toBe('abcd');
  });

  test('of three hundred thousand tiny chunks costs about its bytes', async () => {
    async function* tiny(): AsyncGenerator<Uint8Array> {
      const one = new Uint8Array(1);
      for (let count = 0; count < 300_000; count++) yield one;
    }
    const before = process.memoryUsage().arrayBuffers;
    const read = valueOf(await readStream(tiny(), { ...options, timeoutMs: 200_000 }));
    expect(read.bytes.length).toBe(300_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});

describe('a stream that misbehaves', () => {
  test(
    'is cut at the limit while it flows, and stopped',
    { tags: ['f-ingest-fetch-bytes'] },
    async () => {
      let stopped = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        try {
          for (;;) yield new Uint8Array(64 * 1024);
        } finally {
          stopped++;
        }
      }
      const node = Readable.from(endless());
      for (const stream of [endless(), ReadableStream.from(endless()), node]) {
        const refusal = refusalOf(await readStream(stream, options));
        expect(refusal).toMatchObject({ refused: 'too-large', limit: { max: 1024 * 1024 } });
      }
      await expect.poll(() => stopped).toBe(3);
      expect(node.destroyed).toBe(true);
    },
  );

  test('may fill the limit exactly', async () => {
    expect(kindOf(await readStream(chunks('abcd'), { ...options, maxBytes: 4 }))).toBe('accepted');
    expect(kindOf(await readStream(chunks('abcd', 'e'), { ...options, maxBytes: 4 }))).toBe(
      'too-large',
    );
    expect(kindOf(await readStream(chunks('a'), { ...options, maxBytes: Number.NaN }))).toBe(
      'too-large',
    );
  });

  test('times out when it falls silent, and is stopped while its read is pending', async () => {
    const node = new PassThrough();
    node.write('abc');
    let cancelled = false;
    const web = new ReadableStream({
      start: (controller) => controller.enqueue(bytes('abc')),
      cancel: () => void (cancelled = true),
    });
    for (const stream of [node, web]) {
      const refusal = refusalOf(await readStream(stream, { ...options, idleTimeoutMs: 60 }));
      expect(refusal.refused).toBe('timed-out');
      expect(refusal.message).toContain('60 ms without a byte, after 3 bytes');
    }
    expect(node.destroyed).toBe(true);
    expect(cancelled).toBe(true);
  });

  test(
    'times out in all although it never falls silent',
    { tags: ['f-ingest-fetch-slow'] },
    async () => {
      async function* drip(): AsyncGenerator<Uint8Array> {
        for (;;) {
          await sleep(5);
          yield bytes('.');
        }
      }
      const refusal = refusalOf(await readStream(drip(), { ...options, timeoutMs: 100 }));
      expect(refusal.message).toContain('100 ms in all');
    },
  );

  test('cannot keep the process busy with empty chunks', async () => {
    async function* nothing(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(0);
    }
    expect(kindOf(await readStream(nothing(), { ...options, idleTimeoutMs: 80 }))).toBe(
      'timed-out',
    );
    const outcome = await readStream(nothing(), { ...options, signal: AbortSignal.timeout(50) });
    expect(kindOf(outcome)).toBe('cancelled');
  });

  test('is corrupt when it breaks, and says after how many bytes, not with whose words', async () => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield bytes('abc');
      throw new Error('secret path');
    }
    const refusal = refusalOf(await readStream(breaking(), options));
    expect(refusal.refused).toBe('corrupt');
    expect(refusal.message).toContain('after 3 bytes');
    expect(JSON.stringify(refusal)).not.toContain('secret');
    const node = new PassThrough();
    node.destroy(new Error('gone'));
    expect(kindOf(await readStream(node, options))).toBe('corrupt');
  });

  test('is refused when it gives text, is already being read, or is empty', async () => {
    expect(kindOf(await readStream(Readable.from(['text']), options))).toBe('invalid-input');
    expect(kindOf(await readStream(Readable.from([[1, 2, 3]]), options))).toBe('invalid-input');
    const locked = new ReadableStream();
    locked.getReader();
    expect(kindOf(await readStream(locked, options))).toBe('invalid-input');
    expect(kindOf(await readStream(Readable.from([]), options))).toBe('empty');
    expect(kindOf(await readStream(chunks('', ''), options))).toBe('empty');
  });

  test('ends at once when the caller cancels', { tags: ['d-door-abort'] }, async () => {
    const node = new PassThrough();
    const outcome = await readStream(node, { ...options, signal: AbortSignal.timeout(20) });
    expect(kindOf(outcome)).toBe('cancelled');
    expect(node.destroyed).toBe(true);
    const unread = new PassThrough();
    expect(kindOf(await readStream(unread, { ...options, signal: AbortSignal.abort() }))).toBe(
      'cancelled',
    );
    expect(unread.destroyed).toBe(true);
  });

  test('is stopped even when the progress listener throws', async () => {
    const node = Readable.from([bytes('a'), bytes('b')]);
    const reading = readStream(node, {
      ...options,
      onProgress: () => {
        throw new Error('a bug of the caller');
      },
    });
    await expect(reading).rejects.toThrow('a bug of the caller');
    expect(node.destroyed).toBe(true);
  });
});

describe('looking at the first bytes', () => {
  const no = refuse({ refused: 'unsupported-type', message: 'no', hint: 'no' });

  test('ends the reading as soon as there are enough of them', async () => {
    let sent = 0;
    const seen: number[] = [];
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        await sleep(1);
        sent++;
        yield new Uint8Array(100);
      }
    }
    const outcome = await readStream(endless(), {
      ...options,
      inspect: (head) => {
        seen.push(head.length);
        return no;
      },
    });
    expect(outcome).toBe(no);
    expect(seen).toEqual([512]);
    expect(sent).toBeLessThanOrEqual(7);
  });

  test('happens exactly once, also for a short source', async () => {
    for (const [text, expected] of [
      ['short', 5],
      ['x'.repeat(512), 512],
      ['x'.repeat(5000), 512],
    ] as const) {
      const seen: number[] = [];
      const inspect = (head: Uint8Array) => {
        seen.push(head.length);
        return accept(undefined);
      };
      expect(textOf(await readStream(chunks(text, ''), { ...options, inspect }))).toBe(text);
      expect(seen).toEqual([expected]);
    }
    expect(await readStream(chunks('short'), { ...options, inspect: () => no })).toBe(no);
  });
});
