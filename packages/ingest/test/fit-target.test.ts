// Byte targets are met, closely, in fewer than three encodes on average, from one decode.
import { defaultFit } from '@percept/core/internal';
import { doorLimits, type ImageType } from '@percept/core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fitPicture } from '../src/fit/fit.ts';
import type { SharpFactory } from '../src/fit/pixels.ts';
import { jobOf } from './fixtures/jobs.ts';
import { drawPhoto, drawScreenshot, paint, type Drawing } from './fixtures/pictures.ts';

const drawings: readonly (readonly [string, Drawing])[] = [
  ['soft photo', drawPhoto(900, 600, 1, 2)],
  ['photo', drawPhoto(900, 600, 2, 8)],
  ['grainy photo', drawPhoto(900, 600, 3, 24)],
  ['screenshot', drawScreenshot(900, 600, 4)],
  ['wide screenshot', drawScreenshot(1200, 400, 5)],
  ['dense screenshot', drawScreenshot(2200, 1400, 6)],
];
const shares = [0.9, 0.6, 0.35, 0.15];
const typeSets: readonly (readonly ImageType[])[] = [['image/webp', 'image/png'], ['image/jpeg']];

test(
  'Byte targets are met by secant in fewer than three encodes on average.',
  { tags: ['f-ingest-secant-target'], timeout: 240_000 },
  async () => {
    const rows: { encodes: number; fill: number }[] = [];
    for (const [name, drawing] of drawings) {
      const bytes = await paint(drawing).png({ compressionLevel: 1 }).toBuffer();
      for (const imageTypes of typeSets) {
        const fit = async (maxBytes: number) => {
          const target = { ...defaultFit, imageTypes: imageTypes.slice(0, 1), maxBytes };
          const outcome = await fitPicture(sharp, await jobOf(bytes, { target }), doorLimits);
          if (!outcome.ok || outcome.value.kind !== 'encoded')
            throw new Error(`${name} was not encoded.`);
          return outcome.value;
        };
        const natural = (await fit(10_000_000)).bytes.length;
        for (const share of shares) {
          const maxBytes = Math.floor(natural * share);
          const picture = await fit(maxBytes);
          const fill = picture.bytes.length / maxBytes;
          expect(fill, `${name} at ${share}`).toBeLessThanOrEqual(1);
          rows.push({ encodes: picture.encodes, fill });
        }
      }
    }
    const mean = rows.reduce((sum, row) => sum + row.encodes, 0) / rows.length;
    const fill = rows.reduce((sum, row) => sum + row.fill, 0) / rows.length;
    const worst = Math.max(...rows.map((row) => row.encodes));
    console.log(
      `secant: ${rows.length} pairs, ${mean.toFixed(2)} encodes on average (worst ${worst}), fill ${(fill * 100).toFixed(1)} %, all met`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(mean).toBeLessThan(3);
    expect(fill).toBeGreaterThan(0.9);
  },
);

test(
  'The search encodes again but never decodes again.',
  { tags: ['f-ingest-decode-once'] },
  async () => {
    const bytes = await paint(drawPhoto(900, 600, 2, 8))
      .png({ compressionLevel: 1 })
      .toBuffer();
    let decodes = 0;
    const counting: SharpFactory = new Proxy(sharp, {
      apply(factory, _, [input, options]: Parameters<SharpFactory>) {
        if (input === bytes) decodes += 1;
        return factory(input, options);
      },
    });
    const target = { ...defaultFit, imageTypes: ['image/jpeg'] as const, maxBytes: 9_000 };
    const outcome = await fitPicture(counting, await jobOf(bytes, { target }), doorLimits);
    if (!outcome.ok || outcome.value.kind !== 'encoded') throw new Error('Nothing was encoded.');
    expect(outcome.value.encodes).toBeGreaterThan(1);
    // Once for its header, once for its pixels.
    expect(decodes).toBe(2);
  },
);
