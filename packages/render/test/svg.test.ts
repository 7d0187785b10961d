// SVG through the darkroom: what is drawn, on which ground, at which size, and what is said about what is not.
import { fitTarget, profilesById } from '@percept/core';
import { fits } from '@percept/core/internal';
import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  colourAt,
  isDark,
  openDarkroom,
  pixelsOf,
  refusalOf,
  rendered,
  shareOf,
} from './support/darkroom.ts';

const darkroom = openDarkroom();
const develop = (body: string, attributes = 'viewBox="0 0 100 100"', options = {}) =>
  darkroom.develop(
    {
      bytes: bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`),
      name: 'a.svg',
    },
    options,
  );
const kindsOf = async (body: string): Promise<readonly string[]> =>
  rendered(await develop(body)).warnings.map(({ kind }) => kind);

describe('a drawing', () => {
  it('is rendered to pixels', { tags: ['s003-svg'] }, async () => {
    const pixels = pixelsOf(await develop('<rect width="50" height="100" fill="#0a0"/>'));
    expect(colourAt(pixels, 0.25, 0.5)).toEqual([0, 170, 0]);
    expect(colourAt(pixels, 0.75, 0.5)).toEqual([255, 255, 255]);
  });

  it(
    'has its CSS variables and mixed colours resolved',
    { tags: ['f-render-svg-css-variables'] },
    async () => {
      const style =
        '<style>:root { --base: #ff0000; --soft: color-mix(in srgb, var(--base) 20%, white) } .a { fill: var(--soft) }</style>';
      const pixels = pixelsOf(
        await develop(
          `${style}<rect class="a" width="50" height="100"/><rect x="50" width="50" height="100" fill="var(--none, #0000ff)"/>`,
        ),
      );
      expect(colourAt(pixels, 0.25, 0.5)).toEqual([255, 204, 204]);
      expect(colourAt(pixels, 0.75, 0.5)).toEqual([0, 0, 255]);
    },
  );

  it('without a ground is put on white', { tags: ['f-render-svg-backdrop'] }, async () => {
    const pixels = pixelsOf(await develop('<circle cx="50" cy="50" r="30"/>'));
    expect(colourAt(pixels, 0.01, 0.01)).toEqual([255, 255, 255]);
    expect(colourAt(pixels, 0.5, 0.5)).toEqual([0, 0, 0]);
  });

  it(
    'in white ink is put on a dark ground, and says so',
    { tags: ['f-render-svg-backdrop'] },
    async () => {
      const outcome = await develop('<circle cx="50" cy="50" r="30" fill="#fff"/>');
      expect(isDark(...triple(colourAt(pixelsOf(outcome), 0.01, 0.01)))).toBe(true);
      expect(rendered(outcome).warnings.map(({ kind }) => kind)).toEqual(['dark-backdrop']);
    },
  );

  it('keeps the background of its root', async () => {
    const pixels = pixelsOf(await develop('', 'viewBox="0 0 9 9" style="background:#123456"'));
    expect(colourAt(pixels, 0.5, 0.5)).toEqual([0x12, 0x34, 0x56]);
  });

  it('draws text in the weight that it asks for, in whatever font is here', async () => {
    const ink = async (weight: string): Promise<number> =>
      shareOf(
        pixelsOf(
          await develop(
            `<text y="50" font-family="Arial" font-weight="${weight}" font-size="20">Hamburg</text>`,
          ),
        ),
        isDark,
      );
    expect(await ink('bold')).toBeGreaterThan((await ink('normal')) * 1.2);
  });

  it.each([
    ['utf-16le', Buffer.from([0xff, 0xfe])],
    ['latin1', Buffer.alloc(0)],
  ] as const)('in %s is read by its mark or its declaration', async (encoding, mark) => {
    const label = encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16';
    const source = `<?xml version="1.0" encoding="${label}"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 40"><text y="30" font-size="20">Grüße</text></svg>`;
    const bytes = Buffer.concat([mark, Buffer.from(source, encoding)]);
    const plain = bytesOf(source.replace(label, 'UTF-8'));
    expect(pixelsOf(await darkroom.develop({ bytes }))).toEqual(
      pixelsOf(await darkroom.develop({ bytes: plain })),
    );
  });

  it('draws other scripts with the last resort', async () => {
    expect(
      shareOf(pixelsOf(await develop('<text y="50" font-size="30">漢字</text>')), isDark),
    ).toBeGreaterThan(0.02);
  });

  it('fits every profile that sees', async () => {
    for (const [id, profile] of profilesById) {
      if (profile.image.types.length === 0) continue;
      const target = fitTarget(profile);
      const [page] = rendered(
        await develop('<rect width="9" height="9"/>', 'width="9000" height="5000"', { target }),
      ).pages;
      expect(`${id}: ${page && fits(page, target)}`).toBe(`${id}: true`);
    }
  });

  it.each([
    ['24', '24', 528, 528],
    ['1000', '500', 1000, 500],
    ['2in', '1in', 576, 288],
  ])('of %s by %s is drawn at a useful size', async (width, height, shownWidth, shownHeight) => {
    const [page] = rendered(await develop('', `width="${width}" height="${height}"`)).pages;
    expect([page?.width, page?.height]).toEqual([shownWidth, shownHeight]);
  });

  it('is drawn lighter when the file would be too heavy', async () => {
    const noise =
      '<filter id="f"><feTurbulence baseFrequency="0.9"/></filter><rect width="100" height="100" filter="url(#f)"/>';
    const target = {
      imageTypes: ['image/png'],
      maxBytes: 100_000,
      maxEdgePx: 1568,
      maxPixels: 1e6,
    } as const;
    const [page] = rendered(await develop(noise, undefined, { target })).pages;
    expect(page?.png.length).toBeLessThanOrEqual(100_000);
  });
});

