// Pictures of types that never leave: decoded behind the same walls, and out as a file of ours.
import { doorLimits, imageTypes } from '@percept/core';
import { readImageType, sourceTypes } from '@percept/core/internal';
import { VolatileBlobStore } from '@percept/store/testing';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { isBare } from '../src/fit/bare.ts';
import { openDoor, sniff, type Admitted } from '../src/index.ts';
import { bt709 } from '../src/colour/primaries.ts';
import { profileOf } from '../src/colour/profile.ts';
import { parseAccept } from '../src/decoder/accept.ts';
import { probe } from '../src/probe/image.ts';
import { be16, be32, join, le16, le32 } from './corpus/bytes.ts';
import { bmp, dib, icon } from './corpus/make-bmp.ts';
import { chunk, ihdr, pngSignature } from './corpus/make-png.ts';
import { box, fileType } from './corpus/make-sound.ts';
import { hostileForeign } from './corpus/hostile-foreign.ts';
import { drawPhoto, drawScreenshot, paint } from './fixtures/pictures.ts';

const store = new VolatileBlobStore();
const door = openDoor({ store, accept: sourceTypes });
afterAll(() => door.close());

interface Left extends Admitted {
  readonly bytes: Uint8Array;
}

async function left(bytes: Uint8Array): Promise<Left> {
  const outcome = await door.ingest({ kind: 'bytes', bytes }, { expect: 'image' });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  const stored = await store.get(outcome.value.block.sha256);
  if (!stored.ok) throw new Error(stored.refusal.message);
  const { block } = outcome.value;
  const mime = readImageType(block.mime);
  if (!mime || mime === 'image/gif') throw new Error(`${block.mime} left.`);
  expect(isBare(stored.value, mime)).toBe(true);
  return { ...outcome.value, bytes: stored.value };
}

/** Rows of `#rrggbb`, of what left. */
async function colours(bytes: Uint8Array): Promise<readonly string[]> {
  const { data, info } = await sharp((await left(bytes)).bytes)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = info.channels === 1;
  return Array.from({ length: info.width * info.height }, (_, at) => {
    const own = grey ? [data[at], data[at], data[at]] : [...data.subarray(at * 3, at * 3 + 3)];
    return own.map((value) => (value ?? 0).toString(16).padStart(2, '0')).join('');
  });
}

const palette = [
  [0, 0, 255],
  [0, 255, 0],
  [255, 0, 0],
  [255, 255, 255],
] as const;
const [red, green, blue, white] = ['ff0000', '00ff00', '0000ff', 'ffffff'];
const black = '000000';

