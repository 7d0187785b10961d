// Sixel encoders beside each other in one run: this package, npm `sixel`, and libsixel's img2sixel as a process of its own.
// Usage: node bench/sixel.ts
// img2sixel reads a PNG and starts anew each time, so its start (the time for one pixel) is measured and taken off.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { decode, image2sixel } from 'sixel';
import { encodeSixel } from '../packages/terminal/src/index.ts';
import { drawn, photo, psnr } from '../packages/terminal/test/fixtures/rasters.ts';

const rounds = 7;
const libsixelProgram = 'img2sixel';
const folder = mkdtempSync(join(tmpdir(), 'percept-sixel-'));
type Encoder = (data: Uint8Array, width: number, height: number, png: string) => string;

const ours: Encoder = (data, width, height) => encodeSixel({ data, width, height });
// It writes into the pixels that it is given.
const npm: Encoder = (data, width, height) => image2sixel(data.slice(), width, height, 256, 1);
const libsixel: Encoder = (_, __, ___, png) =>
  execFileSync(libsixelProgram, [png], { encoding: 'latin1', maxBuffer: 1 << 28 });

function measure(work: () => string): { readonly ms: number; readonly sixel: string } {
  let [ms, sixel] = [Infinity, ''];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    sixel = work();
    ms = Math.min(ms, performance.now() - started);
  }
  return { ms, sixel };
}

/** How close the picture is to what went in, as npm `sixel` decodes it: the judge of all three. */
function fidelity(sixel: string, data: Uint8Array): number {
  const { data32 } = decode(sixel.slice(sixel.indexOf('q') + 1, sixel.lastIndexOf('\u001b\\')));
  return psnr(data, new Uint8Array(data32.buffer, data32.byteOffset, data.length));
}

const hasLibsixel = ((): boolean => {
  try {
    execFileSync(libsixelProgram, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('img2sixel is missing; on Debian: apt-get install libsixel-bin');
    return false;
  }
})();

const subjects = [
  { name: 'photo 800x600', raster: photo(800, 600) },
  { name: 'photo 400x300', raster: photo(400, 300) },
  {
    name: 'screen 800x600',
    raster: drawn(800, 600, (x, y) => {
      const ink = y % 24 < 14 && ((x * 7919) ^ (y * 104_729)) % 5 === 0;
      return ink ? [30, 34, 42, 255] : [235 - ((y >> 5) & 15), 238, 240, 255];
    }),
  },
] as const;

try {
  const pixel = join(folder, 'pixel.png');
  await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toFile(pixel);
  const start = hasLibsixel ? measure(() => libsixel(new Uint8Array(), 1, 1, pixel)).ms : 0;
  console.log('picture          encoder                ms     KB   PSNR dB');
  for (const { name, raster } of subjects) {
    const { data, width, height } = raster;
    const png = join(folder, 'picture.png');
    writeFileSync(
      png,
      await sharp(data, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png()
        .toBuffer(),
    );
    const encoders: readonly (readonly [string, Encoder, number])[] = [
      ['@percept/terminal', ours, 0],
      ['npm sixel', npm, 0],
      ...(hasLibsixel ? ([['libsixel (less start)', libsixel, start]] as const) : []),
    ];
    for (const [encoder, encode, less] of encoders) {
      const { ms, sixel } = measure(() => encode(data, width, height, png));
      const figures = [
        (ms - less).toFixed(1),
        (sixel.length / 1000).toFixed(0),
        fidelity(sixel, data).toFixed(1),
      ];
      console.log(
        `${name.padEnd(16)} ${encoder.padEnd(21)} ${figures.map((text) => text.padStart(7)).join(' ')}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
