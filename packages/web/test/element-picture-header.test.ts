// The size that a picture's first bytes tell, against the encoder that wrote them.
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPictureHeader } from '../src/element/picture-header.ts';

const made = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } },
  });

describe('A picture header', () => {
  test.each([
    ['image/png', (it: Sharp) => it.png()],
    ['image/jpeg', (it: Sharp) => it.jpeg()],
    ['image/jpeg', (it: Sharp) => it.jpeg({ progressive: true })],
    ['image/gif', (it: Sharp) => it.gif()],
    ['image/webp', (it: Sharp) => it.webp()],
    ['image/webp', (it: Sharp) => it.webp({ lossless: true })],
    ['image/webp', (it: Sharp) => it.flatten().webp()],
  ] as const)('of %s tells type and size', async (type, encode) => {
    const bytes = await encode(made(321, 123)).toBuffer();
    expect(readPictureHeader(bytes)).toEqual({ type, width: 321, height: 123 });
  });

  test.each([1, 3, 6, 8])(
    'of a JPEG with orientation %i stands as a browser shows it',
    async (orientation) => {
      const bytes = await made(300, 100).jpeg().withMetadata({ orientation }).toBuffer();
      const upright = orientation < 5;
      expect(readPictureHeader(bytes)).toMatchObject({
        width: upright ? 300 : 100,
        height: upright ? 100 : 300,
      });
    },
  );

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><p>',
    '%PDF-1.7 and more',
    '',
  ])('is not found in %j', (text) => {
    expect(readPictureHeader(new TextEncoder().encode(text))).toBeUndefined();
  });

  test('is never more than undefined for bytes that end or lie', async () => {
    const whole = await made(64, 64).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    for (let end = 0; end < whole.length; end++)
      expect(() => readPictureHeader(whole.subarray(0, end))).not.toThrow();
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom([0xff, 0xd8], [0x89, 0x50, 0x4e, 0x47], [0x52, 0x49, 0x46, 0x46]),
        (bytes, start) => {
          expect(() => readPictureHeader(Uint8Array.from([...start, ...bytes]))).not.toThrow();
        },
      ),
    );
  });
});
