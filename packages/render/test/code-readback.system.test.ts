import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { characterAccuracy } from './support/accuracy.ts';
import { openBench } from './support/develop.ts';
import { hasTesseract, readPage, tesseractMissing } from './support/tesseract.ts';

const bench = openBench();
afterAll(() => bench.darkroom.close());

const sample = new URL('support/typescript-200-lines.txt', import.meta.url);
const mustRun = process.env['CI'] === 'true';

/** The column of text without header and gutter, under a magnifier: the same pixels, twice as large. */
function textColumn(png: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const [gutter, header] = [54, 29];
  const part = { left: gutter, top: header, width: width - gutter, height: height - header };
  return sharp(png)
    .extract(part)
    .resize({ width: part.width * 2, kernel: 'cubic' })
    .png()
    .toBuffer();
}

test(
  'tesseract reads back at least 99 % of the characters of 200 lines of TypeScript',
  {
    tags: ['f-render-readback', 'f-render-legible-cell', 's003-text-code-document'],
    timeout: 240_000,
  },
  async ({ skip }) => {
    if (!hasTesseract && !mustRun) skip(tesseractMissing);
    if (!hasTesseract) throw new Error(tesseractMissing);
    const truth = readFileSync(sample, 'utf8');
    const { pages } = await bench.show('sample.ts', truth, { pages: { first: 1, last: 4 } });
    const columns = pages.map(({ png, width, height }) => textColumn(png, width, height));
    const texts = await Promise.all(columns.map(async (png) => readPage(await png)));
    const accuracy = characterAccuracy(truth, texts.join('\n'));
    const count = truth.replaceAll(/\s+/g, '').length;
    console.log(`read back: ${(accuracy * 100).toFixed(2)} % of ${count} characters`);
    expect(accuracy).toBeGreaterThanOrEqual(0.99);
  },
);
