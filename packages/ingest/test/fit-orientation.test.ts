// All eight orientations, checked against the EXIF definition pixel by pixel, and regions that a person points at.
import { defaultFit } from '@percept/core/internal';
import { doorLimits } from '@percept/core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fitPicture } from '../src/fit/fit.ts';
import { orientationOf } from '../src/probe/picture.ts';
import type { DecodeJob, EncodedPicture, Region } from '../src/fit/picture.ts';
import type { Orientation } from '../src/probe/picture.ts';
import { jobOf } from './fixtures/jobs.ts';

const upright = { width: 96, height: 64 };
const corners = [
  [220, 30, 30],
  [30, 200, 40],
  [40, 50, 220],
  [230, 220, 40],
] as const;
const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Red, green, blue, yellow: top left, top right, bottom left, bottom right. */
function colourAt(x: number, y: number): readonly number[] {
  return corners[(x < upright.width / 2 ? 0 : 1) + (y < upright.height / 2 ? 0 : 2)]!;
}

/** EXIF 2.32 §4.6.4 A: which sides of the scene the stored first row and first column are. */
function sceneOf(orientation: Orientation, x: number, y: number): readonly [number, number] {
  const right = upright.width - 1;
  const bottom = upright.height - 1;
  switch (orientation) {
    case 1:
      return [x, y];
    case 2:
      return [right - x, y];
    case 3:
      return [right - x, bottom - y];
    case 4:
      return [x, bottom - y];
    case 5:
      return [y, x];
    case 6:
      return [right - y, x];
    case 7:
      return [right - y, bottom - x];
    case 8:
      return [y, bottom - x];
  }
}

async function stored(orientation: Orientation, tagged: boolean): Promise<Uint8Array> {
  const swapped = orientation >= 5;
  const width = swapped ? upright.height : upright.width;
  const height = swapped ? upright.width : upright.height;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data.set(colourAt(...sceneOf(orientation, x, y)), (y * width + x) * 3);
    }
  }
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return tagged
    ? image.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
    : image.png().toBuffer();
}

async function fit(job: DecodeJob): Promise<EncodedPicture> {
  const outcome = await fitPicture(sharp, job, doorLimits);
  if (!outcome.ok || outcome.value.kind !== 'encoded') throw new Error('Nothing was encoded.');
  return outcome.value;
}

async function cornersOf(bytes: Uint8Array): Promise<readonly (readonly number[])[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap((down) =>
    [0.25, 0.75].map((across) => {
      const at =
        (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * 3;
      return [...data.subarray(at, at + 3)];
    }),
  );
}

function alike(
  actual: readonly (readonly number[])[],
  wanted: readonly (readonly number[])[],
): void {
  for (const [index, colour] of wanted.entries()) {
    for (const [channel, value] of colour.entries()) {
      expect(Math.abs((actual[index]?.[channel] ?? -999) - value)).toBeLessThan(40);
    }
  }
}

describe.each(orientations)('orientation %i', (orientation) => {
  const resized = { ...defaultFit, maxEdgePx: 48 };

  test(
    'comes out upright, from the probe or from the decoder',
    { tags: ['f-ingest-exif-orient'] },
    async () => {
      const png = await stored(orientation, false);
      const jpeg = await stored(orientation, true);
      const sources = [
        await jobOf(png, { orientation, target: resized }),
        await jobOf(jpeg, { target: resized }),
        await jobOf(jpeg, { orientation: 1, target: resized }),
      ];
      for (const job of sources) {
        const picture = await fit(job);
        expect([picture.width, picture.height]).toEqual([48, 32]);
        alike(await cornersOf(picture.bytes), corners);
        expect(picture.steps.includes('oriented')).toBe(orientation !== 1);
        expect((await sharp(picture.bytes).metadata()).orientation).toBeUndefined();
      }
    },
  );

  test('is cropped where a person would point', async () => {
    const png = await stored(orientation, false);
    const region: Region = { left: 48, top: 0, width: 48, height: 32 };
    const picture = await fit(await jobOf(png, { orientation, region }));
    expect(picture).toMatchObject({ width: 48, height: 32 });
    expect(picture.steps[0]).toBe('cropped');
    alike(
      await cornersOf(picture.bytes),
      Array.from({ length: 4 }, () => corners[1]),
    );
  });
});

test('A region outside of the picture is refused as invalid input.', async () => {
  const bytes = await stored(6, false);
  for (const region of [
    { left: 90, top: 0, width: 7, height: 10 },
    { left: 0, top: 60, width: 10, height: 5 },
    { left: -1, top: 0, width: 10, height: 10 },
    { left: 0.5, top: 0, width: 10, height: 10 },
    { left: 0, top: 0, width: 0, height: 10 },
  ]) {
    const outcome = await fitPicture(
      sharp,
      await jobOf(bytes, { orientation: 6, region }),
      doorLimits,
    );
    expect(outcome).toMatchObject({ ok: false, refusal: { refused: 'invalid-input' } });
  }
});

test('A region of the whole picture is no crop.', async () => {
  const bytes = await stored(1, false);
  const outcome = await fitPicture(
    sharp,
    await jobOf(bytes, { region: { left: 0, top: 0, ...upright } }),
    doorLimits,
  );
  expect(outcome).toMatchObject({ ok: true, value: { kind: 'encoded', steps: [] } });
});

test('Only the eight orientations are read.', () => {
  expect([0, 9, 1.5, '1', undefined].map(orientationOf)).toEqual([1, 1, 1, 1, 1]);
});
