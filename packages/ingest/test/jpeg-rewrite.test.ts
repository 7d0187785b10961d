// A JPEG written anew from its coefficients, or not at all: tables as they may be spelt, and tables that are not there.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { judgeScans, rewriteJpeg } from '../src/jpeg/rewrite.ts';
import { be16, join } from './corpus/bytes.ts';
import { eoi, frame, huffman, jpeg, quantisation, segment, soi } from './corpus/make-jpeg.ts';

/** The same steps, in two bytes each. */
function widened(plain: Buffer): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 2;
  while (plain.readUInt16BE(at) !== 0xffda) {
    const end = at + 2 + plain.readUInt16BE(at + 2);
    const data = plain.subarray(at + 4, end);
    parts.push(
      plain[at + 1] === 0xdb
        ? segment(0xdb, join([0x10 | (data[0] ?? 0)], ...[...data.subarray(1)].map(be16)))
        : plain.subarray(at, end),
    );
    at = end;
  }
  return join(soi, ...parts, plain.subarray(at));
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
  const scanOf = (start: number, end: number, tables: number) =>
    join(segment(0xda, Uint8Array.of(1, 1, tables, start, end, 0)), new Uint8Array(2));
  /** Averages and details, each by the tables of these numbers; only those of number 0 are there. */
  const scans = (averages: number, details: number) =>
    join(
      soi,
      quantisation,
      frame(0xc2, 16, 16),
      huffman,
      scanOf(0, 0, averages),
      scanOf(1, 63, details),
      eoi,
    );
  expect(judgeScans(scans(0, 0))).toBe('whole');
  expect(rewriteJpeg(scans(0, 0))).toBeDefined();
  for (const missing of [scans(0x10, 0), scans(0, 0x01)]) {
    expect(judgeScans(missing)).not.toBe('whole');
    expect(rewriteJpeg(missing)).toBeUndefined();
  }
});

test('one of more than 24 million pixels is not held as coefficients', () => {
  expect(rewriteJpeg(jpeg({ width: 6000, height: 4000 }))).toBeDefined();
  expect(rewriteJpeg(jpeg({ width: 6000, height: 4001 }))).toBeUndefined();
});
