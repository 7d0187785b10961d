// A JPEG written anew from its coefficients, or not at all: tables as they may be spelt, and tables that are not there.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { judgeScans, rewriteJpeg } from '../src/jpeg/rewrite.ts';
import { be16, join } from './corpus/bytes.ts';
import { eoi, frame, huffman, quantisation, segment, soi } from './corpus/make-jpeg.ts';

/** The same steps, in two bytes each. */
function widened(jpeg: Buffer): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 2;
  while (jpeg.readUInt16BE(at) !== 0xffda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const data = jpeg.subarray(at + 4, end);
    parts.push(
      jpeg[at + 1] === 0xdb
        ? segment(0xdb, join([0x10 | (data[0] ?? 0)], ...[...data.subarray(1)].map(be16)))
        : jpeg.subarray(at, end),
    );
    at = end;
  }
  return join(soi, ...parts, jpeg.subarray(at));
}

test('steps of two bytes are the steps that they spell', async () => {
  const ramp = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * at) % 251));
  const plain = await sharp(ramp, { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const [one, other] = [plain, widened(plain)].map((bytes) => rewriteJpeg(bytes));
  if (!one || !other) throw new Error('They are not written anew.');
  expect(Buffer.from(other).equals(one)).toBe(true);
});

test('a scan whose table is missing is not taken for one without detail', () => {
  const scanOf = (start: number, end: number) =>
    join(segment(0xda, Uint8Array.of(1, 1, 0, start, end, 0)), new Uint8Array(2));
  const withTables = (tables: Uint8Array) =>
    join(soi, quantisation, frame(0xc2, 16, 16), tables, scanOf(0, 0), scanOf(1, 63), eoi);
  // The first half is the table of the averages.
  const [all, averages] = [huffman, huffman.subarray(0, huffman.length / 2)].map(withTables);
  if (!all || !averages) throw new Error('There are two.');
  expect([judgeScans(all), rewriteJpeg(all) !== undefined]).toEqual(['whole', true]);
  expect(judgeScans(averages)).not.toBe('whole');
  expect(rewriteJpeg(averages)).toBeUndefined();
});
