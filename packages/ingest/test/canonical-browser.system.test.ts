// The picture that leaves is the one that people see: Chromium shows what came and what left, and libvips decodes what left,
// and all three are the same pixels.
import { sourceTypes } from '@percept/core/internal';
import { VolatileBlobStore } from '@percept/store/testing';
import { existsSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { deflateSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unless } from '../../../test/needs.ts';
import { openDoor } from '../src/index.ts';
import { be32, join } from './corpus/bytes.ts';
import { foreignCorpus, goodCorpus } from './corpus/index.ts';
import { animated, chunk, frames, png } from './corpus/make-png.ts';
import { drawPhoto, drawScreenshot, paint } from './fixtures/pictures.ts';

const program = '/usr/bin/chromium';
const store = new VolatileBlobStore();
const door = openDoor({ store, accept: sourceTypes });
let browser: Browser | undefined;
let page: Page | undefined;

beforeAll(async () => {
  if (!existsSync(program)) return;
  const args = ['--no-sandbox', '--force-color-profile=srgb'];
  browser = await chromium.launch({ executablePath: program, args });
  page = await browser.newPage();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await door.close();
});

/** RGB on white, as the browser shows it; undefined where it shows nothing. */
async function shownByBrowser(bytes: Uint8Array, mime: string): Promise<Buffer | undefined> {
  const url = `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
  const script = `(async () => {
    const picture = new Image();
    picture.src = ${JSON.stringify(url)};
    try { await picture.decode(); } catch { return ''; }
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
    return btoa(text);
  })()`;
  const answer: unknown = await page?.evaluate(script);
  return typeof answer === 'string' && answer !== '' ? Buffer.from(answer, 'base64') : undefined;
}

function meanError(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Infinity;
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

const screen = await paint(drawScreenshot(400, 240)).png().toBuffer();
const photo = await paint(drawPhoto(320, 240)).png().toBuffer();
const saying = (bytes: Uint8Array, ...chunks: readonly Uint8Array[]): Uint8Array =>
  join(bytes.subarray(0, 33), ...chunks, bytes.subarray(33));
const gamma = (value: number): Uint8Array => chunk('gAMA', join(be32(value)));
const wide = chunk(
  'cHRM',
  join(...[31_270, 32_900, 70_800, 29_200, 17_000, 79_700, 13_100, 4_600].map((x) => be32(x))),
);
const fixture = (name: string): Uint8Array =>
  readFileSync(joinPath(import.meta.dirname, 'fixtures', name));

const rows = (width: number, height: number, pixel: readonly number[]): Uint8Array => {
  const row = join([0], ...Array.from({ length: width }, () => pixel));
  return deflateSync(join(...Array.from({ length: height }, () => row)));
};
const dark = { width: 3, height: 2, pixels: rows(3, 2, [0, 90, 0]) };
const blue = { ...dark, pixels: rows(3, 2, [0, 0, 200]) };
const apng = (name: string, before: readonly Uint8Array[], after: readonly Uint8Array[]) => {
  const pixels = rows(3, 2, [200, 0, 0]);
  const plan = { width: 3, height: 2, colour: 2, beforePixels: before, afterPixels: after };
  return { name: `APNG, ${name}`, mime: 'image/png', bytes: png({ ...plan, pixels }) };
};
/** Only frames are shown, and the picture is one where a control stands before it. */
const animations = [
  apng('its picture is hidden', [animated(1)], frames(dark)),
  apng('its picture is hidden, two frames', [animated(2)], frames(dark, blue)),
  apng('fewer frames than it says', [animated(3)], frames(dark)),
  apng('announced twice', [animated(1), animated(1)], frames(dark)),
  apng('announced too late', [], [animated(1), ...frames(dark)]),
  apng('of no frames', [animated(0)], frames(dark)),
  apng('never announced', [], frames(dark)),
  apng('its picture is a frame', [animated(1), ...frames(dark).slice(0, 1)], []),
  apng(
    'a part of the canvas',
    [animated(1)],
    [...frames({ width: 1, height: 1, left: 1, top: 1, pixels: rows(1, 1, [0, 90, 0]) })],
  ),
];

const without = (bytes: Uint8Array, end: number): Uint8Array =>
  bytes.subarray(0, bytes.length - end);
const breakingOff = [
  { name: 'PNG without IEND', mime: 'image/png', bytes: without(photo, 12) },
  {
    name: 'PNG without IEND and the checksum before it',
    mime: 'image/png',
    bytes: without(photo, 16),
  },
  {
    name: 'JPEG without its end mark',
    mime: 'image/jpeg',
    bytes: without(await sharp(photo).jpeg().toBuffer(), 2),
  },
  {
    name: 'JPEG in which a second one begins before its end',
    mime: 'image/jpeg',
    bytes: join(
      without(await sharp(photo).jpeg().toBuffer(), 2),
      await sharp(photo).resize(8, 8).jpeg().toBuffer(),
    ),
  },
  {
    name: 'GIF without its trailer',
    mime: 'image/gif',
    bytes: without(await sharp(photo).gif().toBuffer(), 1),
  },
];

const made: readonly {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}[] = [
  { name: 'ghost behind a gamma', mime: 'image/png', bytes: fixture('ghost-gamma.png') },
  { name: 'ghost behind a profile', mime: 'image/png', bytes: fixture('ghost-icc.png') },
  { name: 'linear light', mime: 'image/png', bytes: saying(photo, gamma(100_000)) },
  { name: 'a dark gamma', mime: 'image/png', bytes: saying(screen, gamma(30_000)) },
  { name: 'wide primaries', mime: 'image/png', bytes: saying(photo, gamma(45_455), wide) },
  { name: 'gamma of sRGB', mime: 'image/png', bytes: saying(screen, gamma(45_455)) },
  {
    name: 'code point P3',
    mime: 'image/png',
    bytes: saying(photo, chunk('cICP', Uint8Array.of(12, 13, 0, 1))),
  },
  ...[16, 18].flatMap((transfer) =>
    [9, 12].map((primaries) => ({
      name: `code point ${primaries}/${transfer}`,
      mime: 'image/png',
      bytes: saying(photo, chunk('cICP', Uint8Array.of(primaries, transfer, 0, 1))),
    })),
  ),
  {
    name: 'P3',
    mime: 'image/png',
    bytes: await sharp(photo).withIccProfile('p3').png().toBuffer(),
  },
  {
    name: 'P3 as JPEG',
    mime: 'image/jpeg',
    bytes: await sharp(photo).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
  },
  {
    name: 'progressive',
    mime: 'image/jpeg',
    bytes: await sharp(photo).jpeg({ progressive: true }).toBuffer(),
  },
  {
    name: 'ink',
    mime: 'image/jpeg',
    bytes: await sharp(photo).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
  },
  {
    name: '16 bits',
    mime: 'image/png',
    bytes: await sharp(photo).toColourspace('rgb16').png().toBuffer(),
  },
  {
    name: '16 bits in linear light',
    mime: 'image/png',
    bytes: saying(await sharp(photo).toColourspace('rgb16').png().toBuffer(), gamma(100_000)),
  },
  {
    name: '16 bits of P3',
    mime: 'image/png',
    bytes: saying(
      await sharp(photo).toColourspace('rgb16').png().toBuffer(),
      chunk('cICP', Uint8Array.of(12, 13, 0, 1)),
    ),
  },
  {
    name: '16 bits of grey in linear light',
    mime: 'image/png',
    bytes: saying(await sharp(photo).toColourspace('grey16').png().toBuffer(), gamma(100_000)),
  },
  ...animations,
  ...breakingOff,
  ...(await foreignCorpus()),
  ...(await goodCorpus()).filter(({ isLarge, bytes }) => !isLarge && bytes.length < 500_000),
];
const seen = new Set<string>();
const cases = made.filter(({ name }) => !seen.has(name) && seen.add(name));
/** Chromium does not turn a WebP by its EXIF, which every other reader does, and so do we. */
const isTurnedHereOnly = (name: string): boolean => /^WebP of orientation [2-8]/.test(name);
const missing = existsSync(program) ? undefined : 'Chromium is not installed';

describe(
  'what came and what left, in Chromium',
  { tags: ['d-door-canonical'], ...unless(missing) },
  () => {
    test.each(cases)('$name', async ({ name, bytes, mime }) => {
      const taken = await door.ingest({ kind: 'bytes', bytes }, { expect: 'image' });
      const before = await shownByBrowser(bytes, mime);
      if (breakingOff.some((one) => one.name === name)) {
        expect(taken.ok && taken.value.warnings.join()).toContain('breaks off');
        expect(before).toBeDefined();
      }
      if (!taken.ok) return expect(before).toBeUndefined();
      const { block, steps } = taken.value;
      const stored = await store.get(block.sha256);
      if (!stored.ok) throw new Error(stored.refusal.message);
      const after = await shownByBrowser(stored.value, block.mime);
      if (!after) throw new Error('Chromium does not show what left.');
      const decoded = await sharp(stored.value)
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer();
      // Two decoders of the same lossy file round differently.
      expect(meanError(after, decoded)).toBeLessThan(block.mime === 'image/png' ? 0.001 : 1.5);
      if (!before || steps.includes('flattened') || steps.includes('resized')) return;
      if (isTurnedHereOnly(name)) return;
      // Of a JPEG without its end mark Chromium leaves the last rows out, which are there.
      const most = name === 'JPEG without its end mark' ? 320 * (240 - 16) * 3 : undefined;
      expect(meanError(before.subarray(0, most), after.subarray(0, most))).toBeLessThan(
        block.mime === 'image/png' && mime === 'image/png' ? 1 : 4,
      );
    });
  },
);
