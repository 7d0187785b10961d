import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeBase64,
  encodeBase64,
  looksLikeBase64,
  overBase64,
  overBytes,
} from '../../src/lens/base64.ts';
import { peek } from '../../src/lens/peek.ts';
import { sha256 } from '../../src/lens/sha256.ts';
import { createHash } from 'node:crypto';
import { base64, gif, jpeg, pdf, png, svg, wav, webp } from './pictures.ts';

describe('base64', () => {
  test('bytes survive the round trip, and come out as Node writes them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(base64(bytes));
        expect(decodeBase64(text)).toEqual(bytes);
      }),
    );
  });

  test('any byte is read in place without decoding the rest', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        const view = overBase64(encodeBase64(bytes));
        expect(view.length).toBe(bytes.length);
        expect(Array.from(bytes, (_, index) => view.at(index))).toEqual([...bytes]);
        expect(view.at(bytes.length)).toBe(-1);
      }),
    );
  });

  test.each(['ab!d', 'ab d', 'YWI===', 'YQ====', 'YQ=='.repeat(2), '==='])(
    'a letter outside the alphabet is no base64: %j',
    (text) => {
      expect(decodeBase64(text)).toBeUndefined();
    },
  );

  test.each([
    ['AA', true],
    ['AA==', true],
    ['AAA', true],
    ['AAA=', true],
    ['AAAA', true],
    ['-_-_', true],
    ['', false],
    ['==', false],
    ['A', false],
    ['AAAAA', false],
    ['AA=', false],
    ['AAAA=', false],
    ['AAAAAA==', true],
    ['!AAA', false],
    ['AAA!', false],
    [`${'A'.repeat(63)}!${'A'.repeat(64)}`, false],
    [`${'A'.repeat(64)}!${'A'.repeat(63)}`, false],
    // Only its ends are looked at: whoever decodes it sees the rest.
    [`${'A'.repeat(64)}!${'A'.repeat(67)}`, true],
  ])('%j looks like base64: %s', (text, looks) => {
    expect(looksLikeBase64(text)).toBe(looks);
  });
});

test('SHA-256 agrees with Node for every length around a block', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) & 255);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

function bmp(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(60);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
}

function box(type: string, ...inside: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat([Buffer.alloc(8), ...inside]);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

function words(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

/** A grid of two parts, which are smaller than the picture, behind a name that says `ispe` and a profile as long as asked. */
function avif(quarters = 0, profileBytes = 0): Uint8Array {
  const properties = box(
    'ipco',
    box('ispe', words(0, 200, 300)),
    box('colr', new Uint8Array(profileBytes)),
    box('ispe', words(0, 400, 300)),
    box('irot', Uint8Array.of(quarters)),
  );
  const name = box('infe', box('ispe', words(0, 9_000, 9_000)));
  return Buffer.concat([
    box('ftyp', Buffer.from('avif0000', 'latin1')),
    box('meta', words(0), name, box('iprp', properties, box('ipma'))),
    box('mdat', new Uint8Array(64)),
  ]);
}

/** Boxes that go on to the end, one in the other. */
const nested = Buffer.concat([
  words(0),
  Buffer.from('meta'),
  words(0),
  ...['iprp', 'ipco'].flatMap((type) => [words(0), Buffer.from(type)]),
]);

describe('peek', () => {
  test.each([
    ['PNG', png(1280, 720), { mime: 'image/png', width: 1280, height: 720, complete: true }],
    ['JPEG', jpeg(1568, 1176), { mime: 'image/jpeg', width: 1568, height: 1176, complete: true }],
    [
      'JPEG behind 60 KB of metadata',
      jpeg(33, 44, 60_000),
      { mime: 'image/jpeg', width: 33, height: 44, complete: true },
    ],
    ['GIF', gif(20, 30), { mime: 'image/gif', width: 20, height: 30, complete: true }],
    ['WebP', webp(4000, 3000), { mime: 'image/webp', width: 4000, height: 3000, complete: true }],
    ['BMP', bmp(90, 64), { mime: 'image/bmp', width: 90, height: 64, complete: true }],
    [
      'BMP from its top',
      bmp(90, -64),
      { mime: 'image/bmp', width: 90, height: 64, complete: true },
    ],
    ['AVIF', avif(), { mime: 'image/avif', width: 400, height: 300, complete: true }],
    [
      'AVIF that is turned',
      avif(1),
      { mime: 'image/avif', width: 300, height: 400, complete: true },
    ],
    [
      'AVIF whose sizes stand behind a profile',
      avif(0, 60_000),
      { mime: 'image/avif', width: 400, height: 300, complete: true },
    ],
    [
      'AVIF that was cut among its sizes',
      avif(0, 60_000).subarray(0, 4_096),
      { mime: 'image/avif', complete: true },
    ],
    ['PDF', pdf, { mime: 'application/pdf', complete: true }],
    ['WAV', wav, { mime: 'audio/wav', complete: true }],
    ['SVG', new TextEncoder().encode(svg), { mime: 'image/svg+xml', complete: true }],
    [
      'a PNG that was cut',
      png(64, 64).subarray(0, 60),
      { mime: 'image/png', width: 64, height: 64, complete: false },
    ],
    [
      'a JPEG that was cut',
      jpeg(64, 64).subarray(0, -2),
      { mime: 'image/jpeg', width: 64, height: 64, complete: false },
    ],
    [
      'a JPEG without a frame',
      Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9),
      { mime: 'image/jpeg', complete: false },
    ],
    ['nothing that we know', Uint8Array.of(1, 2, 3, 4), { complete: true }],
  ])('%s is read from its own bytes, raw and as base64', (_, bytes, facts) => {
    expect(peek(overBytes(bytes))).toEqual({ ...facts, bytes: bytes.length });
    expect(peek(overBase64(encodeBase64(bytes)))).toEqual({ ...facts, bytes: bytes.length });
  });

  test('no bytes make it throw, whatever header they begin with', () => {
    const heads = [png(9, 9), jpeg(9, 9), gif(9, 9), webp(9, 9), bmp(9, 9), avif(), pdf, wav].map(
      (file) => file.subarray(0, 12),
    );
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), (head, rest) => {
        const bytes = Uint8Array.from([...head, ...rest]);
        expect(peek(overBytes(bytes)).bytes).toBe(bytes.length);
      }),
    );
  });

  test.each([
    ['a JPEG of a million empty segments', [0xff, 0xd8], [0xff, 0xe0, 0, 2]],
    [
      'an AVIF of half a million empty boxes',
      avif().subarray(0, 16),
      [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65],
    ],
    [
      'an AVIF of half a million empty properties',
      [...avif().subarray(0, 16), ...nested],
      [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65],
    ],
  ])('%s costs no more than a few thousand looks', (_, head, piece) => {
    const bytes = new Uint8Array(4_000_000);
    for (let at = 0; at < bytes.length; at += piece.length) bytes.set(piece, at);
    bytes.set(head);
    let looks = 0;
    peek({ length: bytes.length, at: (index) => (looks++, bytes[index] ?? -1) });
    expect(looks).toBeLessThan(50_000);
  });
});
