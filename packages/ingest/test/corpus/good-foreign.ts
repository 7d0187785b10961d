// Whole pictures of types that never leave, as other programs write them.
import type { SourceType } from '@percept/core';
import { drawPhoto, drawScreenshot, paint } from '../fixtures/pictures.ts';
import sharp from 'sharp';
import { bmp, icon, type BitmapPlan } from './make-bmp.ts';

export interface ForeignPicture {
  readonly name: string;
  readonly mime: SourceType;
  readonly bytes: Uint8Array;
}

/** The same numbers, said to be those of Display P3. */
function asP3(avif: Uint8Array): Uint8Array {
  const out = Uint8Array.from(avif);
  out.set([0, 12, 0, 13], Buffer.from(avif).indexOf('colrnclx') + 8);
  return out;
}

export async function foreignCorpus(): Promise<readonly ForeignPicture[]> {
  const photo = paint(drawPhoto(160, 120));
  const screen = paint(drawScreenshot(200, 120));
  const avif = (quality: number) => photo.clone().avif({ quality, effort: 0 }).toBuffer();
  const raw = await screen.clone().removeAlpha().raw().toBuffer();
  const pixels = Array.from({ length: 120 }, (_, row) =>
    Array.from({ length: 200 }, (_cell, column) =>
      [2, 1, 0].map((channel) => raw[((119 - row) * 200 + column) * 3 + channel] ?? 0),
    ).flat(),
  ).flat();
  return [
    { name: 'AVIF', mime: 'image/avif', bytes: await avif(70) },
    { name: 'AVIF of P3 by code points', mime: 'image/avif', bytes: asP3(await avif(90)) },
    {
      name: 'AVIF of ten bits',
      mime: 'image/avif',
      bytes: await photo.clone().avif({ quality: 90, bitdepth: 10, effort: 0 }).toBuffer(),
    },
    {
      name: 'bitmap of 24 bits',
      mime: 'image/bmp',
      bytes: bmp({ width: 200, height: 120, bits: 24, palette: [], pixels }),
    },
    ...(await oddBitmaps()),
    {
      name: 'icon that is a PNG',
      mime: 'image/vnd.microsoft.icon',
      bytes: icon({
        width: 200,
        height: 120,
        bits: 32,
        bytes: await screen.clone().png().toBuffer(),
      }),
    },
    {
      name: 'TIFF of LZW',
      mime: 'image/tiff',
      bytes: await screen.clone().tiff({ compression: 'lzw' }).toBuffer(),
    },
    {
      name: 'TIFF of ink',
      mime: 'image/tiff',
      bytes: await photo.clone().toColourspace('cmyk').tiff().toBuffer(),
    },
  ];
}

/** Forms that few programs write, and that browsers show. */
async function oddBitmaps(): Promise<readonly ForeignPicture[]> {
  const palette = [
    [0, 0, 255],
    [0, 255, 0],
    [255, 0, 0],
  ] as const;
  const masks = [0xff0000, 0xff00, 0xff, 0xff00_0000];
  const ink = [0, 0, 255, 255, 0, 255, 0, 128, 255, 0, 0, 64, 9, 9, 9, 255];
  const mid = Array.from({ length: 16 }, (_, at) => [40, 90 + at, 160]).flat();
  const { icc } = await sharp(
    await paint(drawScreenshot(8, 8)).withIccProfile('p3').png().toBuffer(),
  ).metadata();
  if (!icc) throw new Error('There is no profile.');
  const plans: Readonly<Record<string, BitmapPlan>> = {
    'runs of 24 bits': {
      width: 3,
      height: 2,
      bits: 24,
      headerBytes: 64,
      compression: 4,
      pixels: [3, 0, 0, 255, 0, 0, 0, 3, 255, 0, 0, 0, 255, 0, 9, 9, 9, 0, 0, 1],
    },
    'runs from the top': {
      width: 2,
      height: -2,
      bits: 8,
      palette,
      compression: 1,
      pixels: [2, 1, 0, 0, 2, 2, 0, 1],
    },
    'runs that leave pixels out': {
      width: 2,
      height: 2,
      bits: 8,
      palette,
      compression: 1,
      pixels: [0, 2, 1, 0, 1, 1, 0, 1],
    },
    'alpha without masks': { width: 2, height: 2, bits: 32, headerBytes: 124, masks, pixels: ink },
    'a profile': { width: 4, height: 4, bits: 24, headerBytes: 124, pixels: mid, profile: icc },
  };
  return Object.entries(plans).map(([name, plan]) => ({
    name: `bitmap of ${name}`,
    mime: 'image/bmp',
    bytes: bmp(plan),
  }));
}
