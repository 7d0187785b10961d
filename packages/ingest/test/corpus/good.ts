// Pictures that people really send, written by real encoders, and a few so large that only their structure is honest.
// Every one of them passes the door: a bound that refuses one of these is wrong.
import type { ImageType } from '@percept/core';
import sharp, { type Sharp } from 'sharp';
import { be32, join } from './bytes.ts';
import { gif, gifFrame } from './make-gif.ts';
import { jpeg } from './make-jpeg.ts';
import { chunk, png } from './make-png.ts';
import { animation, animationFrame, extended, flags, webp } from './make-webp.ts';

export interface GoodPicture {
  readonly name: string;
  readonly mime: ImageType;
  readonly bytes: Uint8Array;
  /** Large ones cost seconds to decode; a test that only needs variety leaves them out. */
  readonly isLarge: boolean;
}

/** A picture with something in every part of it: a gradient and a grid. */
function drawing(width: number, height: number, channels: 3 | 4): Sharp {
  const raw = new Uint8Array(width * height * channels);
  for (let index = 0; index < width * height; index++) {
    const [x, y] = [index % width, Math.floor(index / width)];
    raw.set([(x * 5) & 255, (y * 3) & 255, ((x ^ y) * 7) & 255], index * channels);
    if (channels === 4) raw[index * channels + 3] = x < width / 3 ? 0 : 255 - (y & 127);
  }
  return sharp(raw, { raw: { width, height, channels } });
}

function solid(width: number, height: number, background = '#fff'): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
}

