import { afterAll, describe, expect, test } from 'vitest';
import { openBench } from './support/develop.ts';
import { paragraph, writeDocx, writeXlsx, writeZip } from './support/write-zip.ts';

const bench = openBench();
afterAll(() => bench.darkroom.close());

describe('An office file', () => {
  test('of words is drawn by its structure', { tags: ['f-render-office'] }, async () => {
    const body = paragraph('The heading', 'Heading1') + paragraph('Words.').repeat(80);
    const { pageCount, rendererKey } = await bench.show('a.docx', writeDocx(body));
    expect(rendererKey).toMatch(/^docx@/);
    expect(pageCount).toBeGreaterThan(1);
  });

  test('of figures is drawn as its sheets', { tags: ['f-render-office'] }, async () => {
    const rows = Array.from({ length: 100 }, (_, index) => [`name ${index}`, index * 1.5] as const);
    const { pageCount, rendererKey } = await bench.show('a.xlsx', writeXlsx(rows));
    expect(rendererKey).toMatch(/^xlsx@/);
    expect(pageCount).toBe(2);
  });

  test('is read without a look at it, as far as was asked', async () => {
    const cell = (words: string) => `<w:tc>${paragraph(words)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('rent')}${cell('900')}</w:tr></w:tbl>`;
    const bytes = writeDocx(paragraph('The heading', 'Heading1') + table + paragraph('Words.'));
    const pages = { first: 1, last: 1 };
    const read = (maxChars: number) =>
      bench.darkroom.read({ bytes, name: 'a.docx' }, { pages, maxChars });
    const text = 'The heading\nrent | 900\nWords.';
    const whole = { kind: 'words', text, chars: text.length, pictures: 0 };
    expect(await read(1000)).toEqual({ ok: true, value: whole });
    expect(await read(11)).toEqual({ ok: true, value: { ...whole, text: 'The heading' } });
  });

  test('of slides is refused with the way to see it', { tags: ['f-render-office'] }, async () => {
    const pptx = writeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'ppt/presentation.xml', data: '<p/>' },
    ]);
    const refusal = await bench.refusal('a.pptx', pptx);
    expect(refusal.refused).toBe('renderer-missing');
    expect(refusal.hint).toContain('LibreOffice');
  });

  test('that says it unpacks to gigabytes is refused', async () => {
    const bomb = writeDocx(paragraph('x'), [
      { name: 'word/media/a.bin', data: 'x', claimedBytes: 4_000_000_000 },
    ]);
    expect(await bench.refusal('a.docx', bomb)).toMatchObject({
      refused: 'too-large',
      limit: { name: 'maxUnpackedBytes' },
    });
  });

  test('that is a bomb and hides it ends as a refusal', { timeout: 240_000 }, async () => {
    const text = `<w:p><w:r><w:t>${' '.repeat(200_000_000)}</w:t></w:r></w:p>`;
    const bomb = writeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: `<w:document>${text}</w:document>`, claimedBytes: 1000 },
    ]);
    const { refused } = await bench.refusal('a.docx', bomb);
    expect(['corrupt', 'too-large', 'timed-out', 'worker-failed']).toContain(refused);
    await bench.show('b.docx', writeDocx(paragraph('still here')));
  });

  test.each([
    ['docx', 'word/document.xml'],
    ['xlsx', 'xl/workbook.xml'],
  ])(
    '.%s that is broken inside is refused as corrupt',
    { tags: ['s003-refusal-typed'] },
    async (extension, part) => {
      const broken = writeZip([
        { name: '[Content_Types].xml', data: '<Types' },
        { name: part, data: '<a><b>' },
      ]);
      expect(await bench.refusal(`a.${extension}`, broken)).toMatchObject({ refused: 'corrupt' });
    },
  );
});
