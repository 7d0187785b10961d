import { doorLimits, type ImageType } from '@percept/core';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { probe } from '../src/probe/index.ts';
import { loneGifFrame, stripMetadata } from '../src/strip/index.ts';
import { join, repeat, text, whole } from './corpus/bytes.ts';
import { goodCorpus, smallPictures, type GoodPicture } from './corpus/index.ts';
import { exif, jpeg, segment, soi, tiff } from './corpus/make-jpeg.ts';
import { chunk, png, zeros } from './corpus/make-png.ts';
import { extended, flags, lossless, riffChunk, webp } from './corpus/make-webp.ts';

let pictures: readonly GoodPicture[] = [];
beforeAll(async () => {
  pictures = await goodCorpus('small');
}, 240_000);

function find(name: string): GoodPicture {
  const picture = pictures.find((candidate) => candidate.name === name);
  if (!picture) throw new Error(`no picture ${name}`);
  return picture;
}

const secret = 'GPS-SECRET-PLACE';
const stripped = (bytes: Uint8Array, mime: ImageType) => whole(stripMetadata(bytes, mime));
const holds = (bytes: Uint8Array, needle: string) =>
  Buffer.from(bytes).includes(needle, 0, 'latin1');
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

describe('the pixels are the same and the metadata is gone', () => {
  test('for every honest picture', async () => {
    const wrong: string[] = [];
    for (const { name, mime, bytes } of pictures) {
      const out = stripped(bytes, mime);
      const { exif, xmp, iptc } = await sharp(out).metadata();
      const isSame = (await pixels(out)).equals(await pixels(bytes));
      if (exif || xmp || iptc || holds(out, 'SECRET') || !isSame) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  test('a buffer of Node, which shares its memory with others, is read and never written to', () => {
    const talk = [
      segment(0xe0, join('JFIF\0\x01\x01\0\0\x01\0\x01', [2, 2], repeat(Uint8Array.of(9), 12))),
      segment(0xee, join('Adobe\0\x64', [0, 0, 0, 0, 0], secret)),
    ];
    const jfif = join(soi, ...talk, jpeg({ width: 16, height: 16 }).subarray(2));
    const wrong: string[] = [];
    for (const { name, mime, bytes } of [
      ...pictures,
      { name: 'a JPEG with a thumbnail', mime: 'image/jpeg' as const, bytes: jfif },
    ]) {
      const memory = Buffer.alloc(bytes.length + 100, 7);
      memory.set(bytes, 50);
      const before = Uint8Array.from(memory);
      const shared = memory.subarray(50, 50 + bytes.length);
      const out = whole(stripMetadata(shared, mime));
      const isSame = Buffer.compare(out, stripped(bytes, mime)) === 0;
      if (mime === 'image/gif') loneGifFrame(shared);
      if (!isSame || Buffer.compare(memory, before) !== 0) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });

  test('a JPEG with every kind of talk in it', async () => {
    const before = jpeg({ width: 16, height: 16 });
    const talk = [
      segment(0xe0, join('JFIF\0\x01\x01\0\0\x01\0\x01', [2, 2], text(secret).subarray(0, 12))),
      segment(0xe0, text(`JFXX\0\x10${secret}`)),
      segment(0xe1, exif(6)),
      segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${secret}`)),
      segment(0xe2, text(`MPF\0${secret}`)),
      segment(0xed, text(`Photoshop 3.0\x008BIM${secret}`)),
      segment(0xee, join('Adobe\0\x64', [0, 0, 0, 0, 0], secret)),
      segment(0xef, text(secret)),
      segment(0xfe, text(secret)),
    ];
    const bytes = join(soi, ...talk, before.subarray(2), soi, text(secret));
    const out = stripped(bytes, 'image/jpeg');
    expect(holds(out, 'SECRET')).toBe(false);
    expect(holds(out, 'JFIF\0')).toBe(true);
    expect(holds(out, 'Adobe')).toBe(true);
    expect((await pixels(out)).equals(await pixels(bytes))).toBe(true);
  });

  test('a PNG with every kind of talk in it', async () => {
    const talk = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt', 'sPLT', 'hIST', 'caBX'].map((type) =>
      chunk(type, text(secret)),
    );
    const bytes = join(
      png({
        width: 8,
        height: 8,
        beforePixels: [chunk('pHYs', text(secret)), ...talk, chunk('eXIf', tiff(6))],
        afterPixels: talk,
      }),
      secret,
    );
    const out = stripped(bytes, 'image/png');
    expect(holds(out, 'SECRET')).toBe(false);
    expect(out).toEqual(png({ width: 8, height: 8 }));
  });

  test('a WebP with every kind of talk in it, whose header then tells the truth', async () => {
    const bits = flags.exif | flags.xmp | flags.alpha;
    const talk = [
      riffChunk('EXIF', tiff(6)),
      riffChunk('XMP ', text(secret)),
      riffChunk('junk', text(secret)),
    ];
    const bytes = join(webp(extended(8, 8, bits), lossless(8, 8), ...talk), secret);
    const out = stripped(bytes, 'image/webp');
    expect(out).toEqual(webp(extended(8, 8, flags.alpha), lossless(8, 8)));
    expect((await pixels(out)).equals(await pixels(bytes))).toBe(true);
  });
});

describe('what needs no change is passed through as the same object', () => {
  test.each(smallPictures())('$name', ({ name, bytes }) => {
    const mime = `image/${name.toLowerCase()}` as ImageType;
    expect(stripped(bytes, mime)).toBe(bytes);
  });

  test.each(['JPEG in P3', 'JPEG CMYK', 'WebP in P3'])('%s, with its profile', (name) => {
    const { bytes, mime } = find(name);
    expect(stripped(bytes, mime)).toBe(bytes);
  });
});

test('stripping twice changes nothing more, and saves what the probe counted', () => {
  const wrong = pictures.filter(({ mime, bytes }) => {
    const once = stripped(bytes, mime);
    const outcome = probe(bytes, mime, doorLimits);
    if (!outcome.ok || stripped(once, mime) !== once) return true;
    const { frames, metadataBytes, trailingBytes } = outcome.value;
    const saved = bytes.length - once.length;
    // What a PNG says to a display is no metadata, and goes too.
    const isDescribed = Buffer.from(once).includes('iCCP');
    if (mime === 'image/png') return !isDescribed && saved < metadataBytes + trailingBytes;
    return frames === 1 && saved !== metadataBytes + trailingBytes;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test.each(['PNG in P3', 'JPEG in P3', 'WebP in P3'])(
  'the colour profile of %s stays, since the pixels mean nothing without it',
  async (name) => {
    const { bytes, mime } = find(name);
    const out = stripped(join(bytes, secret), mime);
    expect((await sharp(out).metadata()).icc?.length).toBeGreaterThan(100);
  },
);

test('a profile whose name lacks its end is still the profile', async () => {
  const { bytes, mime } = find('JPEG in P3');
  const odd = bytes.with(Buffer.from(bytes).indexOf('ICC_PROFILE', 0, 'latin1') + 11, 8);
  expect((await sharp(stripped(join(odd, secret), mime)).metadata()).icc).toBeDefined();
  expect((await pixels(stripped(join(odd, secret), mime))).equals(await pixels(odd))).toBe(true);
});

test('an animated PNG becomes its still', async () => {
  expect(stripped(find('PNG animated').bytes, 'image/png')).toEqual(png({ width: 8, height: 8 }));
});

test('a bomb of compressed text is gone in a moment', () => {
  const bomb = repeat(chunk('zTXt', join('Comment\0\0', zeros(8 * 1024 * 1024))), 500);
  const bytes = png({ width: 8, height: 8, beforePixels: [bomb] });
  expect(bytes.length).toBeGreaterThan(4_000_000);
  expect(stripped(bytes, 'image/png').length).toBeLessThan(100);
});

/** The checksum of its pixels and the end of a PNG: what a file that breaks off may get. */
const endBytes = 16;

test('what the probe takes still passes after stripping, whatever it was', () => {
  const seeds = smallPictures().map(({ name, bytes }) => ({
    bytes,
    mime: `image/${name.toLowerCase()}` as ImageType,
  }));
  fc.assert(
    fc.property(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 3 }),
      fc.uint8Array({ maxLength: 30 }),
      ({ bytes, mime }, changes, tail) => {
        const mutant = join(bytes, tail);
        for (const [at, value] of changes) mutant[at % bytes.length] = value;
        const before = probe(mutant, mime, doorLimits);
        const out = stripped(mutant, mime);
        const isMended = !before.ok || before.value.breaksOff === true;
        expect(out.length).toBeLessThanOrEqual(mutant.length + (isMended ? endBytes : 0));
        if (!before.ok) return;
        const after = probe(out, mime, doorLimits);
        const { width, height } = before.value;
        expect(after).toMatchObject({ ok: true, value: { width, height } });
        if (mime !== 'image/gif')
          expect(after).toMatchObject({ value: { metadataBytes: 0, trailingBytes: 0 } });
      },
    ),
    { numRuns: 3_000 },
  );
});
