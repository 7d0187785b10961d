import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { characterAccuracy } from './support/accuracy.ts';
import { openBench } from './support/develop.ts';
import { hasTesseract, readPage, tesseractMissing } from './support/tesseract.ts';

const bench = openBench();
afterAll(() => bench.darkroom.close());

/** Two hundred lines of this package's own TypeScript. */
function sample(): readonly string[] {
  const files = ['darkroom.ts', 'geometry.ts'].map((name) =>
    readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8'),
  );
  return files.join('\n').split('\n').slice(0, 200);
}

const mustRun = process.env['CI'] === 'true';

test(
  'tesseract reads back at least 99 % of the characters of 200 lines of TypeScript',
  {
    tags: ['f-render-readback', 'f-render-legible-cell', 's003-text-code-document'],
    timeout: 90_000,
  },
  async ({ skip }) => {
    if (!hasTesseract && !mustRun) skip(tesseractMissing);
    expect(hasTesseract, tesseractMissing).toBe(true);
    const lines = sample();
    const { pages } = await bench.show('sample.ts', lines.join('\n'), {
      pages: { first: 1, last: 4 },
    });
    const read = (await Promise.all(pages.map(({ png }) => readPage(png))))
      .flatMap((text) => text.split('\n').slice(1))
      // The gutter is ours, not the text's.
      .map((line) => line.replace(/^\s*(?:\d+|[»>])[.°:]?(?:\s+|$)/, ''))
      .join('\n');
    if (process.env['READBACK_FILE']) writeFileSync(process.env['READBACK_FILE'], read);
    const accuracy = characterAccuracy(lines.join('\n'), read);
    console.log(
      `read back: ${(accuracy * 100).toFixed(2)} % of ${lines.join('').length} characters`,
    );
    expect(accuracy).toBeGreaterThanOrEqual(0.99);
  },
);