describe('what is not drawn', () => {
  it.each([
    ['<foreignObject width="9" height="9"/>', 'foreign-object-not-drawn'],
    ['<script>1</script>', 'script-not-run'],
    ['<rect><animate attributeName="x" to="9"/></rect>', 'animation-not-drawn'],
    ['<image href="https://example.com/a.png" width="9" height="9"/>', 'external-not-loaded'],
    ['<filter id="f"><feTurbulence numOctaves="500"/></filter>', 'clamped'],
    ['<text font-family="Papyrus">a</text>', 'fonts-substituted'],
    ['<image href="data:image/png;base64,AAAA" width="9" height="9"/>', 'part-not-drawn'],
  ])('is said: %s', { tags: ['f-render-svg-unsupported-said'] }, async (body, kind) => {
    expect(await kindsOf(body)).toContain(kind);
  });

  it('names the characters that no font has', { tags: ['f-render-missing-glyphs'] }, async () => {
    const { warnings } = rendered(await develop('<text y="50">ok 😀 𓀀</text>'));
    expect(warnings.find(({ kind }) => kind === 'font-missing')?.message).toContain('𓀀');
  });
});

describe('a drawing that cannot be drawn', () => {
  it.each([
    ['<rect', 'corrupt'],
    ['<g>', 'corrupt'],
    ['<text>&nbsp;</text>', 'corrupt'],
    ['<rect x="1" x="2"/>', 'corrupt'],
  ])('is refused and not shown empty: %s', async (body, kind) => {
    expect(refusalOf(await develop(body)).refused).toBe(kind);
  });

  it('has one page only', async () => {
    expect(refusalOf(await develop('', undefined, { pages: { first: 2, last: 2 } })).refused).toBe(
      'invalid-input',
    );
  });
});

describe('a region of a drawing', () => {
  const body =
    '<rect width="100%" height="100%" fill="#fff"/><rect x="10" y="10" width="1" height="1" fill="#f00"/>';

  it(
    'is drawn anew, with lengths in per cent as they were',
    { tags: ['f-render-region-original'] },
    async () => {
      const region = { unit: 'source', left: 9.5, top: 9.5, width: 2, height: 2 } as const;
      const outcome = await develop(body, 'width="100" height="100"', { region });
      const pixels = pixelsOf(outcome);
      expect(colourAt(pixels, 0.5, 0.5)).toEqual([255, 0, 0]);
      expect(colourAt(pixels, 0.1, 0.1)).toEqual([255, 255, 255]);
      expect(shareOf(pixels, (r, g) => r > 200 && g < 50)).toBeCloseTo(0.25, 2);
      expect(rendered(outcome).pages[0]?.shown).toEqual({
        left: 9.5,
        top: 9.5,
        width: 2,
        height: 2,
      });
    },
  );
});

function triple(colour: readonly number[]): [number, number, number] {
  return [colour[0] ?? 0, colour[1] ?? 0, colour[2] ?? 0];
}
