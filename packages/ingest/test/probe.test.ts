import { doorLimits, type DoorLimits, type ImageType, type Outcome } from '@percept/core';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { probe, type Probe } from '../src/probe/index.ts';
import { join, text } from './corpus/bytes.ts';
import { gif, gifFrame, gifStart } from './corpus/make-gif.ts';
import { exif, jpeg, segment, tiff } from './corpus/make-jpeg.ts';
import { animated, chunk, frames, png } from './corpus/make-png.ts';
import {
  animation,
  animationFrame,
  extended,
  flags,
  lossless,
  riffChunk,
  webp,
} from './corpus/make-webp.ts';

const unbounded: DoorLimits = { ...doorLimits, maxSourcePixels: 1e12, maxSourceEdgePx: 1e9 };

function refusedBy(outcome: Outcome<Probe>): string | undefined {
  return outcome.ok ? undefined : (outcome.refusal.limit?.name ?? outcome.refusal.refused);
}

function costOf(bytes: Uint8Array, mime: ImageType): number | undefined {
  const outcome = probe(bytes, mime, unbounded);
  return outcome.ok ? outcome.value.decoderBytes : outcome.refusal.limit?.actual;
}

describe('what the decoder will allocate is counted from the header', () => {
  test('an interlaced PNG costs its whole raster', { tags: ['f-ingest-interlaced-cost'] }, () => {
    const bytes = png({ width: 10_000, height: 10_000, colour: 6, depth: 16, interlaced: true });
    expect(costOf(bytes, 'image/png')).toBe(800_000_000);
    expect(refusedBy(probe(bytes, 'image/png', unbounded))).toBe('maxDecoderBytes');
  });

  test('the same PNG without interlacing costs a strip of rows', () => {
    expect(costOf(png({ width: 10_000, height: 10_000, colour: 6, depth: 16 }), 'image/png')).toBe(
      10_240_000,
    );
  });

  test(
    'a PNG strip of sixteen million columns costs gigabytes',
    { tags: ['f-ingest-strip-png-cost'] },
    () => {
      const strip = png({ width: 16_000_000, height: 300, colour: 6 });
      expect(refusedBy(probe(strip, 'image/png', { ...unbounded, maxSourcePixels: 1e13 }))).toBe(
        'maxDecoderBytes',
      );
      expect(refusedBy(probe(strip, 'image/png', doorLimits))).toBe('maxSourceEdgePx');
      // Fewer pixels than a photo has, and refused all the same.
      const thin = png({ width: 16_000_000, height: 3, colour: 6 });
      expect(refusedBy(probe(thin, 'image/png', doorLimits))).toBe('maxSourceEdgePx');
    },
  );

  test('a progressive JPEG costs its coefficients', { tags: ['f-ingest-progressive-cost'] }, () => {
    const big = jpeg({
      width: 12_000,
      height: 12_000,
      progressive: true,
      sampling: [0x11, 0x11, 0x11],
    });
    expect(costOf(big, 'image/jpeg')).toBeGreaterThan(12_000 * 12_000 * 6);
    expect(refusedBy(probe(big, 'image/jpeg', doorLimits))).toBe('maxDecoderBytes');
  });

  test('a baseline JPEG of 200 megapixels costs little and passes', () => {
    const photo = jpeg({ width: 16_320, height: 12_240, sampling: [0x22, 0x11, 0x11] });
    expect(probe(photo, 'image/jpeg', doorLimits)).toMatchObject({
      ok: true,
      value: { width: 16_320, height: 12_240 },
    });
    expect(costOf(photo, 'image/jpeg')).toBeLessThan(10_000_000);
  });

  test('a JPEG with a scan per component is charged like a progressive one', () => {
    const photo = jpeg({ width: 4_000, height: 4_000, sampling: [0x11, 0x11, 0x11] });
    const selector = photo.lastIndexOf(0xda) + 3;
    expect(costOf(photo.with(selector, 1), 'image/jpeg')).toBeGreaterThan(4_000 * 4_000 * 6);
  });

  test(
    'a lossless WebP of 16383 px square in thirty bytes is refused by cost',
    { tags: ['f-ingest-webp-cost'] },
    () => {
      const bytes = webp(lossless(16_383, 16_383));
      expect(bytes.length).toBeLessThan(35);
      expect(refusedBy(probe(bytes, 'image/webp', unbounded))).toBe('maxDecoderBytes');
      expect(costOf(bytes, 'image/webp')).toBe(4 * 16_383 ** 2);
    },
  );

  test(
    'a GIF costs its canvas, also where its frames are small',
    { tags: ['f-ingest-gif-cost'] },
    () => {
      expect(refusedBy(probe(gif(13_000, 13_000), 'image/gif', doorLimits))).toBe(
        'maxDecoderBytes',
      );
      const sparse = gif(13_000, 13_000, gifFrame(1, 1));
      expect(refusedBy(probe(sparse, 'image/gif', doorLimits))).toBe('maxDecoderBytes');
    },
  );
});