describe('a Windows bitmap', { tags: ['d-door-accept', 's002-mime-bmp-tiff-refused'] }, () => {
  test.each([
    ['1 bit', { bits: 1, pixels: [0x40, 0, 0, 0, 0x80, 0, 0, 0] }, [green, red, red, green]],
    ['2 bits', { bits: 2, pixels: [0xb0, 0, 0, 0, 0x10, 0, 0, 0] }, [red, green, blue, white]],
    ['4 bits', { bits: 4, pixels: [0x23, 0, 0, 0, 0x01, 0, 0, 0] }, [red, green, blue, white]],
    ['8 bits', { bits: 8, pixels: [2, 3, 0, 0, 0, 1, 0, 0] }, [red, green, blue, white]],
    [
      '8 bits, from the top',
      { bits: 8, height: -2, pixels: [0, 1, 0, 0, 2, 3, 0, 0] },
      [red, green, blue, white],
    ],
    [
      'runs of 8 bits',
      { bits: 8, compression: 1, pixels: [0, 4, 2, 3, 2, 3, 0, 0, 1, 0, 1, 1, 0, 1] },
      [red, green, blue, white],
    ],
    [
      'runs of 4 bits',
      { bits: 4, compression: 2, pixels: [2, 0x23, 0, 0, 2, 0x01, 0, 1] },
      [red, green, blue, white],
    ],
    [
      'the header of OS/2',
      { bits: 8, headerBytes: 12, pixels: [2, 3, 0, 0, 0, 1, 0, 0] },
      [red, green, blue, white],
    ],
    [
      '16 bits',
      { bits: 16, palette: [], pixels: [0x1f, 0, 255, 127, 0, 0x7c, 0xe0, 3] },
      [red, green, blue, white],
    ],
    [
      '16 bits by masks of its own',
      {
        bits: 16,
        palette: [],
        compression: 3,
        masks: [0xf800, 0x07e0, 0x1f],
        pixels: [0x1f, 0, 255, 255, 0, 0xf8, 0xe0, 7],
      },
      [red, green, blue, white],
    ],
    [
      '24 bits',
      {
        bits: 24,
        palette: [],
        pixels: [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0],
      },
      [red, green, blue, white],
    ],
    [
      '32 bits whose fourth byte means nothing',
      {
        bits: 32,
        palette: [],
        pixels: [255, 0, 0, 9, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 7],
      },
      [red, green, blue, white],
    ],
    [
      '32 bits with alpha: over a ground, like any other',
      {
        bits: 32,
        palette: [],
        compression: 3,
        headerBytes: 108,
        masks: [0xff0000, 0xff00, 0xff, 0xff00_0000],
        pixels: [255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 255, 0, 0],
      },
      [red, white, blue, white],
    ],
    [
      '32 bits with alpha that its header names beside fixed masks',
      {
        bits: 32,
        palette: [],
        headerBytes: 124,
        masks: [0xff, 0xff00, 0xff0000, 0x8000_0000],
        pixels: [255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 255, 0, 0],
      },
      [red, white, blue, white],
    ],
    [
      '32 bits that are transparent everywhere: nothing, as in a browser',
      {
        bits: 32,
        palette: [],
        compression: 3,
        headerBytes: 56,
        masks: [0xff0000, 0xff00, 0xff, 0xff00_0000],
        pixels: [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0],
      },
      [white, white, white, white],
    ],
    [
      'runs of 8 bits, from the top',
      { bits: 8, height: -2, compression: 1, pixels: [1, 0, 1, 1, 0, 0, 1, 2, 1, 3, 0, 1] },
      [red, green, blue, white],
    ],
    [
      'runs of 24 bits, which OS/2 has',
      {
        bits: 24,
        palette: [],
        headerBytes: 64,
        compression: 4,
        pixels: [
          1, 255, 0, 0, 1, 255, 255, 255, 0, 0, 0, 2, 0, 0, 1, 0, 0, 255, 1, 0, 255, 0, 0, 1,
        ],
      },
      [red, green, blue, white],
    ],
    [
      'runs of 8 bits that leave pixels out, which are black',
      { bits: 8, compression: 1, pixels: [0, 2, 1, 0, 1, 2, 0, 1] },
      [black, black, black, blue],
    ],
  ] as const)('of %s', async (_, plan, expected) => {
    const bytes = bmp({ width: 2, height: 2, palette, ...plan });
    expect(await colours(bytes)).toEqual(expected);
  });

  test('is shown by the profile that it carries', { tags: ['d-door-colour-facts'] }, async () => {
    const profile = profileOf(
      { primaries: bt709, transfer: { kind: 'power', exponent: 1 } },
      false,
    );
    if (!profile) throw new Error('There is no profile.');
    const grey = { width: 1, height: 1, bits: 24, headerBytes: 124, pixels: [128, 128, 128, 0] };
    expect(await colours(bmp(grey))).toEqual(['808080']);
    const out = await left(bmp({ ...grey, profile }));
    expect(out.steps).toContain('colour-converted');
    // 128 of 255 in linear light is 188 in sRGB.
    expect(await colours(bmp({ ...grey, profile }))).toEqual(['bcbcbc']);
    // A profile of ink, and one that lies outside, say nothing about red, green and blue.
    const ink = profile.with(16, 'C'.charCodeAt(0));
    expect(await colours(bmp({ ...grey, profile: ink }))).toEqual(['808080']);
    expect(await colours(bmp({ ...grey, profile }).subarray(0, -9))).toEqual(['808080']);
  });

  test.each([
    [1, 4, 40],
    [1, 24, 40],
    [2, 8, 40],
    [3, 8, 40],
    [3, 24, 40],
    // In a header of OS/2 it is something else.
    [3, 16, 64],
    [4, 24, 40],
    [4, 8, 64],
    [6, 8, 40],
  ])('whose coding %i is none of %i bits in a header of %i bytes is refused', (...coding) => {
    const [compression, bits, headerBytes] = coding;
    const plan = { width: 2, height: 2, masks: [0xf800, 0x07e0, 0x1f], pixels: Array(16).fill(0) };
    const bytes = bmp({ ...plan, compression, bits, headerBytes });
    expect(probe(bytes, 'image/bmp', doorLimits)).toMatchObject({ ok: false });
  });

  // Chromium draws just these: pixels are where the file says, and the palette is whole wherever they are.
  test.each([
    ['inside its palette', 58, [black, red, red, black]],
    ['at its palette', 54, [red, black, red, red]],
    ['before its header ends', 50, [red, red, red, red]],
    ['at the very start', 0, [red, red, black, black]],
  ])('whose pixels begin %s is shown as browsers show it', async (_, offset, expected) => {
    const plan = { width: 2, height: 2, bits: 8, palette, pixels: [2, 3, 0, 0, 0, 1, 0, 0] };
    const bytes = bmp(plan);
    new DataView(bytes.buffer).setUint32(10, offset, true);
    expect(await colours(bytes)).toEqual(expected);
  });

  test('of a large screen keeps every pixel that fits', async () => {
    const screen = drawScreenshot(1200, 700);
    const raw = await paint(screen).removeAlpha().raw().toBuffer();
    const pixels = Buffer.alloc(raw.length);
    for (let at = 0; at < raw.length; at += 3)
      pixels.set([raw[at + 2] ?? 0, raw[at + 1] ?? 0, raw[at] ?? 0], at);
    const out = await left(bmp({ width: 1200, height: -700, bits: 24, pixels }));
    expect(out.block).toMatchObject({ mime: 'image/png', width: 1200, height: 700 });
    expect(out.original.mime).toBe('image/bmp');
    const again = await sharp(out.bytes).toColourspace('srgb').raw().toBuffer();
    expect(Buffer.compare(again, raw)).toBe(0);
  });
});

