// The pipe between host and decoder: any cut of the bytes gives the same frames, and nothing else is ever believed.
import { assemblePng, defaultFit, pngChunk } from '@percept/core/internal';
import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { frameHead, FrameReader, type Frame } from '../src/decoder/frame.ts';
import { doneMessage, parseMessage, parseOutcome } from '../src/decoder/message.ts';
import { orderHead, parseOrder } from '../src/decoder/order.ts';
import type { DecodeJob } from '../src/fit/picture.ts';
import { maxFrameHeadBytes } from '../src/limits.ts';

const job: DecodeJob = {
  bytes: Uint8Array.of(1, 2, 3),
  mime: 'image/png',
  width: 40,
  height: 30,
  frames: 1,
  orientation: 6,
  hasAlpha: false,
  target: { ...defaultFit, patches: { sizePx: 28, max: 1568 } },
  region: { left: 0, top: 5, width: 10, height: 10 },
  lossless: false,
};

function bytesOf({ head, body }: { head: object; body: Uint8Array }): Uint8Array {
  return Buffer.concat([frameHead(head, body.length), body]);
}

describe('a reader', () => {
  test('finds the same frames however the bytes are cut', () => {
    const frame = fc.record({
      head: fc.dictionary(fc.string(), fc.integer()),
      body: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (frames, cuts) => {
          const seen: Frame[] = [];
          const reader = new FrameReader(
            () => 1_000,
            (found) => seen.push(found),
          );
          const all = Buffer.concat(frames.map(bytesOf));
          for (let at = 0, turn = 0; at < all.length; turn += 1) {
            const size = cuts[turn % cuts.length]!;
            expect(reader.push(all.subarray(at, at + size))).toBe(true);
            at += size;
          }
          expect(seen.map(({ head, body }) => [JSON.stringify(head), [...body]])).toEqual(
            frames.map(({ head, body }) => [JSON.stringify(head), [...body]]),
          );
        },
      ),
    );
  });

  test('takes anything else as garbage, and stays silent afterwards', () => {
    const seen: Frame[] = [];
    const good = bytesOf({ head: { type: 'hello' }, body: new Uint8Array(0) });
    const cases: Record<string, Uint8Array> = {
      'other bytes': new Uint8Array(64).fill(0x41),
      'a body over the limit': frameHead({}, 101),
      'a head over the limit': frameHead({ text: 'x'.repeat(maxFrameHeadBytes) }, 0),
      'a head that is not JSON': Buffer.from(good.map((byte, at) => (at === 12 ? 0x78 : byte))),
      'a head that is not UTF-8': Buffer.from(good.map((byte, at) => (at === 14 ? 0xff : byte))),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      const reader = new FrameReader(
        () => 100,
        (frame) => seen.push(frame),
      );
      expect([name, reader.push(bytes), reader.push(good)]).toEqual([name, false, false]);
    }
    expect(seen).toEqual([]);
  });
});

describe('a job', () => {
  test('survives the pipe', () => {
    const head: unknown = JSON.parse(JSON.stringify(orderHead(7, 1_000, job)));
    expect(parseOrder({ head, body: job.bytes })).toEqual({
      id: 7,
      maxSourcePixels: 1_000,
      job: { ...job, output: 'file' },
    });
  });

  test('keeps a limit that is infinite', () => {
    const open = { ...job, target: { ...defaultFit, maxPixels: Number.POSITIVE_INFINITY } };
    const head: unknown = JSON.parse(JSON.stringify(orderHead(7, 1_000, open)));
    expect(parseOrder({ head, body: job.bytes })?.job.target.maxPixels).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test('is not read from anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (head) => parseOrder({ head, body: job.bytes }) === undefined),
    );
    for (const facts of [
      { width: 0 },
      { orientation: 9 },
      { mime: 'image/svg+xml' },
      { target: {} },
    ]) {
      const head: unknown = JSON.parse(
        JSON.stringify(orderHead(7, 1_000, { ...job, ...facts } as DecodeJob)),
      );
      expect(parseOrder({ head, body: job.bytes })).toBeUndefined();
    }
  });
});

describe('an answer', () => {
  const png = assemblePng({
    width: 10,
    height: 10,
    bitDepth: 8,
    colourType: 0,
    compressed: deflateSync(new Uint8Array(110)),
  });
  const picture = {
    kind: 'encoded',
    mime: 'image/png',
    width: 10,
    height: 10,
    steps: ['cropped'],
    encodes: 1,
    notes: ['damaged'],
  } as const;

  test('survives the pipe', () => {
    const sent = doneMessage(3, { ok: true, value: { ...picture, bytes: png } }, 99);
    const head: unknown = JSON.parse(JSON.stringify(sent.head));
    const message = parseMessage({ head, body: sent.body });
    if (message?.type !== 'done') throw new Error('The message is not an answer.');
    expect(parseOutcome(message.outcome, message.body, job)).toEqual({
      ok: true,
      value: { ...picture, bytes: png },
    });
    expect([message.id, message.rssBytes]).toEqual([3, 99]);
  });

  test('is believed only when an honest decoder could have given it', () => {
    const parse = (value: object, body = png) =>
      parseOutcome({ ok: true, value: { ...picture, ...value } }, body, job);
    expect(parse({})).toBeDefined();
    for (const lie of [
      { width: 0 },
      { width: 9_999 },
      { mime: 'image/gif' },
      { mime: 'text/html' },
      { kind: 'checked' },
      { encodes: -1 },
      { notes: 'none' },
      { steps: 'all' },
    ]) {
      expect([lie, parse(lie)]).toEqual([lie, undefined]);
    }
    for (const smuggled of [
      Buffer.from('<html>'),
      Buffer.concat([png, Buffer.from('more')]),
      Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.from('a\0b')), png.subarray(33)]),
    ]) {
      expect(parse({}, smuggled)).toBeUndefined();
    }
    for (const refusal of [
      { refused: 'forbidden', message: 'a', hint: 'b' },
      { refused: 'corrupt', message: 'a\u001b[2J', hint: 'b' },
      { refused: 'corrupt', message: 'a'.repeat(2_000), hint: 'b' },
    ]) {
      expect(parseOutcome({ ok: false, refusal }, png, job)).toBeUndefined();
    }
    expect(parse({ steps: ['cropped', '<script>'] })).toMatchObject({
      value: { steps: ['cropped'] },
    });
    expect(
      parseOutcome({ ok: false, refusal: { refused: 'bribed', message: '', hint: '' } }, png, job),
    ).toBeUndefined();
  });

  test('is not read from anything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseOutcome(value, png, job)).toBeUndefined();
        expect(parseMessage({ head: value, body: png })).toBeUndefined();
      }),
    );
  });
});
