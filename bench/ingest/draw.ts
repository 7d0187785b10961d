// Draws the pictures of the benchmark from seeds, once; whoever is measured only reads them.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { drawDesktop, drawPhoto, paint } from '../../packages/ingest/test/fixtures/pictures.ts';
import type { Workload } from './workloads.ts';

export async function readWorkload(workload: Workload): Promise<Uint8Array> {
  try {
    return await readFile(workload.file);
  } catch {
    const bytes = await draw(workload);
    await mkdir(dirname(workload.file), { recursive: true });
    await writeFile(`${workload.file}.part`, bytes);
    await rename(`${workload.file}.part`, workload.file);
    return bytes;
  }
}

/** Photographs are drawn small and enlarged, as a phone's sensor does; grain comes last, at full size. */
async function draw({ mime, width, height, orientation }: Workload): Promise<Uint8Array> {
  if (mime === 'image/png') return drawDesktop();
  const scene = await paint(drawPhoto(2000, 1500, 12, 8))
    .resize(width, height)
    .png()
    .toBuffer();
  const noise = { type: 'gaussian', mean: 128, sigma: 7 } as const;
  const grain = await sharp({
    create: { width: 1024, height: 1024, channels: 3, background: '#808080', noise },
  })
    .png()
    .toBuffer();
  const photo = sharp(scene).composite([{ input: grain, tile: true, blend: 'soft-light' }]);
  return mime === 'image/webp'
    ? photo.webp({ quality: 86, effort: 2 }).toBuffer()
    : photo.withMetadata({ orientation }).jpeg({ quality: 90 }).toBuffer();
}
