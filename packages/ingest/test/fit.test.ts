// What happens to a picture between decoding and leaving, over the native build in this process.
import { defaultFit } from '@percept/core/internal';
import { doorLimits, type FitTarget } from '@percept/core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isBare } from '../src/fit/bare.ts';
import { fitPicture } from '../src/fit/fit.ts';
import type { DecodeJob, EncodedPicture } from '../src/fit/picture.ts';
import { fitStraight } from '../src/fit/straight.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawPhoto, drawScreenshot, paint } from './fixtures/pictures.ts';

const shot = await paint(drawScreenshot(600, 400)).png().toBuffer();
const frames = await Promise.all(
  [1, 2, 3].map((seed) =>
    paint(drawScreenshot(120, 80, seed))
      .png()
      .toBuffer(),
  ),
);
const photo = await paint(drawPhoto(600, 400)).jpeg({ quality: 90 }).toBuffer();

async function fit(job: DecodeJob): Promise<EncodedPicture> {
  const outcome = await fitPicture(sharp, job, doorLimits);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  if (outcome.value.kind !== 'encoded') throw new Error('No file came.');
  return outcome.value;
}

async function encoded(bytes: Uint8Array, more: Partial<DecodeJob> = {}): Promise<EncodedPicture> {
  return fit(await jobOf(bytes, more));
}

async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer();
}

async function refusal(job: DecodeJob): Promise<string> {
  const outcome = await fitPicture(sharp, job, doorLimits);
  return outcome.ok ? 'accepted' : outcome.refusal.refused;
}

function target(more: Partial<FitTarget>): FitTarget {
  return { ...defaultFit, ...more };
}

/** RGB at a share of the width and height. */
async function pixel(bytes: Uint8Array, across = 0.5, down = 0.5): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** How far the colours are apart, in their worst channel. */
function distance(actual: readonly number[], wanted: readonly number[]): number {
  return Math.max(...wanted.map((value, channel) => Math.abs((actual[channel] ?? -999) - value)));
}

describe('a picture that fits', () => {
  test(
    'leaves with exactly its pixels, whatever its type, and in a file of ours',
    { tags: ['f-ingest-pass-through'] },
    async () => {
      for (const bytes of [shot, photo, await sharp(shot).webp({ lossless: true }).toBuffer()]) {
        const picture = await fit(await jobOf(bytes));
        expect(picture).toMatchObject({ width: 600, height: 400, notes: [] });
        expect(isBare(picture.bytes, picture.mime)).toBe(true);
        expect(Buffer.compare(await pixelsOf(picture.bytes), await pixelsOf(bytes))).toBe(0);
      }
    },
  );

  test('keeps its pixels when its alpha channel is fully opaque', async () => {
    const bytes = await sharp(shot).ensureAlpha().png().toBuffer();
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
    const picture = await fit(await jobOf(bytes));
    expect(picture.steps).toEqual([]);
    expect(Buffer.compare(await pixelsOf(picture.bytes), await pixelsOf(shot))).toBe(0);
  });

  test('keeps its coefficients when its profile says that it is sRGB already', async () => {
    const bytes = await sharp(photo).withIccProfile('srgb').jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).hasProfile).toBe(true);
    expect(await fit(await jobOf(bytes))).toMatchObject({ steps: [], encodes: 0 });
  });

  test(
    'is refused as corrupt when it is truncated, though it would fit',
    { tags: ['s002-decode-validated'] },
    async () => {
      for (const bytes of [shot, photo, await sharp(shot).webp({ lossless: true }).toBuffer()]) {
        const job = await jobOf(bytes);
        for (const share of [0.5, 0.9, 0.99]) {
          const cut = bytes.subarray(0, Math.floor(bytes.length * share));
          expect(await refusal({ ...job, bytes: cut })).toBe('corrupt');
        }
      }
    },
  );

  test('is refused as corrupt when header and decoder disagree about its size', async () => {
    const job = await jobOf(shot);
    expect(await refusal({ ...job, width: 601 })).toBe('corrupt');
  });
});

