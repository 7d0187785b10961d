import { doorLimits, refuse, type Outcome } from '@percept/core';
import { isRecord } from '@percept/core/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { probe } from '../src/probe/index.ts';
import { probeAudio } from '../src/probe/audio/probe-audio.ts';
import { refusalFor, sniff } from '../src/sniff.ts';
import { stripMetadata } from '../src/strip/index.ts';
import { join } from './corpus/bytes.ts';
import { chunk, ihdr, pngSignature } from './corpus/make-png.ts';
import { hostileCorpus, smallPictures, truncations } from './corpus/index.ts';
import { processorMs } from '../../../test/processor-time.ts';

/** Of processor time, which a busy machine does not stretch. Quiet, nothing here takes more than some 50 ms. */
const deadlineMs = 500;

function judge(bytes: Uint8Array): Outcome<unknown> {
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'image') {
    const outcome = probe(bytes, sniffed.mime, doorLimits);
    if (outcome.ok || bytes.length < 10_000) stripMetadata(bytes, sniffed.mime);
    return outcome;
  }
  if (sniffed.kind === 'audio') return probeAudio(bytes, sniffed.mime, doorLimits);
  return refuse(refusalFor(sniffed));
}

/** Which pass of Adam7 draws a pixel (PNG, 8.2). */
const passes = [
  '16462646',
  '77777777',
  '56565656',
  '77777777',
  '36463646',
  '77777777',
  '56565656',
  '77777777',
];

/** What the passes of a picture of 64 bits a pixel hold, counted pixel by pixel. */
function interlacedBytes(width: number, height: number): number {
  const held = new Map<string, { pixels: number; rows: Set<number> }>();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const name = passes[y % 8]?.[x % 8] ?? '';
      const pass = held.get(name) ?? { pixels: 0, rows: new Set<number>() };
      pass.pixels += 1;
      pass.rows.add(y);
      held.set(name, pass);
    }
  return [...held.values()].reduce((sum, { pixels, rows }) => sum + pixels * 8 + rows.size, 0);
}

// The second has passes without a column, and fills its last byte.
test.each([
  [601, 403],
  [1, 344],
])('an interlaced PNG of %i by %i is believed to the byte', (width, height) => {
  const raw = interlacedBytes(width, height);
  // Two bits of deflate stand for at most 258 bytes.
  const least = Math.ceil(raw / (4 * 258)) - 1;
  const judged = [least, least - 1].map((length) =>
    probe(
      join(
        pngSignature,
        ihdr({ width, height, depth: 16, colour: 6, interlaced: true }),
        chunk('IDAT', new Uint8Array(length)),
        chunk('IEND'),
      ),
      'image/png',
      doorLimits,
    ),
  );
  expect(judged.map(({ ok }) => ok)).toEqual([true, false]);
});

describe('the pre-filter holds against every class of attack', () => {
  test.each(hostileCorpus().filter(({ name }) => !name.includes(' cut after ')))(
    '$name',
    ({ bytes, expect: expected, by }) => {
      const started = processorMs();
      const outcome = judge(bytes);
      expect(processorMs() - started).toBeLessThan(deadlineMs);
      if (expected === 'either') return;
      if (by === 'door') return expect(outcome.ok).toBe(true);
      expect(outcome.ok ? 'taken' : outcome.refusal.refused).toBeOneOf([...expected.refused]);
    },
  );
});

test(
  'a picture that is cut at any offset is refused as corrupt, or its decoder is told that it breaks off',
  { tags: ['f-ingest-truncated-refused'] },
  () => {
    const wrong = truncations().filter(({ bytes }) => {
      const outcome = judge(bytes);
      return outcome.ok
        ? !isRecord(outcome.value) || outcome.value['breaksOff'] !== true
        : outcome.refusal.refused !== 'corrupt';
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  },
);

test('every bit of a small picture can flip, and every byte can be anything, without a throw', () => {
  for (const { bytes } of smallPictures()) {
    for (let at = 0; at < bytes.length; at++) {
      for (let value = 0; value < 256; value += value < 16 ? 1 : 15) {
        expect(judge(bytes.with(at, value)).ok).toBeTypeOf('boolean');
      }
    }
  }
});

test('every pair of a length field and a cut gets an answer', () => {
  for (const { bytes } of smallPictures()) {
    for (let at = 0; at + 4 <= bytes.length; at++) {
      for (const lie of [
        [255, 255, 255, 255],
        [127, 255, 255, 255],
        [128, 0, 0, 0],
        [0, 0, 0, 0],
      ]) {
        const mutant = Uint8Array.from(bytes);
        mutant.set(lie, at);
        expect(judge(mutant.subarray(0, bytes.length - (at % 7))).ok).toBeTypeOf('boolean');
      }
    }
  }
});

test('any bytes behind a magic get an answer', () => {
  const starts = smallPictures().flatMap(({ bytes }) =>
    [8, 12, 16, 30].map((length) => bytes.subarray(0, length)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
      expect(judge(join(start, rest)).ok).toBeTypeOf('boolean');
    }),
    { numRuns: 3_000 },
  );
});
