// The portable tier: sharp's wasm build in a thread gives the same bytes, and can be ended in the middle of a decode.
import { defaultFit } from '@percept/core/internal';
import { doorLimits, type ImageType } from '@percept/core';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DecoderPool, type PoolOptions } from '../src/decoder/index.ts';
import { fitPicture } from '../src/fit/fit.ts';
import type { DecodeJob } from '../src/fit/picture.ts';
import { pngBomb } from './fixtures/bombs.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawPhoto, drawScreenshot, paint } from './fixtures/pictures.ts';

function open(options: PoolOptions = {}): DecoderPool {
  const pool = new DecoderPool({ sandbox: 'wasm', maxInFlight: 1, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

const photo = paint(drawPhoto(1700, 1200, 7, 8));
const shot = paint(drawScreenshot(1900, 1100, 7));
const soft = { create: { width: 300, height: 200, channels: 4, background: '#c83c1e80' } } as const;

async function gallery(): Promise<readonly (readonly [string, DecodeJob])[]> {
  const jpeg = await photo.clone().jpeg({ quality: 88 }).toBuffer();
  const png = await shot.clone().png().toBuffer();
  const only = (...imageTypes: ImageType[]) => ({ target: { ...defaultFit, imageTypes } });
  const light = (maxBytes: number, ...imageTypes: ImageType[]) => ({
    target: { ...defaultFit, imageTypes, maxBytes },
  });
  return [
    ['photo to WebP', await jobOf(jpeg)],
    ['photo to JPEG', await jobOf(jpeg, only('image/jpeg'))],
    ['photo to PNG', await jobOf(jpeg, { lossless: true })],
    ['photo to 60 kB of WebP', await jobOf(jpeg, light(60_000, 'image/webp'))],
    ['photo to 40 kB of JPEG', await jobOf(jpeg, light(40_000, 'image/jpeg'))],
    ['photo, turned and mirrored', await jobOf(jpeg, { orientation: 7 })],
    ['progressive photo', await jobOf(await photo.clone().jpeg({ progressive: true }).toBuffer())],
    [
      'CMYK photo',
      await jobOf(await photo.clone().resize(400).toColourspace('cmyk').jpeg().toBuffer()),
    ],
    [
      'P3 photo',
      await jobOf(await photo.clone().resize(800).withIccProfile('p3').jpeg().toBuffer()),
    ],
    [
      '16-bit photo',
      await jobOf(await photo.clone().resize(800).toColourspace('rgb16').png().toBuffer()),
    ],
    ['WebP photo', await jobOf(await photo.clone().webp().toBuffer())],
    ['screenshot to PNG', await jobOf(png)],
    ['screenshot to WebP', await jobOf(png, only('image/webp'))],
    ['screenshot to 30 kB', await jobOf(png, light(30_000, 'image/webp', 'image/png'))],
    [
      'region of a screenshot',
      await jobOf(png, { region: { left: 100, top: 50, width: 700, height: 500 } }),
    ],
    ['palette GIF', await jobOf(await shot.clone().resize(500).gif().toBuffer())],
    ['grey picture', await jobOf(await shot.clone().greyscale().png().toBuffer())],
    ['transparent picture', await jobOf(await sharp(soft).png().toBuffer())],
    ['picture that fits', await jobOf(await shot.clone().resize(600).png().toBuffer())],
  ];
}

describe('the wasm tier', () => {
  test(
    'gives byte-identical pictures',
    { tags: ['f-ingest-wasm-tier'], timeout: 240_000 },
    async () => {
      const pool = open();
      const pictures = await gallery();
      for (const [name, job] of pictures) {
        const native = await fitPicture(sharp, job, doorLimits);
        const wasm = await pool.run(job);
        expect([name, native.ok]).toEqual([name, true]);
        expect([name, plain(wasm)]).toEqual([name, plain(native)]);
      }
      console.log(
        `wasm: ${pictures.length} of ${pictures.length} pictures byte-identical to the native build`,
      );
      expect(pool.tier).toBe('wasm');
    },
  );

  test('refuses what is corrupt with the same words', async () => {
    const pool = open();
    const whole = await jobOf(await shot.clone().png().toBuffer());
    const cut = { ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length >> 1) };
    const native = await fitPicture(sharp, cut, doorLimits);
    const wasm = await pool.run(cut);
    expect([native.ok, wasm.ok]).toEqual([false, false]);
    expect(native.ok || native.refusal.refused).toBe(wasm.ok || wasm.refusal.refused);
  });

  test('ends a decode at its deadline and serves the next picture', async () => {
    const pool = open({ limits: { decodeTimeoutMs: 5_000 } });
    const strip = { width: 3, height: 16_000_000, depth: 8, interlaced: false } as const;
    const slow: DecodeJob = {
      ...(await jobOf(await shot.clone().png().toBuffer())),
      ...strip,
      bytes: await pngBomb(strip),
    };
    const quick = await jobOf(await shot.clone().resize(64).png().toBuffer());
    await pool.describe();
    expect(await pool.run(slow)).toMatchObject({ ok: false, refusal: { refused: 'timed-out' } });
    const outcomes = await Promise.all([pool.run(quick), pool.run(quick)]);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
  });
});

function plain(outcome: Awaited<ReturnType<typeof fitPicture>>): unknown {
  if (!outcome.ok || outcome.value.kind !== 'encoded') return outcome;
  return { ...outcome.value, bytes: Buffer.from(outcome.value.bytes).toString('base64') };
}