async function movingGif(frames: number, width: number, height: number): Promise<Sharp> {
  const raw = Uint8Array.from(
    { length: width * height * frames * 3 },
    (_, index) => (index * 31) & 255,
  );
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

type Recipe = readonly [name: string, mime: ImageType, make: () => Promise<Uint8Array>];

const place = {
  IFD0: { Copyright: 'SECRET-OWNER' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
};
const png16 = (): Sharp => drawing(60, 40, 4).toColourspace('rgb16');

const small: readonly Recipe[] = [
  ['PNG RGB', 'image/png', () => drawing(97, 61, 3).png().toBuffer()],
  ['PNG RGBA', 'image/png', () => drawing(97, 61, 4).png().toBuffer()],
  ['PNG 16-bit RGBA', 'image/png', () => png16().png().toBuffer()],
  ['PNG 16-bit RGBA interlaced', 'image/png', () => png16().png({ progressive: true }).toBuffer()],
  ['PNG grey', 'image/png', () => drawing(97, 61, 3).greyscale().png().toBuffer()],
  [
    'PNG palette',
    'image/png',
    () => drawing(97, 61, 3).png({ palette: true, colours: 16 }).toBuffer(),
  ],
  [
    'PNG palette of two colours',
    'image/png',
    () => solid(33, 17).png({ palette: true, colours: 2 }).toBuffer(),
  ],
  [
    'PNG palette with alpha',
    'image/png',
    () => drawing(97, 61, 4).png({ palette: true }).toBuffer(),
  ],
  ['PNG interlaced', 'image/png', () => drawing(97, 61, 4).png({ progressive: true }).toBuffer()],
  ['PNG one pixel', 'image/png', () => solid(1, 1).png().toBuffer()],
  [
    'PNG with EXIF and place',
    'image/png',
    () => drawing(97, 61, 3).withExif(place).png().toBuffer(),
  ],
  ['PNG in P3', 'image/png', () => drawing(97, 61, 3).withIccProfile('p3').png().toBuffer()],
  [
    'PNG of gamma 1.0',
    'image/png',
    async () =>
      png({
        width: 8,
        height: 8,
        colour: 2,
        beforePixels: [chunk('gAMA', Uint8Array.from(be32(100_000)))],
      }),
  ],
  [
    'PNG with a transparent colour',
    'image/png',
    async () =>
      png({ width: 8, height: 8, colour: 2, beforePixels: [chunk('tRNS', new Uint8Array(6))] }),
  ],
  ['PNG animated', 'image/png', async () => animatedPng()],
  ['JPEG 4:2:0', 'image/jpeg', () => drawing(97, 61, 3).jpeg().toBuffer()],
  [
    'JPEG 4:4:4',
    'image/jpeg',
    () => drawing(97, 61, 3).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  [
    'JPEG progressive',
    'image/jpeg',
    () => drawing(97, 61, 3).jpeg({ progressive: true }).toBuffer(),
  ],
  ['JPEG by mozjpeg', 'image/jpeg', () => drawing(97, 61, 3).jpeg({ mozjpeg: true }).toBuffer()],
  ['JPEG grey', 'image/jpeg', () => drawing(97, 61, 3).greyscale().jpeg().toBuffer()],
  ['JPEG CMYK', 'image/jpeg', () => drawing(97, 61, 3).toColourspace('cmyk').jpeg().toBuffer()],
  ['JPEG in P3', 'image/jpeg', () => drawing(97, 61, 3).withIccProfile('p3').jpeg().toBuffer()],
  [
    'JPEG in sRGB by profile',
    'image/jpeg',
    () => drawing(97, 61, 3).withIccProfile('srgb').jpeg().toBuffer(),
  ],
  [
    'JPEG with EXIF and place',
    'image/jpeg',
    () => drawing(97, 61, 3).withExif(place).jpeg().toBuffer(),
  ],
  ['JPEG one pixel', 'image/jpeg', () => solid(1, 1).jpeg().toBuffer()],
  ['GIF', 'image/gif', () => drawing(97, 61, 3).gif().toBuffer()],
  ['GIF transparent', 'image/gif', () => drawing(97, 61, 4).gif().toBuffer()],
  ['GIF of 12 frames', 'image/gif', async () => (await movingGif(12, 40, 30)).gif().toBuffer()],
  [
    'GIF whose frame leaves the canvas uncovered',
    'image/gif',
    async () => gif(20, 10, gifFrame(8, 8)),
  ],
  [
    'WebP whose frames leave the canvas uncovered',
    'image/webp',
    async () =>
      webp(
        extended(20, 10, flags.animation),
        animation(),
        animationFrame(20, 10),
        animationFrame(8, 8, 2),
      ),
  ],
  ['WebP lossy', 'image/webp', () => drawing(97, 61, 3).webp().toBuffer()],
  ['WebP lossy with alpha', 'image/webp', () => drawing(97, 61, 4).webp().toBuffer()],
  ['WebP lossless', 'image/webp', () => drawing(97, 61, 3).webp({ lossless: true }).toBuffer()],
  [
    'WebP lossless with alpha',
    'image/webp',
    () => drawing(97, 61, 4).webp({ lossless: true }).toBuffer(),
  ],
  [
    'WebP with EXIF and place',
    'image/webp',
    () => drawing(97, 61, 3).withExif(place).webp().toBuffer(),
  ],
  ['WebP in P3', 'image/webp', () => drawing(97, 61, 3).withIccProfile('p3').webp().toBuffer()],
  ['WebP of 12 frames', 'image/webp', async () => (await movingGif(12, 40, 30)).webp().toBuffer()],
  ['WebP one pixel', 'image/webp', () => solid(1, 1).webp().toBuffer()],
];

const oriented: readonly Recipe[] = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(
  (orientation): readonly Recipe[] => [
    [
      `JPEG of orientation ${orientation}`,
      'image/jpeg',
      () => drawing(48, 32, 3).withMetadata({ orientation }).jpeg().toBuffer(),
    ],
    [
      `WebP of orientation ${orientation}`,
      'image/webp',
      () => drawing(48, 32, 3).withMetadata({ orientation }).webp().toBuffer(),
    ],
    [
      `PNG of orientation ${orientation}`,
      'image/png',
      () => drawing(48, 32, 3).withMetadata({ orientation }).png().toBuffer(),
    ],
  ],
);

const large: readonly Recipe[] = [
  [
    'PNG white 8000²',
    'image/png',
    () => solid(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer(),
  ],
  [
    'PNG white 5000² in two colours',
    'image/png',
    () => solid(5_000, 5_000).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer(),
  ],
  [
    'PNG black 30000 × 1000, best compression there is',
    'image/png',
    async () => png({ width: 30_000, height: 1_000, colour: 6 }),
  ],
  [
    'JPEG white 5000²',
    'image/jpeg',
    () => solid(5_000, 5_000).jpeg({ optimiseCoding: true, quality: 1 }).toBuffer(),
  ],
  [
    'JPEG white 5000² progressive',
    'image/jpeg',
    () => solid(5_000, 5_000).jpeg({ progressive: true, quality: 1 }).toBuffer(),
  ],
  [
    'WebP white 5000²',
    'image/webp',
    () => solid(5_000, 5_000).webp({ quality: 1, effort: 0 }).toBuffer(),
  ],
  [
    'WebP white 8000² lossless',
    'image/webp',
    () => solid(8_000, 8_000).webp({ lossless: true, effort: 0 }).toBuffer(),
  ],
  ['GIF white 4000²', 'image/gif', () => solid(4_000, 4_000).gif({ effort: 1 }).toBuffer()],
  [
    'JPEG baseline of 200 megapixels',
    'image/jpeg',
    async () => jpeg({ width: 16_320, height: 12_240, sampling: [0x22, 0x11, 0x11] }),
  ],
];

function animatedPng(): Uint8Array {
  const control = (sequence: number) =>
    chunk('fcTL', join(be32(sequence), be32(8), be32(8), new Uint8Array(8), [0, 1, 0, 10, 0, 0]));
  const still = png({ width: 8, height: 8 });
  const pixels = still.subarray(41, still.length - 16);
  return png({
    width: 8,
    height: 8,
    beforePixels: [chunk('acTL', join(be32(2), be32(0))), control(0)],
    afterPixels: [control(1), chunk('fdAT', join(be32(2), pixels))],
  });
}

/** @param include `small` leaves out what takes seconds to write or to decode */
export async function goodCorpus(
  include: 'small' | 'all' = 'all',
): Promise<readonly GoodPicture[]> {
  const recipes = include === 'all' ? [...small, ...oriented, ...large] : [...small, ...oriented];
  const pictures: GoodPicture[] = [];
  for (const recipe of recipes) {
    const [name, mime, make] = recipe;
    pictures.push({
      name,
      mime,
      bytes: Uint8Array.from(await make()),
      isLarge: large.includes(recipe),
    });
  }
  return pictures;
}