describe('an icon', { tags: ['d-door-accept', 's002-mime-bmp-tiff-refused'] }, () => {
  const inks = dib({
    width: 2,
    height: 4,
    bits: 8,
    palette,
    pixels: [2, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0],
  });

  test('is its largest picture, and its mask is transparency', async () => {
    const one = { width: 1, height: 1, bits: 32, bytes: dib(tiny) };
    const seen = await colours(icon(one, { width: 2, height: 2, bits: 8, bytes: inks }));
    expect(seen).toEqual([red, white, blue, white]);
  });

  test('is read to its last pixel, whatever its directory says of its length', async () => {
    const bytes = icon({ width: 2, height: 2, bits: 8, bytes: inks });
    for (const length of [0, 41, inks.length - 9, 0xffff_ffff]) {
      new DataView(bytes.buffer).setUint32(14, length, true);
      expect(await colours(bytes)).toEqual([red, white, blue, white]);
    }
  });

  const tiny = { width: 1, height: 2, bits: 32, pixels: [0, 0, 255, 255, 0, 0, 0, 0] };

  test('of 32 bits has the alpha of its pixels', async () => {
    const pixels = [255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const bytes = dib({ width: 2, height: 2, bits: 32, pixels });
    expect(await colours(icon({ width: 2, height: 1, bits: 32, bytes }))).toEqual([blue, white]);
  });

  test('that holds a PNG is that PNG', async () => {
    const png = await paint(drawScreenshot(256, 256)).png().toBuffer();
    const out = await left(
      icon(
        { width: 16, height: 16, bits: 32, bytes: dib(tiny) },
        { width: 256, height: 256, bits: 32, bytes: png },
      ),
    );
    expect(out.block).toMatchObject({ width: 256, height: 256, mime: 'image/png' });
    const pixels = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer();
    expect(Buffer.compare(await pixels(out.bytes), await pixels(png))).toBe(0);
  });
});

describe('an AVIF', { tags: ['d-door-accept', 's002-mime-avif-heic-refused'] }, () => {
  test('leaves as another type, pixel for pixel', async () => {
    const bytes = await paint(drawPhoto(600, 400)).avif({ quality: 70, effort: 0 }).toBuffer();
    const out = await left(bytes);
    expect(out.original).toMatchObject({ mime: 'image/avif', width: 600, height: 400 });
    expect(out.block.mime).toBe('image/png');
    const [one, other] = await Promise.all([
      sharp(out.bytes).raw().toBuffer(),
      sharp(bytes).raw().toBuffer(),
    ]);
    expect(Buffer.compare(one, other)).toBe(0);
  });

  test('with ten bits and alpha comes in too', async () => {
    const bytes = await paint(drawScreenshot(90, 60))
      .ensureAlpha(0.5)
      .avif({ bitdepth: 10, quality: 90, effort: 0 })
      .toBuffer();
    expect(probe(bytes, 'image/avif', doorLimits)).toMatchObject({
      ok: true,
      value: { width: 90, height: 60, hasAlpha: true },
    });
    expect((await left(bytes)).steps).toContain('flattened');
  });

  const made = (properties: readonly Uint8Array[], linkBytes: 1 | 2 = 1): Uint8Array => {
    const all = [box('ispe', be32(0), be32(64), be32(32)), ...properties];
    const links = all.map((_, index) => (linkBytes === 1 ? [index + 1] : be16(index + 1)));
    const list = box('ipco', ...all);
    const flags = be32(linkBytes - 1);
    const owned = box('ipma', flags, be32(1), be16(7), [links.length], ...links);
    const named = box('pitm', be32(0), be16(7));
    return join(
      fileType('avif', 'mif1', 'miaf'),
      box('meta', be32(0), named, box('iprp', list, owned)),
      box('mdat', new Uint8Array(64)),
    );
  };

  test('that is turned by its own property has the size that is seen', () => {
    const sizeOf = (bytes: Uint8Array) => probe(bytes, 'image/avif', doorLimits);
    expect(sizeOf(made([]))).toMatchObject({ ok: true, value: { width: 64, height: 32 } });
    const turned = made([box('irot', [1])]);
    expect(sizeOf(turned)).toMatchObject({ ok: true, value: { width: 32, height: 64 } });
    // Numbers of two bytes name more than 127 properties.
    const far = made([box('irot', [1])], 2);
    expect(sizeOf(far)).toMatchObject({ ok: true, value: { width: 32, height: 64 } });
  });

  test('that moves is its first picture, and says how many there are', async () => {
    const still = await paint(drawPhoto(60, 40)).avif({ effort: 0 }).toBuffer();
    const track = box('trak', box('mdia', box('minf', box('stbl', sizes))));
    const moving = join(still, box('moov', track));
    moving.set(Buffer.from('avis'), 8);
    moving.set(Buffer.from('avismsf1'), 16);
    const out = await left(moving);
    expect(out.original).toMatchObject({ mime: 'image/avif', frames: 5 });
    expect(out.warnings).toEqual(['a still: the source has 5 frames']);
    const [ours, wanted] = await Promise.all([
      sharp(out.bytes).raw().toBuffer(),
      sharp(still).raw().toBuffer(),
    ]);
    expect(Buffer.compare(ours, wanted)).toBe(0);
  });
  const sizes = box('stsz', be32(0), be32(9), be32(5));

  test('whose colours cannot be converted says so', () => {
    const stated = (primaries: number, transfer: number): unknown => {
      const colour = box('colr', 'nclx', be16(primaries), be16(transfer), be16(0), [128]);
      const probed = probe(made([colour]), 'image/avif', doorLimits);
      return probed.ok && probed.value.unknownColour;
    };
    expect(stated(5, 16)).toBe('nclx 5/16');
    expect(stated(12, 17)).toBe('nclx 12/17');
    expect(stated(1, 13)).toBeUndefined();
    expect(stated(12, 16)).toBeUndefined();
  });
});

describe('colours by code points', { tags: ['d-door-colour-facts'] }, () => {
  test('of an AVIF are those of a PNG that says the same', async () => {
    const picture = paint(drawPhoto(120, 80));
    const plain = await picture.clone().avif({ lossless: true, effort: 0 }).toBuffer();
    const coded = Uint8Array.from(plain);
    const at = plain.indexOf('colrnclx');
    coded.set([0, 12, 0, 13], at + 8);
    const png = await sharp(plain).png().toBuffer();
    const said = join(
      png.subarray(0, 33),
      chunk('cICP', Uint8Array.of(12, 13, 0, 1)),
      png.subarray(33),
    );
    const out = await left(coded);
    expect(out.steps).toContain('colour-converted');
    expect(out.warnings).toEqual([]);
    const pixels = (file: Uint8Array) =>
      sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
    const [ours, wanted, bare] = await Promise.all([
      pixels(out.bytes),
      pixels((await left(said)).bytes),
      pixels(plain),
    ]);
    const error = (other: Uint8Array) =>
      ours.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) /
      ours.length;
    expect(error(wanted)).toBeLessThan(0.5);
    expect(error(bare)).toBeGreaterThan(2);
  });
});