describe('size', () => {
  test(
    'is capped by edge and by area',
    { tags: ['f-ingest-edge-and-area', 's002-cap-1568-px', 's002-over-cap-downscaled'] },
    async () => {
      const wide = await encoded(await paint(drawScreenshot(3000, 500)).png().toBuffer());
      expect([wide.width, wide.height]).toEqual([1568, 261]);
      const square = await encoded(await paint(drawScreenshot(1500, 1500)).png().toBuffer());
      expect(square.width * square.height).toBeLessThanOrEqual(defaultFit.maxPixels);
      expect(square.steps).toContain('resized');
      const { width, height } = await sharp(square.bytes).metadata();
      expect([width, height]).toEqual([square.width, square.height]);
    },
  );

  test('follows the target and not a constant', { tags: ['f-ingest-profile-fit'] }, async () => {
    const small = await encoded(shot, { target: target({ maxEdgePx: 200 }) });
    expect(Math.max(small.width, small.height)).toBe(200);
    const patched = await encoded(shot, { target: target({ patches: { sizePx: 28, max: 40 } }) });
    expect(Math.ceil(patched.width / 28) * Math.ceil(patched.height / 28)).toBeLessThanOrEqual(40);
  });

  test(
    'never grows, also when the bytes are too many',
    { tags: ['f-ingest-never-upscale', 'f-ingest-small-over-bytes-reencoded'] },
    async () => {
      const heavy = await paint(drawPhoto(300, 200, 1, 60))
        .png()
        .toBuffer();
      const picture = await encoded(heavy, { target: target({ maxBytes: 40_000 }) });
      expect(heavy.length).toBeGreaterThan(100_000);
      expect(picture.bytes.length).toBeLessThanOrEqual(40_000);
      expect([picture.width, picture.height]).toEqual([300, 200]);
      expect(picture.steps).toEqual(['re-encoded']);
    },
  );

  test(
    'shrinks when quality alone would turn the picture to mush',
    { tags: ['f-ingest-shrink-not-mush'] },
    async () => {
      const picture = await encoded(shot, { target: target({ maxBytes: 6_000 }) });
      expect(picture.bytes.length).toBeLessThanOrEqual(6_000);
      expect(picture.width).toBeLessThan(600);
      expect(picture.steps).toContain('resized');
    },
  );

  test('is reduced with Lanczos3', { tags: ['s002-lanczos3'] }, async () => {
    const source = await paint(drawPhoto(900, 600)).png().toBuffer();
    const small = { imageTypes: ['image/png'], maxEdgePx: 300 } as const;
    const picture = await encoded(source, { target: target(small) });
    const raw = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
    const lanczos = sharp(source).resize(300, 200, { kernel: 'lanczos3' });
    expect((await raw(picture.bytes)).equals(await lanczos.raw().toBuffer())).toBe(true);
  });

  test(
    'of a source over five mebibytes comes down by default',
    { tags: ['s002-cap-5-mib'] },
    async () => {
      const drawing = drawPhoto(1100, 900, 1, 200);
      const filler = Buffer.from(drawing.data).toString('base64');
      const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${filler}</x:xmpmeta>`;
      const heavy = await paint(drawing).png({ compressionLevel: 0 }).withXmp(xmp).toBuffer();
      expect(heavy.length).toBeGreaterThan(defaultFit.maxBytes);
      const picture = await encoded(heavy);
      expect(picture).toMatchObject({ width: 1100, height: 900, mime: 'image/png', steps: [] });
      expect(picture.bytes.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    },
  );

  test('ends in a refusal when no picture can be that light', async () => {
    const job = await jobOf(shot, { target: target({ maxBytes: 20 }) });
    expect(await refusal(job)).toBe('too-large');
    expect(
      await refusal({ ...job, target: target({ maxBytes: 20, imageTypes: ['image/png'] }) }),
    ).toBe('too-large');
  });
});

describe('type', () => {
  test(
    'is chosen by content: screenshots stay crisp',
    { tags: ['f-ingest-format-by-content'] },
    async () => {
      const larger = await paint(drawScreenshot(2000, 1125)).png().toBuffer();
      expect((await encoded(larger)).mime).toBe('image/png');
      const scene = await paint(drawPhoto(1800, 1200)).png().toBuffer();
      expect((await encoded(scene)).mime).toBe('image/jpeg');
      expect(
        (await encoded(scene, { target: target({ imageTypes: ['image/png', 'image/webp'] }) }))
          .mime,
      ).toBe('image/webp');
    },
  );

  test('is lossless where that is asked and meets the target', async () => {
    const scene = await paint(drawPhoto(1800, 1200)).png().toBuffer();
    expect((await encoded(scene, { lossless: true })).mime).toBe('image/png');
    expect(
      (await encoded(scene, { lossless: true, target: target({ maxBytes: 300_000 }) })).mime,
    ).toBe('image/jpeg');
  });

  test('is only ever one that the target takes', async () => {
    for (const only of ['image/png', 'image/jpeg', 'image/webp'] as const) {
      const picture = await encoded(photo, {
        target: target({ imageTypes: [only], maxEdgePx: 300 }),
      });
      expect(picture.mime).toBe(only);
      expect((await sharp(picture.bytes).metadata()).format).toBe(only.slice('image/'.length));
    }
    const none = await jobOf(photo, {
      target: target({ imageTypes: ['image/gif'], maxEdgePx: 300 }),
    });
    expect(await refusal(none)).toBe('unsupported-type');
  });

  test('meets the target in PNG alone by shrinking', async () => {
    const only = target({ imageTypes: ['image/png'], maxBytes: 60_000 });
    const picture = await encoded(photo, { target: only });
    expect(picture.bytes.length).toBeLessThanOrEqual(60_000);
  });
});

describe('animation', () => {
  test(
    'of a GIF leaves as a still and never as a GIF',
    { tags: ['f-ingest-gif-still'] },
    async () => {
      const gif = await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer();
      const job = await jobOf(gif);
      expect([job.frames, job.width, job.height]).toEqual([3, 120, 80]);
      const picture = await encoded(gif, {
        target: target({ imageTypes: ['image/gif', 'image/png'] }),
      });
      expect(picture).toMatchObject({ mime: 'image/png', width: 120, height: 80 });
      expect(picture.steps).toEqual(['still-of-animation', 're-encoded']);
      const still = await sharp(frames[0]).gif().toBuffer();
      expect((await encoded(still)).steps).toEqual(['re-encoded']);
    },
  );

  test('of a WebP leaves as a still', async () => {
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const picture = await encoded(webp);
    expect(picture).toMatchObject({ width: 120, height: 80 });
    expect(picture.steps).toContain('still-of-animation');
    expect((await sharp(picture.bytes).metadata()).pages ?? 1).toBe(1);
  });

  test('of a PNG leaves as a still, though the decoder sees only one frame', async () => {
    const picture = await encoded(frames[0]!, { frames: 3 });
    expect(picture).toMatchObject({
      mime: 'image/png',
      width: 120,
      height: 80,
      steps: ['still-of-animation'],
    });
  });
});

describe('transparency', () => {
  async function ink(shade: number): Promise<Uint8Array> {
    const text = Buffer.alloc(200 * 100 * 4);
    for (let y = 40; y < 60; y += 1) {
      for (let x = 20; x < 180; x += 1) text.set([shade, shade, shade, 255], (y * 200 + x) * 4);
    }
    return sharp(text, { raw: { width: 200, height: 100, channels: 4 } })
      .png()
      .toBuffer();
  }

  test(
    'is flattened on the ground that keeps the ink readable',
    { tags: ['f-ingest-flatten-contrast'] },
    async () => {
      const dark = await encoded(await ink(0));
      expect(dark.steps).toEqual(['flattened']);
      expect(distance(await pixel(dark.bytes, 0.5, 0.1), [255, 255, 255])).toBeLessThanOrEqual(3);
      expect(distance(await pixel(dark.bytes, 0.5, 0.5), [0, 0, 0])).toBeLessThanOrEqual(3);
      const light = await encoded(await ink(255));
      expect(distance(await pixel(light.bytes, 0.5, 0.1), [32, 32, 32])).toBeLessThanOrEqual(3);
      expect(distance(await pixel(light.bytes, 0.5, 0.5), [255, 255, 255])).toBeLessThanOrEqual(3);
      expect((await sharp(light.bytes).metadata()).hasAlpha).toBe(false);
    },
  );

  test('of a grey picture is flattened too, and an invisible one becomes white', async () => {
    const grey = await sharp(await ink(255))
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect(
      distance(await pixel((await encoded(grey)).bytes, 0.5, 0.1), [32, 32, 32]),
    ).toBeLessThanOrEqual(3);
    const nothing = await sharp({
      create: { width: 40, height: 40, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer();
    expect(
      distance(await pixel((await encoded(nothing)).bytes), [255, 255, 255]),
    ).toBeLessThanOrEqual(3);
  });
});

describe('colour', () => {
  const patch = {
    create: { width: 64, height: 64, channels: 3, background: { r: 200, g: 60, b: 30 } },
  } as const;
  const sources = {
    P3: sharp(patch).withIccProfile('p3').png(),
    CMYK: sharp(patch).toColourspace('cmyk').jpeg({ quality: 100 }),
    'CMYK with a profile': sharp(patch)
      .withIccProfile('cmyk')
      .toColourspace('cmyk')
      .jpeg({ quality: 100 }),
    '16-bit': sharp(patch).toColourspace('rgb16').png(),
  };

  test.each(Object.entries(sources))(
    '%s comes out as 8-bit sRGB without its profile',
    { tags: ['f-ingest-srgb'] },
    async (name, source) => {
      const bytes = await source.toBuffer();
      const stored = await sharp(bytes).metadata();
      expect(stored.space !== 'srgb' || stored.depth !== 'uchar' || stored.hasProfile).toBe(true);
      const picture = await encoded(bytes, { lossless: true });
      expect(picture.steps[0]).toBe('colour-converted');
      expect(distance(await pixel(picture.bytes), [200, 60, 30])).toBeLessThanOrEqual(
        name.startsWith('CMYK') ? 32 : 3,
      );
      const left = await sharp(picture.bytes).metadata();
      expect(left).toMatchObject({ space: 'srgb', depth: 'uchar', hasProfile: false });
    },
  );

  test(
    'and everything else that is not pixels stays behind',
    { tags: ['f-ingest-gps-stripped'] },
    async () => {
      const exif = {
        IFD0: { Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      };
      const tagged = await sharp(photo)
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .jpeg()
        .toBuffer();
      expect(Buffer.from(tagged).includes('somebody')).toBe(true);
      const picture = await encoded(tagged, { target: target({ maxEdgePx: 300 }) });
      const left = await sharp(picture.bytes).metadata();
      expect([left.exif, left.xmp, left.icc, left.iptc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    },
  );
});

describe('a screenshot that shrinks in one pass', { tags: ['d-door-deterministic'] }, () => {
  // A region of everything goes the long way.
  const whole = { region: { left: 0, top: 0, width: 1800, height: 1200 } };
  const fitted = { target: target({ maxEdgePx: 900 }) };
  const screen = paint(drawScreenshot(1800, 1200));
  const weigh = (bytes: Uint8Array): number => bytes.length / (1800 * 1200);

  test('is byte for byte what the long way gives', async () => {
    const bytes = await screen.clone().png({ compressionLevel: 3 }).toBuffer();
    expect(weigh(bytes)).toBeGreaterThan(0.08);
    expect(weigh(bytes)).toBeLessThan(0.25);
    const job = await jobOf(bytes, fitted);
    expect(await fitStraight(sharp, job, doorLimits)).toBeDefined();
    const [short, long] = [await fit(job), await fit({ ...job, ...whole })];
    expect(short).toEqual(long);
    expect(isBare(short.bytes, short.mime)).toBe(true);
  });

  test('is not tried where only its pixels can say what it needs', async () => {
    const plain = await screen.clone().png({ compressionLevel: 3 }).toBuffer();
    const other = {
      'a profile': await screen
        .clone()
        .withIccProfile('p3')
        .png({ compressionLevel: 3 })
        .toBuffer(),
      transparency: await screen.clone().ensureAlpha(0.5).png({ compressionLevel: 3 }).toBuffer(),
      'few colours': await screen.clone().png({ palette: true, colours: 16 }).toBuffer(),
      damage: Buffer.concat([plain.subarray(0, plain.length / 2), plain.subarray(-12)]),
    };
    for (const [name, bytes] of Object.entries(other)) {
      const facts = name === 'damage' ? plain : bytes;
      const job = { ...(await jobOf(facts, fitted)), bytes };
      expect([name, await fitStraight(sharp, job, doorLimits)]).toEqual([name, undefined]);
    }
    const small = await jobOf(plain, {
      target: target({ imageTypes: ['image/jpeg'], maxEdgePx: 900 }),
    });
    expect(await fitStraight(sharp, small, doorLimits)).toBeUndefined();
  });
});
