// Whole pictures of types that never leave, as other programs write them.
import type { SourceType } from '@percept/core';
import { drawPhoto, drawScreenshot, paint } from '../fixtures/pictures.ts';
import { bmp, icon } from './make-bmp.ts';

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
