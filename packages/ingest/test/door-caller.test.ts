// What a caller may do at the door without harm to others or to itself: throw in a listener, change its mind, and pass
// on names that a stranger chose.
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { accept, type BlobStore } from '@percept/core';
import { VolatileBlobStore } from '@percept/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { openDoor, type DoorInput, type IngestRequest } from '../src/index.ts';
import { DecoderPool } from '../src/decoder/index.ts';
import { readStream } from '../src/sources/index.ts';
import { drawScreenshot, paint } from './fixtures/pictures.ts';

const picture = new Uint8Array(await paint(drawScreenshot(120, 80)).png().toBuffer());
/** Over the default target, so that an original and a fitted copy are stored. */
const large = new Uint8Array(await paint(drawScreenshot(2400, 400)).png().toBuffer());
const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

const shared = openDoor({ store: new VolatileBlobStore() });
afterAll(() => shared.close());

function streamOf(bytes: Uint8Array): ReadableStream<unknown> {
  return new Blob([Buffer.from(bytes)]).stream();
}

test('an address that is not fetched is refused by its scheme, and not as a file that is not there', async () => {
  for (const address of ['ftp://example.test/a.png', new URL('gopher://example.test/a')]) {
    expect(await shared.ingest(address)).toMatchObject({
      ok: false,
      refusal: { refused: 'forbidden', message: expect.stringContaining('is not fetched') },
    });
  }
});

describe('a listener that fails', () => {
  const fail = (): never => {
    throw new Error('a listener broke');
  };
  /** As it looks to the door when the caller passes an async function. */
  const reject = (): unknown => Promise.reject(new Error('a listener broke later'));
  const listeners: readonly (readonly [string, IngestRequest])[] = [
    ['throws', { onStage: fail, onProgress: fail }],
    ['rejects', { onStage: reject, onProgress: reject }],
  ];

  test.each(listeners)(
    'because it %s neither ends the process nor the ingest',
    async (_, request) => {
      const escaped: unknown[] = [];
      const note = (error: unknown): void => void escaped.push(error);
      process.on('uncaughtException', note).on('unhandledRejection', note);
      try {
        const inputs: readonly DoorInput[] = [
          { kind: 'bytes', bytes: large },
          { kind: 'stream', stream: streamOf(picture) },
          { kind: 'inline', text: Buffer.from(picture).toString('base64') },
          { kind: 'bytes', bytes: pdf },
        ];
        for (const input of inputs) {
          expect(await shared.ingest(input, request)).toMatchObject({ ok: true });
        }
        await nextTurn();
      } finally {
        process.off('uncaughtException', note).off('unhandledRejection', note);
      }
      expect(escaped).toEqual([]);
    },
  );
});

describe('a name that comes with', () => {
  const lying = {
    name: '../../etc/\u001b[31mpass\u202ewd.pdf',
    declaredType: 'Text/HTML; x="\u0007"',
  };
  test.each(['bytes', 'stream'] as const)('%s is cleaned before it is stored', async (kind) => {
    const input: DoorInput =
      kind === 'bytes' ? { kind, bytes: pdf, ...lying } : { kind, stream: streamOf(pdf), ...lying };
    const outcome = await shared.ingest(input);
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(outcome.value.block).toMatchObject({
      type: 'file',
      name: '[31mpasswd.pdf',
      origin: { kind: 'attachment', name: '[31mpasswd.pdf' },
    });
  });

  test('a stream has a type that is read like any other, or none', async () => {
    const bounds = { maxBytes: 1_000, idleTimeoutMs: 1_000, timeoutMs: 1_000 };
    const read = (declaredType: string) => readStream(streamOf(pdf), { ...bounds, declaredType });
    expect(await read('Image/PNG; q=1')).toMatchObject({ value: { declaredType: 'image/png' } });
    const strange = await read('\u001b]0;image/png');
    expect(strange.ok && 'declaredType' in strange.value).toBe(false);
  });

  test('bytes and has nothing printable in it is left out', async () => {
    const outcome = await shared.ingest({ kind: 'bytes', bytes: pdf, name: ' \u0000/\u0007' });
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.ok && 'name' in outcome.value.block).toBe(false);
  });
});

describe('an ingest that is taken back', () => {
  const cancelled = { ok: false, refusal: { refused: 'cancelled' } };
  const inputs = {
    picture: { kind: 'bytes', bytes: picture },
    document: { kind: 'bytes', bytes: pdf },
    stream: { kind: 'stream', stream: streamOf(pdf) },
  } as const satisfies Record<string, DoorInput>;

  async function stored(store: BlobStore): Promise<number> {
    let count = 0;
    for await (const _ of store.list()) count += 1;
    return count;
  }

  test.each(['picture', 'document', 'stream'] as const)(
    'before it begins is refused, and no %s is stored',
    async (name) => {
      const store = new VolatileBlobStore();
      await using door = openDoor({ store });
      const signal = AbortSignal.abort();
      expect(await door.ingest(inputs[name], { signal })).toMatchObject(cancelled);
      expect(await stored(store)).toBe(0);
    },
  );

  test.each(['picture', 'document'] as const)(
    'at the last moment before a %s is stored is refused, and nothing is stored',
    async (name) => {
      const store = new VolatileBlobStore();
      await using door = openDoor({ store });
      const controller = new AbortController();
      const onStage = (stage: string): void => {
        if (stage === 'storing') controller.abort();
      };
      const { signal } = controller;
      expect(await door.ingest(inputs[name], { signal, onStage })).toMatchObject(cancelled);
      expect(await stored(store)).toBe(0);
    },
  );

  test('between the original and its fitted copy is refused', async () => {
    const controller = new AbortController();
    const store = new VolatileBlobStore();
    const put = store.put.bind(store);
    store.put = async (bytes) => {
      const kept = await put(bytes);
      controller.abort();
      return kept.ok ? accept(kept.value) : kept;
    };
    await using door = openDoor({ store });
    const { signal } = controller;
    expect(await door.ingest({ kind: 'bytes', bytes: large }, { signal })).toMatchObject(cancelled);
    expect(await stored(store)).toBe(1);
  });
});

describe('a door that has just been opened', () => {
  test('refuses a stream that fails before anybody reads it, and the process goes on', async () => {
    await using door = openDoor({ store: new VolatileBlobStore() });
    const stream = new Readable({ read: () => undefined });
    const pending = door.ingest({ kind: 'stream', stream });
    stream.destroy(new Error('the client went away'));
    expect(await pending).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
  });

  test('is closed before its first call as after it', async () => {
    const door = openDoor({ store: new VolatileBlobStore() });
    await door.close();
    const used = openDoor({ store: new VolatileBlobStore() });
    expect((await used.ingest(picture)).ok).toBe(true);
    await used.close();
    const refused = await door.ingest(picture);
    expect(refused).toMatchObject({ ok: false });
    expect(refused).toEqual(await used.ingest(picture));
  });

  test('closes the decoders that it was given', async () => {
    const decoder = new DecoderPool();
    await openDoor({ store: new VolatileBlobStore(), decoder }).close();
    expect(await decoder.describe()).toMatchObject({ ok: false });
  });
});