describe('more light than a page shows', { tags: ['d-door-colour-facts'] }, () => {
  /** Nine greys from black to the brightest, 16 bits each. */
  const ramp = (coding: readonly number[], ...more: readonly Uint8Array[]): Uint8Array => {
    const grey = (step: number) => be16(Math.round((step * 0xffff) / 8));
    const row = join([0], ...Array.from({ length: 9 }, (_, x) => join(grey(x), grey(x), grey(x))));
    return join(
      pngSignature,
      ihdr({ width: 9, height: 1, depth: 16, colour: 2 }),
      chunk('cICP', Uint8Array.from(coding)),
      ...more,
      chunk('IDAT', deflateSync(row)),
      chunk('IEND'),
    );
  };
  const shades = async (file: Uint8Array): Promise<readonly number[]> =>
    (await colours(file)).map((colour) => Number.parseInt(colour.slice(0, 2), 16));

  // As Chromium 156 shows these files.
  test.each([
    ['PQ', [9, 16, 0, 1], [], [0, 5, 30, 70, 131, 212, 255, 255, 255]],
    ['HLG', [9, 18, 0, 1], [], [0, 14, 43, 71, 99, 134, 188, 227, 255]],
    ['PQ of 400 candelas', [9, 16, 0, 1], [400], [0, 8, 39, 87, 161, 249, 255, 255, 255]],
  ])('of a PNG in %s is dimmed', async (_, coding, nits, wanted) => {
    const said = nits.map((most) => chunk('cLLI', join(be32(most * 10_000), be32(0))));
    const file = ramp(coding, ...said);
    const found = await shades(file);
    const errors = found.map((shade, at) => Math.abs(shade - (wanted[at] ?? 0)));
    expect(Math.max(...errors)).toBeLessThanOrEqual(1);
    const out = await left(file);
    expect(out.steps).toContain('colour-converted');
    expect(out.warnings).toEqual([]);
  });

  test('keeps its hue: what is brighter than white is dimmed as a whole', async () => {
    const row = join([0], be16(45_875), be16(32_768), be16(19_661));
    const file = join(
      pngSignature,
      ihdr({ width: 1, height: 1, depth: 16, colour: 2 }),
      chunk('cICP', Uint8Array.of(12, 18, 0, 1)),
      chunk('IDAT', deflateSync(row)),
      chunk('IEND'),
    );
    const [colour = ''] = await colours(file);
    const channels = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const wanted = [163, 98, 53];
    const errors = channels.map((shade, at) => Math.abs(shade - (wanted[at] ?? 0)));
    expect(Math.max(...errors)).toBeLessThanOrEqual(1);
  });

  test('of an AVIF of ten bits is dimmed like that of a PNG', async () => {
    const made = await paint(drawPhoto(120, 80))
      .avif({ lossless: true, bitdepth: 10, effort: 0 })
      .toBuffer();
    const at = made.indexOf('colrnclx');
    made.set([0, 9, 0, 16], at + 8);
    const deep = await sharp(made).toColourspace('rgb16').png().toBuffer();
    const png = join(
      deep.subarray(0, 33),
      chunk('cICP', Uint8Array.of(9, 16, 0, 1)),
      deep.subarray(33),
    );
    const pixels = async (file: Uint8Array) =>
      sharp((await left(file)).bytes)
        .toColourspace('srgb')
        .raw()
        .toBuffer();
    const [ours, wanted, bare] = [await pixels(made), await pixels(png), await pixels(deep)];
    const error = (other: Uint8Array) =>
      ours.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) /
      ours.length;
    expect(error(wanted)).toBeLessThan(0.5);
    expect(error(bare)).toBeGreaterThan(10);
  });
});

