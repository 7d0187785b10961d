// Pixels for tests that look without the worker.
import sharp from 'sharp';
import type { Picture } from '../src/pixels/picture.ts';

export async function pictureOf(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
