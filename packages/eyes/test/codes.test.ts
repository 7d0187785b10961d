import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { openCodeReader } from '../src/codes/read-codes.ts';
import { pictureOf } from './picture-of.ts';

async function codeOf(text: string, format: 'QRCode' | 'Code128' | 'EAN13'): Promise<Uint8Array> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  const bytes = new Uint8Array(await readFile(wasm));
  await prepareZXingModule({ overrides: { wasmBinary: bytes.buffer }, fireImmediately: true });
  const { image } = await writeBarcode(text, { format, scale: 4 });
  if (!image) throw new Error('no code was drawn');
  return new Uint8Array(await image.arrayBuffer());
}

it.each([
  ['QRCode', 'https://example.test/a?b=1'],
  ['Code128', 'PERCEPT-42'],
  ['EAN13', '4006381333931'],
] as const)('%s is decoded from a JPEG', { tags: ['f-eyes-codes'] }, async (format, text) => {
  const read = await openCodeReader();
  const framed = await sharp(await codeOf(text, format))
    .flatten({ background: '#ffffff' })
    .extend({ top: 40, bottom: 40, left: 60, right: 200, background: '#ffffff' })
    .jpeg({ quality: 70 })
    .toBuffer();
  expect(await read(await pictureOf(framed))).toMatchObject([{ format, text }]);
});

it('text and stripes without a code give none', { tags: ['f-eyes-codes'] }, async () => {
  const read = await openCodeReader();
  const stripes = Array.from(
    { length: 40 },
    (_, at) => `<rect x="${20 + at * 9}" y="20" width="${2 + (at % 3)}" height="80"/>`,
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="140"><rect width="420" height="140" fill="#fff"/>${stripes}<text x="20" y="130">no code here</text></svg>`;
  expect(await read(await pictureOf(Buffer.from(svg)))).toEqual([]);
});