describe('a crossed limit names itself, what it allows and what was found', () => {
  test('pixels', { tags: ['f-ingest-pixel-limit'] }, () => {
    expect(probe(png({ width: 20_000, height: 20_000 }), 'image/png', doorLimits)).toMatchObject({
      ok: false,
      refusal: {
        refused: 'too-large',
        limit: { name: 'maxSourcePixels', max: 200_000_000, actual: 400_000_000 },
      },
    });
  });

  test('edge', () => {
    expect(refusedBy(probe(jpeg({ width: 30_001, height: 1 }), 'image/jpeg', doorLimits))).toBe(
      'maxSourceEdgePx',
    );
  });

  test('bytes', () => {
    const limits = { ...doorLimits, maxSourceBytes: 10 };
    expect(refusedBy(probe(png({ width: 1, height: 1 }), 'image/png', limits))).toBe(
      'maxSourceBytes',
    );
  });

  test('metadata and chunks', { tags: ['f-ingest-ancillary-bomb'] }, () => {
    const note = chunk('tEXt', new Uint8Array(100));
    const bytes = png({ width: 8, height: 8, afterPixels: [note, note] });
    expect(refusedBy(probe(bytes, 'image/png', { ...doorLimits, maxAncillaryBytes: 223 }))).toBe(
      'maxAncillaryBytes',
    );
    expect(probe(bytes, 'image/png', { ...doorLimits, maxAncillaryBytes: 224 }).ok).toBe(true);
    expect(refusedBy(probe(bytes, 'image/png', { ...doorLimits, maxChunks: 4 }))).toBe('maxChunks');
    expect(probe(bytes, 'image/png', { ...doorLimits, maxChunks: 5 }).ok).toBe(true);
  });

  test('frames', { tags: ['f-ingest-frame-bomb'] }, () => {
    const three = Array.from({ length: 3 });
    const [control = new Uint8Array()] = frames({ width: 8, height: 8, pixels: new Uint8Array() });
    const moving = {
      'image/gif': gif(8, 8, ...three.map(() => gifFrame(8, 8))),
      'image/png': png({ width: 8, height: 8, beforePixels: [animated(3), control] }),
      'image/webp': webp(
        extended(8, 8, flags.animation),
        animation(),
        ...three.map(() => animationFrame(8, 8)),
      ),
    } as const;
    for (const mime of ['image/gif', 'image/png', 'image/webp'] as const) {
      const bytes = moving[mime];
      expect([mime, refusedBy(probe(bytes, mime, { ...doorLimits, maxFrames: 2 }))]).toEqual([
        mime,
        'maxFrames',
      ]);
      expect(probe(bytes, mime, { ...doorLimits, maxFrames: 3 })).toMatchObject({
        ok: true,
        value: { frames: 3 },
      });
    }
  });
});