describe('a TIFF', { tags: ['d-door-accept', 's002-mime-bmp-tiff-refused'] }, () => {
  test('of 16-bit grey is shown by its profile', { tags: ['d-door-colour-facts'] }, async () => {
    const profile = profileOf({ primaries: bt709, transfer: { kind: 'power', exponent: 1 } }, true);
    if (!profile) throw new Error('There is no profile.');
    const deep = Array.from({ length: 64 * 8 }, (_, at) => le16((at % 64) * 1000));
    const entries = [
      [256, 3, 1, 64],
      [257, 3, 1, 8],
      [258, 3, 1, 16],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
      [273, 4, 1, 8 + profile.length],
      [277, 3, 1, 1],
      [278, 3, 1, 8],
      [279, 4, 1, 64 * 8 * 2],
      [34_675, 7, profile.length, 8],
    ] as const;
    const file = join(
      'II*\0',
      le32(8 + profile.length + 64 * 8 * 2),
      profile,
      ...deep,
      le16(entries.length),
      ...entries.map(([tag, type, count, value]) =>
        join(le16(tag), le16(type), le32(count), le32(value)),
      ),
      le32(0),
    );
    const out = await left(file);
    expect(out.steps).toContain('colour-converted');
    const seen = await sharp(out.bytes).toColourspace('srgb').raw().toBuffer();
    expect(Math.abs((seen[7 * 3] ?? 0) - 93)).toBeLessThan(4);
    expect(Math.abs((seen[33 * 3] ?? 0) - 188)).toBeLessThan(4);
  });

  test.each([
    ['uncompressed', { compression: 'none' }],
    ['LZW', { compression: 'lzw', predictor: 'horizontal' }],
    ['deflate in tiles', { compression: 'deflate', tile: true }],
    ['packed bits', { compression: 'packbits' }],
  ] as const)('%s keeps its pixels', async (_, options) => {
    const picture = paint(drawScreenshot(300, 200));
    const raw = await picture.clone().raw().toBuffer();
    const out = await left(await picture.tiff(options).toBuffer());
    expect(out.block).toMatchObject({ mime: 'image/png', width: 300, height: 200 });
    expect(out.warnings).toEqual([]);
    const again = await sharp(out.bytes).toColourspace('srgb').raw().toBuffer();
    expect(Buffer.compare(again, raw)).toBe(0);
  });

  test('is turned upright', async () => {
    const page = await paint(drawScreenshot(300, 200))
      .withMetadata({ orientation: 6 })
      .tiff()
      .toBuffer();
    expect((await left(page)).block).toMatchObject({ width: 200, height: 300 });
  });

  test('of ink comes out as sRGB', async () => {
    const out = await left(
      await paint(drawScreenshot(60, 40)).toColourspace('cmyk').tiff().toBuffer(),
    );
    expect(out.steps).toContain('colour-converted');
    expect((await sharp(out.bytes).metadata()).space).toBe('srgb');
  });
});

