// Bytes on their way out: large ones are never held, damaged ones never leave.
import { chmod, open } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobId } from '@percept/core';
import type { Memory } from '@percept/store';
import { describe, expect, test, vi } from 'vitest';
import { accepted, openScene, picture, seen, sha256 } from './assets-scene.ts';

const mebibyte = 1024 * 1024;

async function damage(memory: Memory, id: BlobId, at: number): Promise<void> {
  const path = join(memory.directory, 'blobs', id.slice(0, 2), id);
  await chmod(path, 0o600);
  const file = await open(path, 'r+');
  await file.write(Buffer.from([0xee]), 0, 1, at);
  await file.close();
}

/** One request as it is written, without a client that would tidy it up. */
function raw(origin: string, head: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
    socket.write(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1');
  });
}

describe('large assets', { tags: ['f-asset-no-web-streams'] }, () => {
  test('are piped from their file, small ones come from memory, and no web stream is made', async () => {
    const { mint, memory, server } = await openScene();
    const [small, large] = [picture(mebibyte), picture(5 * mebibyte + 3)];
    const [one, two] = [await mint(small), await mint(large)];
    const toWeb = vi.spyOn(Readable, 'toWeb');
    const get = vi.spyOn(memory, 'get');
    const opened = vi.spyOn(memory, 'open');
    const webStreams = vi.spyOn(globalThis, 'ReadableStream');
    const read = async (url: string, head = ''): Promise<Buffer> => {
      const { pathname, origin } = new URL(url);
      const answer = await raw(origin, `GET ${pathname} HTTP/1.1${head}`);
      return Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
    };
    for (let turn = 0; turn < 3; turn++) expect(sha256(await read(one.url))).toBe(sha256(small));
    expect(get).toHaveBeenCalledTimes(1);
    expect(opened).not.toHaveBeenCalled();
    expect(sha256(await read(two.url))).toBe(sha256(large));
    const part = await read(two.url, '\r\nRange: bytes=1048570-3000000');
    expect(part.equals(large.subarray(1_048_570, 3_000_001))).toBe(true);
    expect(opened).toHaveBeenCalledTimes(2);
    expect(get).toHaveBeenCalledTimes(1);
    expect(toWeb).not.toHaveBeenCalled();
    expect(webStreams).not.toHaveBeenCalled();
    expect(server.listening).toBe(true);
    vi.restoreAllMocks();
  });

  test('whose reader leaves early are let go of', async () => {
    const { mint, memory } = await openScene();
    const { url } = await mint(picture(20 * mebibyte));
    const closed: Promise<void>[] = [];
    const inner = memory.open.bind(memory);
    vi.spyOn(memory, 'open').mockImplementation(async (id) => {
      const opened = await inner(id);
      if (opened.ok) {
        const reader = opened.value;
        const { promise, resolve } = Promise.withResolvers<void>();
        closed.push(promise);
        const counted = async (): Promise<void> => {
          await reader.close();
          resolve();
        };
        return {
          ok: true,
          value: { ...reader, close: counted, [Symbol.asyncDispose]: counted },
        };
      }
      return opened;
    });
    const stop = new AbortController();
    const response = await fetch(url, { signal: stop.signal });
    await response.body?.getReader().read();
    stop.abort();
    await expect.poll(() => closed).toHaveLength(1);
    await closed[0];
  });
});

describe('damaged bytes', () => {
  test.each([
    ['small', 1000, 500],
    ['large', 3 * mebibyte, 2 * mebibyte],
  ])('are never served: a %s asset', async (_what, size, at) => {
    const { mint, memory } = await openScene();
    const bytes = picture(size);
    const { url, grant } = await mint(bytes);
    await damage(memory, grant.blob, at);
    for (let turn = 0; turn < 2; turn++) {
      const answer = await seen(url);
      expect(answer).toMatchObject({ status: 500 });
      expect(answer).toMatchObject({ headers: { 'content-type': 'application/json' } });
    }
    accepted(await memory.put(bytes));
    expect((await fetch(url)).status).toBe(200);
  });

  test('that go wrong while they are sent end the answer before the first wrong byte', async () => {
    const { mint, memory } = await openScene();
    const bytes = picture(8 * mebibyte);
    const { url, grant } = await mint(bytes);
    await (await fetch(url)).arrayBuffer();
    await damage(memory, grant.blob, 6 * mebibyte);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect((await fetch(url)).status).toBe(500);
  });

  test('are not confused with a store that cannot be read now', async () => {
    const { mint, memory } = await openScene();
    const { url } = await mint(picture(50));
    await memory.close();
    expect(await seen(url)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });
});