describe(
  'dimensions that the bytes cannot fill are a lie',
  { tags: ['f-ingest-lying-dimensions'] },
  () => {
    test('the bound of deflate is met by its best stream and by nothing shorter', () => {
      const honest = png({ width: 20_000, height: 5_000, colour: 2 });
      expect(probe(honest, 'image/png', doorLimits).ok).toBe(true);
      const short = png({
        width: 20_000,
        height: 5_000,
        colour: 2,
        pixels: new Uint8Array(290_000),
      });
      expect(refusedBy(probe(short, 'image/png', doorLimits))).toBe('corrupt');
    });

    test('the bound of JPEG is met by codes of one bit and by nothing shorter', () => {
      const size = { width: 8_000, height: 8_000 };
      expect(probe(jpeg(size), 'image/jpeg', doorLimits).ok).toBe(true);
      expect(probe(jpeg({ ...size, progressive: true }), 'image/jpeg', doorLimits).ok).toBe(true);
      expect(
        refusedBy(probe(jpeg({ ...size, scanBytes: 249_999 }), 'image/jpeg', doorLimits)),
      ).toBe('corrupt');
    });

    test('the bound of GIF is met by the longest codes', () => {
      expect(probe(gif(9_000, 9_000), 'image/gif', doorLimits).ok).toBe(true);
    });
  },
);

test('orientation is read in either byte order, and nonsense is upright', () => {
  const picture = (data: Uint8Array) =>
    jpeg({ width: 8, height: 8, segments: [segment(0xe1, data)] });
  const little = text('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0');
  expect(probe(picture(exif(8)), 'image/jpeg', doorLimits)).toMatchObject({
    value: { orientation: 8 },
  });
  expect(probe(picture(little), 'image/jpeg', doorLimits)).toMatchObject({
    value: { orientation: 6 },
  });
  expect(probe(picture(exif(9)), 'image/jpeg', doorLimits)).toMatchObject({
    value: { orientation: 1 },
  });
  expect(probe(picture(exif(6, 8)), 'image/jpeg', doorLimits)).toMatchObject({
    value: { orientation: 6 },
  });
  const inPng = png({ width: 8, height: 8, beforePixels: [chunk('eXIf', tiff(5))] });
  expect(probe(inPng, 'image/png', doorLimits)).toMatchObject({ value: { orientation: 5 } });
  const inWebp = webp(extended(8, 8, flags.exif), lossless(8, 8), riffChunk('EXIF', tiff(7)));
  expect(probe(inWebp, 'image/webp', doorLimits)).toMatchObject({ value: { orientation: 7 } });
});

test(
  'orientation is read from text where there is no EXIF',
  { tags: ['d-door-colour-facts'] },
  () => {
    const said = (bytes: Uint8Array, mime: ImageType): number | undefined => {
      const outcome = probe(bytes, mime, doorLimits);
      return outcome.ok ? outcome.value.orientation : undefined;
    };
    const attribute = '<rdf:Description tiff:Orientation="6"/>';
    const element = '<tiff:Orientation>8</tiff:Orientation>';
    const xap = 'http://ns.adobe.com/xap/1.0/\0';
    const photo = (...parts: readonly Uint8Array[]) =>
      jpeg({ width: 8, height: 8, segments: parts });
    expect(said(photo(segment(0xe1, text(xap + attribute))), 'image/jpeg')).toBe(6);
    expect(
      said(photo(segment(0xe1, text(xap + element)), segment(0xe1, exif(3))), 'image/jpeg'),
    ).toBe(3);
    const drawn = (...parts: readonly Uint8Array[]) =>
      png({ width: 8, height: 8, beforePixels: parts });
    const key = 'XML:com.adobe.xmp\0';
    expect(said(drawn(chunk('iTXt', text(`${key}\0\0\0\0${element}`))), 'image/png')).toBe(8);
    expect(said(drawn(chunk('iTXt', text(`${key}\x01\0\0\0${element}`))), 'image/png')).toBe(1);
    const hex = Buffer.from(tiff(5)).toString('hex');
    const raw = `Raw profile type exif\0\nexif\n      ${hex.length / 2}\n${hex.slice(0, 20)}\n${hex.slice(20)}\n`;
    expect(said(drawn(chunk('tEXt', text(raw))), 'image/png')).toBe(5);
    expect(said(drawn(chunk('tEXt', text(raw)), chunk('eXIf', tiff(2))), 'image/png')).toBe(2);
    // What is compressed is found, and inflated outside of the pre-filter.
    const packed = deflateSync(text(element));
    const inZtxt = drawn(chunk('zTXt', join(`Raw profile type xmp\0\0`, packed)));
    const inItxt = drawn(chunk('iTXt', join(`${key}\x01\0en\0XMP\0`, packed)));
    for (const bytes of [inZtxt, inItxt]) {
      const outcome = probe(bytes, 'image/png', doorLimits);
      const found = outcome.ok && outcome.value.packedText;
      if (!found) throw new Error('no packed text was found');
      expect(Buffer.from(bytes.subarray(found.from, found.to))).toEqual(packed);
    }
    const withExif = drawn(chunk('eXIf', tiff(2)), chunk('iTXt', join(`${key}\x01\0\0\0`, packed)));
    expect(probe(withExif, 'image/png', doorLimits)).not.toHaveProperty('value.packedText');
    const moving = webp(extended(8, 8, 0x04), lossless(8, 8), riffChunk('XMP ', text(attribute)));
    expect(said(moving, 'image/webp')).toBe(6);
  },
);

