// Accents, tails and ß that are in the ink and not in the text. The letters are drawn one by one at known places, so nothing
// but the check itself is tried here; test/eyes/accents.test.ts reads with the network.
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { lineHeightPx, toLineHeight } from '../src/ocr/crop.ts';
import { inkOf } from '../src/ocr/ink.ts';
import { hasUnreadMarks } from '../src/ocr/marks.ts';
import type { Glyph } from '../src/ocr/recogniser.ts';
import { pictureOf } from './picture-of.ts';

interface Style {
  readonly size?: number;
  readonly font?: string;
  readonly ink?: string;
  readonly paper?: string;
  /** Drawn over the line, in its own pixels. */
  readonly more?: string;
}

/** Draws one text and has another read at the same places, each letter under the one that was drawn. */
async function isDoubted(
  shown: string,
  read: string,
  {
    size = 18,
    font = 'DejaVu Sans Mono',
    ink = '#1f2328',
    paper = '#ffffff',
    more = '',
  }: Style = {},
): Promise<boolean> {
  const pitch = size * 0.62;
  const height = Math.round(size * 1.45);
  const width = Math.round(pitch * shown.length + size);
  const middles = [...shown].map((_, at) => size / 2 + pitch * (at + 0.5));
  const letters = [...shown].map(
    (char, at) =>
      `<text x="${middles[at]}" y="${size * 1.08}" text-anchor="middle">${char.replace('<', '&lt;')}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${paper}"/><g font-family="${font}" font-size="${size}" fill="${ink}" stroke="none">${letters.join('')}</g>${more}</svg>`;
  const line = toLineHeight(await pictureOf(await sharp(Buffer.from(svg)).png().toBuffer()), 2560);
  const scale = lineHeightPx / height;
  const glyphs = [...read].map((char, at): Glyph => ({
    char,
    probability: 0.99,
    x: (middles[at] ?? 0) * scale,
    rival: '',
    rivalProbability: 0,
    spaceBefore: 0,
  }));
  return hasUnreadMarks(glyphs, inkOf(line));
}

const dark = { ink: '#e6edf3', paper: '#0d1117' };

describe('Marks that the text does not have', { tags: ['f-eyes-uncertain-marked'] }, () => {
  it.each([
    ['el señor vive', 'el senor vive'],
    ['succès des mères', 'succes des meres'],
    ['Möchten Sie mehr', 'Mochten Sie mehr'],
    ['un garçon marche', 'un garcon marche'],
    ['nie są razem', 'nie sa razem'],
    ['das Überall nennen', 'das Uberall nennen'],
    ['Ångra senaste bok', 'Angra senaste bok'],
    ['unsere Straße', 'unsere StraBe'],
    ['configuración mes', 'configuraci6n mes'],
    ['une rue naïve', 'une rue naive'],
  ])('%s read as %s is doubted, on white and on black, small and large', async (shown, read) => {
    expect(await isDoubted(shown, read)).toBe(true);
    expect(await isDoubted(shown, read, dark)).toBe(true);
    expect(await isDoubted(shown, read, { size: 14 })).toBe(true);
    expect(await isDoubted(shown, read, { size: 32, font: 'DejaVu Serif' })).toBe(true);
  });

  it.each([
    ['el señor vive'],
    ['el senor vive'],
    ['Möchten Sie mehr'],
    ['un garçon marche'],
    ['das Überall nennen'],
    ['it\'s a "quoted" jiffy'],
    ['fill in: x^2 + a*b = 90%'],
    ['await file.toBuffer()'],
    ['const maxBytes = a8f0e;'],
    ['Keep ZIK KYX in sync'],
    ['jpeg, gif; (png) [svg]'],
  ])('%s read as it stands is not', async (text) => {
    expect(await isDoubted(text, text)).toBe(false);
    expect(await isDoubted(text, text, dark)).toBe(false);
    expect(await isDoubted(text, text, { size: 14 })).toBe(false);
    expect(await isDoubted(text, text, { size: 32, font: 'DejaVu Serif' })).toBe(false);
  });

  it.each([
    ['an underline', '<rect x="8" y="21.5" width="150" height="1.2" fill="#1f2328"/>'],
    ['a line through it', '<rect x="8" y="14" width="150" height="1.2" fill="#1f2328"/>'],
    ['a border above', '<rect x="0" y="0" width="400" height="1" fill="#1f2328"/>'],
    [
      'what hangs down from the line above',
      '<rect x="46" y="0" width="3" height="4" fill="#1f2328"/>',
    ],
  ])('%s is no mark', async (_, more) => {
    expect(await isDoubted('we can see more', 'we can see more', { more })).toBe(false);
  });

  it('lines of ideographs are left alone', async () => {
    expect(await isDoubted('señor 设置 mano', 'senor 设置 mano')).toBe(false);
  });
});