describe('what is accepted', { tags: ['d-door-accept'] }, () => {
  const some = async () => [
    ['image/avif', await paint(drawScreenshot(40, 30)).avif({ effort: 0 }).toBuffer()] as const,
    ['image/tiff', await paint(drawScreenshot(40, 30)).tiff().toBuffer()] as const,
    [
      'image/bmp',
      bmp({ width: 2, height: 2, palette, bits: 8, pixels: [2, 3, 0, 0, 0, 1, 0, 0] }),
    ] as const,
  ];

  test('is everything but TIFF where nobody says anything', async () => {
    await using usual = openDoor({ store });
    for (const [mime, bytes] of await some()) {
      const outcome = await usual.ingest({ kind: 'bytes', bytes });
      const refused = { ok: false, refusal: { refused: 'unsupported-type' } };
      expect(outcome).toMatchObject(mime === 'image/tiff' ? refused : { ok: true });
    }
  });

  test('can be no more than the closed list, on every way in', async () => {
    await using strict = openDoor({ store, accept: imageTypes });
    for (const [, bytes] of await some()) {
      const refused = { ok: false, refusal: { refused: 'unsupported-type' } };
      expect(await strict.ingest({ kind: 'bytes', bytes })).toMatchObject(refused);
      expect(await strict.keep({ kind: 'bytes', bytes })).toMatchObject(refused);
      expect(await strict.bitmap(bytes)).toMatchObject(refused);
    }
  });

  test('is a word for each, and a mistake is told', () => {
    expect(parseAccept('none')).toEqual({ ok: true, value: imageTypes });
    expect(parseAccept(' TIFF , bmp')).toEqual({
      ok: true,
      value: [...imageTypes, 'image/tiff', 'image/bmp'],
    });
    expect(parseAccept('all')).toMatchObject({ ok: true, value: { length: sourceTypes.length } });
    expect(parseAccept('heic').ok).toBe(false);
  });

  test('is kept as it came, beside the same pixels in a file that may leave', async () => {
    for (const [mime, bytes] of await some()) {
      const kept = await door.keep({ kind: 'bytes', bytes });
      if (!kept.ok) throw new Error(kept.refusal.message);
      const { original, picture } = kept.value;
      expect(original.mime).toBe(mime);
      expect(picture).toMatchObject({ width: original.width, height: original.height });
      expect(readImageType(picture?.mime)).toBeDefined();
      const shown = picture && (await store.get(picture.sha256));
      expect(shown?.ok && sniff(shown.value).kind).toBe('image');
    }
  });
});

