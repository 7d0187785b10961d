// PDF through the darkroom: pages by range, forms with their values, fonts that are not there, locks, and zoom.
import { fitTarget, profilesById } from '@percept/core';
import { fits } from '@percept/core/internal';
import { describe, expect, it } from 'vitest';
import {
  isDark,
  openDarkroom,
  pixelsOf,
  refusalOf,
  rendered,
  shareOf,
} from './support/darkroom.ts';
import { cjkPdf, encryptedPdf, formPdf, paragraph, pdfKinds } from './support/pdf-kinds.ts';
import { line, pagesPdf } from './support/write-pdf.ts';

const darkroom = openDarkroom();
const threePages = pagesPdf([
  { content: line('First') },
  { content: line('Second') },
  { content: line('Third') },
]);

describe('PDF pages', () => {
  it(
    'show page one by default and say how many there are',
    { tags: ['f-render-pages'] },
    async () => {
      const rendering = rendered(await darkroom.develop({ bytes: threePages, name: 'a.pdf' }));
      expect(rendering.pages.map(({ page }) => page)).toEqual([1]);
      expect(rendering.pageCount).toBe(3);
      expect(rendering.warnings).toEqual([]);
    },
  );

  it('are drawn by range, cut at the last one', { tags: ['f-render-pdf-page-range'] }, async () => {
    const rendering = rendered(
      await darkroom.develop({ bytes: threePages }, { pages: { first: 2, last: 9 } }),
    );
    expect(rendering.pages.map(({ page }) => page)).toEqual([2, 3]);
  });

  it('out of range are refused with the count', { tags: ['f-render-pdf-page-range'] }, async () => {
    const refusal = refusalOf(
      await darkroom.develop({ bytes: threePages }, { pages: { first: 4, last: 4 } }),
    );
    expect(refusal.refused).toBe('invalid-input');
    expect(refusal.limit).toEqual({ name: 'pageCount', max: 3, actual: 4 });
  });

  it(
    'are as large as each profile takes and never larger',
    { tags: ['f-render-whole-patches'] },
    async () => {
      for (const [id, profile] of profilesById) {
        if (profile.image.types.length === 0) continue;
        const target = fitTarget(profile);
        const { pages } = rendered(await darkroom.develop({ bytes: threePages }, { target }));
        const [page] = pages;
        expect(`${id}: ${page && fits(page, target)}`).toBe(`${id}: true`);
        expect(Math.max(page?.width ?? 0, page?.height ?? 0)).toBeGreaterThan(700);
      }
    },
  );

  it('show black ink on white paper', async () => {
    const pixels = pixelsOf(await darkroom.develop({ bytes: pagesPdf([{ content: paragraph }]) }));
    expect(shareOf(pixels, isDark)).toBeGreaterThan(0.01);
    expect(shareOf(pixels, (r, g, b) => r + g + b > 740)).toBeGreaterThan(0.8);
  });

  it('name protection that opens without a password', async () => {
    const outcome = await darkroom.develop({ bytes: encryptedPdf('') });
    expect(shareOf(pixelsOf(outcome), isDark)).toBeGreaterThan(0.005);
    expect(rendered(outcome).warnings.map(({ kind }) => kind)).toContain('password');
  });
});

describe('PDF forms and fonts', () => {
  it('draws the values of form fields', { tags: ['f-render-pdf-forms'] }, async () => {
    const pixels = pixelsOf(await darkroom.develop({ bytes: formPdf() }));
    // The text field's value is blue, its border red, the other field's border green; none of it is page content.
    expect(shareOf(pixels, (r, g, b) => b > 180 && r < 90 && g < 90)).toBeGreaterThan(0.0005);
    expect(shareOf(pixels, (r, g, b) => r > 180 && g < 90 && b < 90)).toBeGreaterThan(0.0005);
    expect(shareOf(pixels, (r, g, b) => g > 90 && r < 70 && b < 70)).toBeGreaterThan(0.0005);
  });

  it('supplies CJK fonts and names the substitution', { tags: ['f-render-pdf-cjk'] }, async () => {
    const outcome = await darkroom.develop({ bytes: cjkPdf() });
    expect(shareOf(pixelsOf(outcome), isDark)).toBeGreaterThan(0.002);
    const [warning] = rendered(outcome).warnings;
    expect(warning?.kind).toBe('fonts-substituted');
    expect(warning?.message).toContain('HeiseiKakuGo-W5');
    expect(warning?.message).toContain('STSong-Light');
  });

  it('says the same of a document whatever was looked at before', async () => {
    const first = rendered(await darkroom.develop({ bytes: cjkPdf() }));
    await darkroom.develop({ bytes: threePages });
    const again = rendered(await darkroom.develop({ bytes: cjkPdf() }));
    expect(again).toEqual(first);
  });
});