test(
  'orientation is believed where the decoder believes it, and nowhere else',
  { tags: ['f-ingest-fuzz-cases'] },
  () => {
    const orientationOf = (entry: string) => {
      const data = text(`Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01${entry}\0\0\0\0`);
      const outcome = probe(
        jpeg({ width: 8, height: 8, segments: [segment(0xe1, data)] }),
        'image/jpeg',
        doorLimits,
      );
      return outcome.ok ? outcome.value.orientation : undefined;
    };
    // Found by fuzzing: one byte instead of a short, several values, and a text.
    expect(orientationOf('\x01\0\x01\0\0\0\x08\0\0\0')).toBe(8);
    expect(orientationOf('\x03\0\x05\0\0\0\x02\0\0\0')).toBe(1);
    expect(orientationOf('\x02\0\x01\0\0\0\x06\0\0\0')).toBe(1);
    // Found by fuzzing: EXIF that the header of a WebP does not announce.
    const silent = webp(extended(8, 8, 0), lossless(8, 8), riffChunk('EXIF', tiff(7)));
    expect(probe(silent, 'image/webp', doorLimits)).toMatchObject({ value: { orientation: 1 } });
  },
);

test('what follows the picture is counted', () => {
  const hidden = text('PK\x03\x04 hidden');
  const files: ReadonlyArray<[Uint8Array, ImageType]> = [
    [png({ width: 8, height: 8 }), 'image/png'],
    [jpeg({ width: 8, height: 8 }), 'image/jpeg'],
    [gif(8, 8), 'image/gif'],
    [webp(lossless(8, 8)), 'image/webp'],
  ];
  for (const [bytes, mime] of files) {
    expect(probe(bytes, mime, doorLimits)).toMatchObject({ value: { trailingBytes: 0 } });
    expect(probe(join(bytes, hidden), mime, doorLimits)).toMatchObject({
      value: { trailingBytes: hidden.length },
    });
  }
});

test('a PNG whose first chunk is not IHDR is refused', { tags: ['f-ingest-ihdr-first'] }, () => {
  const whole = png({ width: 8, height: 8 });
  const late = join(whole.subarray(0, 8), chunk('tEXt', text('a\0b')), whole.subarray(8));
  expect(refusedBy(probe(late, 'image/png', doorLimits))).toBe('corrupt');
});

test(
  'an animated PNG is a PNG, with as many frames as it has or claims',
  { tags: ['f-ingest-apng-is-png'] },
  () => {
    const [control = new Uint8Array()] = frames({ width: 8, height: 8, pixels: new Uint8Array() });
    const bytes = png({ width: 8, height: 8, beforePixels: [animated(5), control] });
    expect(probe(bytes, 'image/png', doorLimits)).toMatchObject({
      value: { mime: 'image/png', frames: 5 },
    });
    const more = png({ width: 8, height: 8, beforePixels: [animated(1), control, control] });
    expect(probe(more, 'image/png', doorLimits)).toMatchObject({ value: { frames: 2 } });
  },
);

test('a canvas grows to hold the frames of a GIF', () => {
  const bytes = join(gifStart(8, 8), gifFrame(10, 12, undefined, 5), [0x3b]);
  expect(probe(bytes, 'image/gif', doorLimits)).toMatchObject({ value: { width: 15, height: 12 } });
});