describe('hostile files of these types', { tags: ['d-door-accept'] }, () => {
  test.each(hostileForeign())('$name', async ({ bytes, expect: expected }) => {
    await using usual = openDoor({ store });
    for (const one of [usual, door]) {
      const outcome = await one.ingest({ kind: 'bytes', bytes });
      if (expected === 'either') continue;
      expect(outcome.ok ? 'taken' : outcome.refusal.refused).toBeOneOf([...expected.refused]);
    }
  });

  test('cut anywhere or with any byte changed, they get an answer from the probe', async () => {
    const files = [
      bmp({ width: 2, height: 2, palette, bits: 8, pixels: [2, 3, 0, 0, 0, 1, 0, 0] }),
      bmp({
        width: 2,
        height: 2,
        palette,
        bits: 8,
        compression: 1,
        pixels: [2, 3, 0, 0, 2, 1, 0, 1],
      }),
      icon({
        width: 1,
        height: 1,
        bits: 32,
        bytes: dib({ width: 1, height: 2, bits: 32, pixels: new Uint8Array(8) }),
      }),
      await paint(drawScreenshot(16, 16)).avif({ effort: 0 }).toBuffer(),
      await paint(drawScreenshot(16, 16)).tiff().toBuffer(),
    ];
    for (const file of files) {
      for (let at = 0; at < Math.min(file.length, 600); at += 1) {
        for (const bytes of [
          file.subarray(0, at),
          file.with(at, 0),
          file.with(at, 255),
          file.with(at, 128),
        ]) {
          const sniffed = sniff(bytes);
          if (sniffed.kind !== 'image') continue;
          expect(probe(bytes, sniffed.mime, doorLimits).ok).toBeTypeOf('boolean');
        }
      }
    }
  });

  test('changed bytes never break the decoder', async () => {
    const avif = await paint(drawScreenshot(48, 32)).avif({ effort: 0 }).toBuffer();
    const tiffs = await paint(drawScreenshot(48, 32)).tiff({ compression: 'lzw' }).toBuffer();
    const runs = bmp({
      width: 9,
      height: 9,
      palette,
      bits: 8,
      compression: 1,
      pixels: [9, 1, 0, 0, 0, 2, 3, 3, 0, 5, 1, 2, 3, 0, 1, 0, 0, 1],
    });
    const jobs = [avif, tiffs, runs].flatMap((file) =>
      Array.from({ length: 40 }, (_, index) =>
        Uint8Array.from(file).with((index * 7919 + 20) % file.length, (index * 101) & 255),
      ),
    );
    const outcomes = await Promise.all(jobs.map((bytes) => door.ingest({ kind: 'bytes', bytes })));
    const odd = outcomes.filter((one) => !one.ok && one.refusal.refused === 'worker-failed');
    expect(odd).toEqual([]);
  });
});
