// Many large inputs at once: they wait for each other, never for ever, and this process does not swell.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobId, Outcome } from '@percept/core';
import { defaultFit } from '@percept/core/internal';
import { VolatileBlobStore } from '@percept/store/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteBudget } from '../src/byte-budget.ts';
import { openDoor, type SourceProgress } from '../src/index.ts';
import { chunk, png } from './corpus/make-png.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { maxReadAheadBytes } from '../src/limits.ts';

const MiB = 1024 * 1024;

/** A piece of work that holds what it was given until it is told to end. */
function piece(budget: ByteBudget, bytes: number, signal?: AbortSignal) {
  const { promise: told, resolve: end } = Promise.withResolvers<void>();
  const state = { entered: false };
  const ended = budget.during(signal, async (room) => {
    state.entered = await room(bytes);
    if (state.entered) await told;
    return state.entered;
  });
  return { state, end, ended };
}

describe('a byte budget', () => {
  test('lets in what fits, and the next when something ends', async () => {
    const budget = new ByteBudget(100);
    const [first, second, third] = [piece(budget, 60), piece(budget, 40), piece(budget, 30)];
    await nextTurn();
    expect([first, second, third].map(({ state }) => state.entered)).toEqual([true, true, false]);
    second.end();
    await second.ended;
    await nextTurn();
    expect(third.state.entered).toBe(true);
  });

  test('lets one pass that is larger than all of it, when those before it have ended', async () => {
    const budget = new ByteBudget(100);
    const [small, huge] = [piece(budget, 1), piece(budget, 1_000)];
    await nextTurn();
    expect(huge.state.entered).toBe(false);
    small.end();
    await small.ended;
    await nextTurn();
    expect(huge.state.entered).toBe(true);
  });

  test('lets a waiting one go when its caller gives up, and keeps nothing of it', async () => {
    const budget = new ByteBudget(100);
    const first = piece(budget, 80);
    const controller = new AbortController();
    const second = piece(budget, 80, controller.signal);
    await nextTurn();
    controller.abort();
    expect(await second.ended).toBe(false);
    const third = piece(budget, 20);
    await nextTurn();
    expect(third.state.entered).toBe(true);
    first.end();
    third.end();
    expect(await Promise.all([first.ended, third.ended])).toEqual([true, true]);
  });

  test('never blocks pieces of work that grow step by step, and holds no more than itself and one of them', async () => {
    const growths = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(growths, async (pieces) => {
        const budget = new ByteBudget(100);
        const held = pieces.map(() => 0);
        let most = 0;
        await Promise.all(
          pieces.map((steps, index) =>
            budget.during(undefined, async (room) => {
              let bytes = 0;
              for (const step of steps) {
                bytes += step;
                await room(bytes);
                held[index] = bytes;
                most = Math.max(
                  most,
                  held.reduce((sum, one) => sum + one, 0),
                );
                await nextTurn();
              }
              held[index] = 0;
            }),
          ),
        );
        const largest = Math.max(
          ...pieces.map((steps) => steps.reduce((sum, one) => sum + one, 0)),
        );
        expect(most).toBeLessThanOrEqual(100 + largest);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the door', () => {
  test(
    'takes a hundred files of eight megabytes at once in the memory of a few',
    { timeout: 240_000 },
    async () => {
      const clean = png({ width: 8, height: 8, colour: 2 });
      const end = clean.length - 12;
      const note = chunk('tEXt', Buffer.alloc(8 * MiB, 'gossip '));
      const path = join(await makeFolder(), 'heavy.png');
      await writeFile(path, Buffer.concat([clean.subarray(0, end), note, clean.subarray(end)]));
      const store = new VolatileBlobStore();
      await using door = openDoor({ store, maxBytesInFlight: 64 * MiB });
      await door.isolation();
      const before = process.memoryUsage().arrayBuffers;
      const beforeRss = process.memoryUsage.rss();
      let peak = before;
      let peakRss = beforeRss;
      const look = (): void => {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        peakRss = Math.max(peakRss, process.memoryUsage.rss());
      };
      const watch = setInterval(look, 5);
      const access = { followLinks: 'user-chosen' } as const;
      const began = performance.now();
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, () =>
          door.ingest(
            { kind: 'path', path, cwd: '/', access },
            { onProgress: look, onStage: look },
          ),
        ),
      );
      clearInterval(watch);
      console.log(
        `100 files of 8 MiB in ${Math.round(performance.now() - began)} ms: ` +
          `RSS grew by ${Math.round((peakRss - beforeRss) / MiB)} MiB, buffers by ${Math.round((peak - before) / MiB)} MiB`,
      );
      expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
      // 800 MiB if they did not wait.
      expect(peakRss - beforeRss).toBeLessThan(400 * MiB);
    },
  );

  test(
    'lets two hundred screens of 4K wait where they lie, on the disk and in the store',
    { timeout: 240_000, tags: ['f-ingest-crowd-memory'] },
    async () => {
      // As heavy as a screen of 4K, and quick to decode.
      const clean = png({ width: 64, height: 64, colour: 2 });
      const end = clean.length - 12;
      const note = chunk('tEXt', Buffer.alloc(MiB, 'gossip '));
      const bytes = Buffer.concat([clean.subarray(0, end), note, clean.subarray(end)]);
      const path = join(await makeFolder(), 'screen.png');
      await writeFile(path, bytes);
      const held = { now: 0, most: 0 };
      const take = (count: number): void => {
        held.now += count;
        held.most = Math.max(held.most, held.now);
      };
      class CountedStore extends VolatileBlobStore {
        override get(id: BlobId): Promise<Outcome<Uint8Array>> {
          take(bytes.length);
          return super.get(id);
        }
      }
      await using door = openDoor({ store: new CountedStore() });
      const kept = await door.keep({ kind: 'bytes', bytes });
      if (!kept.ok) throw new Error(kept.refusal.message);
      const { sha256 } = kept.value.original;
      const access = { followLinks: 'user-chosen' } as const;
      const onProgress = ({ readBytes }: SourceProgress): void => {
        if (readBytes === bytes.length) take(bytes.length);
      };
      const crowds = [
        () => door.ingest({ kind: 'path', path, cwd: '/', access }, { onProgress }),
        () => door.fit(sha256, { target: defaultFit }),
      ];
      for (const come of crowds) {
        held.most = 0;
        const outcomes = await Promise.all(
          Array.from({ length: 200 }, () =>
            come().finally(() => {
              held.now -= bytes.length;
            }),
          ),
        );
        expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
        expect(held.now).toBe(0);
        expect(held.most).toBeGreaterThan(0);
        expect(held.most).toBeLessThanOrEqual(maxReadAheadBytes + bytes.length);
      }
    },
  );

  test(
    'gives a file back at once that is refused before a decoder sees it, and never what a caller holds',
    { tags: ['f-ingest-crowd-memory'] },
    async () => {
      const clean = png({ width: 8, height: 8, colour: 2 });
      const end = clean.length - 12;
      const gossip = chunk('tEXt', Buffer.alloc(17 * MiB, 'gossip '));
      const bytes = Buffer.concat([clean.subarray(0, end), gossip, clean.subarray(end)]);
      const path = join(await makeFolder(), 'gossip.png');
      await writeFile(path, bytes);
      await using door = openDoor({ store: new VolatileBlobStore() });
      const access = { followLinks: 'user-chosen' } as const;
      const inParts = async function* (): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bytes.length; at += MiB) yield bytes.subarray(at, at + MiB);
      };
      const before = process.memoryUsage().arrayBuffers;
      const refused = [
        await door.ingest({ kind: 'path', path, cwd: '/', access }),
        await door.keep({ kind: 'path', path, cwd: '/', access }),
        await door.ingest({ kind: 'stream', stream: inParts() }),
        await door.ingest({ kind: 'bytes', bytes }),
      ];
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MiB);
      for (const outcome of refused) expect(outcome).toMatchObject({ ok: false });
      expect(bytes.length).toBeGreaterThan(17 * MiB);
    },
  );

  test('lets a caller give up while it waits for room, from a file and from memory', async () => {
    const path = join(await makeFolder(), 'note.txt');
    await writeFile(path, 'x'.repeat(1_000));
    await using door = openDoor({ store: new VolatileBlobStore(), maxBytesInFlight: 10 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const slow = door.ingest({
      kind: 'stream',
      stream: (async function* () {
        yield Buffer.from('slow ');
        await gate;
      })(),
    });
    const controller = new AbortController();
    const { signal } = controller;
    const access = { followLinks: 'user-chosen' } as const;
    const waiting = [
      door.ingest({ kind: 'path', path, cwd: '/', access }, { signal }),
      door.ingest({ kind: 'bytes', bytes: Buffer.alloc(1_000, 'x') }, { signal }),
      door.ingest({ kind: 'inline', text: `data:,${'x'.repeat(1_000)}` }, { signal }),
      door.ingest({ kind: 'stream', stream: new Blob(['x'.repeat(1_000)]).stream() }, { signal }),
    ];
    const patient = door.ingest({ kind: 'path', path, cwd: '/', access });
    setTimeout(() => controller.abort(), 50);
    for (const outcome of await Promise.all(waiting)) {
      expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'cancelled' } });
    }
    open();
    expect(await slow).toMatchObject({ ok: true });
    expect(await patient).toMatchObject({ ok: true });
  });
});