describe('PDF refusals', () => {
  it('say encrypted for a locked document', { tags: ['f-render-pdf-password'] }, async () => {
    expect(refusalOf(await darkroom.develop({ bytes: encryptedPdf('secret') })).refused).toBe(
      'encrypted',
    );
  });

  it.each(['no page', 'no catalogue', 'kids in a circle'])(
    'say corrupt for a document with %s',
    { tags: ['f-render-pdf-corrupt'] },
    async (kind) => {
      const bytes = pdfKinds().get(kind) ?? new Uint8Array();
      expect(refusalOf(await darkroom.develop({ bytes })).refused).toBe('corrupt');
    },
  );

  it('say too-large for a page of extreme shape', async () => {
    const bytes = pagesPdf([{ content: paragraph, box: '0 0 10 14400' }]);
    expect(refusalOf(await darkroom.develop({ bytes })).refused).toBe('too-large');
  });
});

describe('PDF regions', () => {
  const bytes = pagesPdf([{ content: line('wide', 72, 700, 6) + paragraph }]);

  it(
    'are drawn from the page itself, so that zooming restores detail',
    { tags: ['f-render-region-original'] },
    async () => {
      const tiny = pagesPdf([{ content: line('illegible', 100, 400, 2) }]);
      const whole = pixelsOf(await darkroom.develop({ bytes: tiny }));
      const region = { unit: 'source', left: 95, top: 385, width: 20, height: 10 } as const;
      const outcome = await darkroom.develop({ bytes: tiny }, { region });
      const zoomed = pixelsOf(outcome);
      // Two points are three pixels on the whole page, and strokes of full black in the zoom.
      expect(shareOf(whole, isDark)).toBeLessThan(0.0005);
      expect(shareOf(zoomed, (r) => r < 10)).toBeGreaterThan(0.01);
      expect(rendered(outcome).pages[0]?.shown).toEqual({
        left: 95,
        top: 385,
        width: 20,
        height: 10,
      });
    },
  );

  it('state the factor from shown to original', { tags: ['f-render-factor'] }, async () => {
    const region = { unit: 'permille', left: 0, top: 0, width: 500, height: 500 } as const;
    const [page] = rendered(await darkroom.develop({ bytes }, { region })).pages;
    expect(page?.original).toEqual({ width: 612, height: 792 });
    expect(page?.shown).toEqual({ left: 0, top: 0, width: 306, height: 396 });
    const factor = (page?.shown.width ?? 0) / (page?.width ?? 1);
    expect(factor).toBeCloseTo((page?.shown.height ?? 0) / (page?.height ?? 1), 2);
  });

  it('outside the page are refused as invalid', async () => {
    const region = { unit: 'source', left: 700, top: 0, width: 10, height: 10 } as const;
    expect(refusalOf(await darkroom.develop({ bytes }, { region })).refused).toBe('invalid-input');
  });
});

describe('the text layer', () => {
  it('is read page by page without drawing, a page without letters has none, and a fake PDF is refused', async () => {
    const bytes = pagesPdf([
      { content: 'BT /F1 24 Tf 40 100 Td (Invoice 4711) Tj ET' },
      { content: '0 0 50 50 re f' },
      { content: 'BT /F1 24 Tf 40 100 Td (Page three) Tj ET' },
    ]);
    const pages = { first: 1, last: 20 };
    const read = await darkroom.read({ bytes, name: 'a.pdf' }, { pages, maxChars: 10_000 });
    expect(read).toMatchObject({ ok: true, value: { pageCount: 3 } });
    const found = read?.ok && read.value.kind === 'pages' ? read.value.pages : [];
    const texts = found.map(({ text }) => text.trim());
    expect(texts).toEqual(['Invoice 4711', '', 'Page three']);
    const fake = new TextEncoder().encode('%PDF-1.4\nnot a pdf');
    const refused = await darkroom.read({ bytes: fake, name: 'b.pdf' }, { pages, maxChars: 100 });
    expect(refused).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
  });
});
