// PNG bombs and lies: size, memory, chunks, animation and structure.
import { deflateSync } from 'node:zlib';
import { be32, join, repeat, text } from './bytes.ts';
import { corrupt, corruptInside, either, tooLarge, type HostileFile } from './hostile-file.ts';
import { tiff } from './make-jpeg.ts';
import { chunk, ihdr, png, pngSignature, zeros } from './make-png.ts';

const small = { width: 8, height: 8 };
const mebibyte = 1024 * 1024;

function compressedText(length: number): Uint8Array {
  return chunk('zTXt', join('Comment\0\0', zeros(length)));
}

function frameControl(sequence: number): Uint8Array {
  return chunk(
    'fcTL',
    join(be32(sequence), be32(8), be32(8), new Uint8Array(8), [0, 1, 0, 10, 0, 0]),
  );
}

function animated(claimed: number, frames: number): Uint8Array {
  const control = chunk('acTL', join(be32(claimed), be32(0)));
  const after = Array.from({ length: frames }, (_, index) => frameControl(index));
  return png({ ...small, beforePixels: [control], afterPixels: after });
}

function withHeader(header: Uint8Array): Uint8Array {
  return join(pngSignature, header, chunk('IDAT', zeros(72)), chunk('IEND'));
}

function withLength(length: number): Uint8Array {
  return join(pngSignature, ihdr(small), be32(length), 'IDAT', zeros(72), be32(0), chunk('IEND'));
}

const whole = png(small);

export function hostilePng(): readonly HostileFile[] {
  return [...floods(), ...metadataBombs(), ...lies()];
}

function floods(): readonly HostileFile[] {
  return [
    tooLarge(
      'PNG pixel flood 100000²',
      png({ width: 100_000, height: 100_000, pixels: zeros(72) }),
    ),
    tooLarge('PNG pixel flood 29000² with all its pixels', png({ width: 29_000, height: 29_000 })),
    tooLarge(
      'PNG of the largest dimensions there are',
      png({ width: 0x7fff_ffff, height: 0x7fff_ffff, pixels: zeros(72) }),
    ),
    tooLarge('PNG strip 16000000 × 3 RGBA', png({ width: 16_000_000, height: 3, colour: 6 })),
    tooLarge('PNG strip 3 × 16000000 RGBA', png({ width: 3, height: 16_000_000, colour: 6 })),
    tooLarge(
      'PNG strip 3 × 16711681 in a few bytes',
      png({ width: 3, height: 16_711_681, pixels: zeros(1024) }),
    ),
    tooLarge(
      'PNG interlaced 16-bit RGBA 10000²',
      png({ width: 10_000, height: 10_000, colour: 6, depth: 16, interlaced: true }),
    ),
    tooLarge(
      'PNG interlaced 16-bit RGBA 16383²',
      png({ width: 16_383, height: 16_383, colour: 6, depth: 16, interlaced: true }),
    ),
    corrupt(
      'PNG strip 3 × 29999 in a few bytes',
      png({ width: 3, height: 29_999, colour: 6, pixels: zeros(72) }),
    ),
    corrupt(
      'PNG interlaced 9000² of palette in a few bytes',
      png({ width: 9_000, height: 9_000, colour: 3, interlaced: true, pixels: zeros(72) }),
    ),
    either('PNG strip 30000 × 3 with all its pixels', png({ width: 30_000, height: 3, colour: 6 })),
    either(
      'PNG strip 3 × 30000 with all its pixels',
      png({ width: 3, height: 30_000, colour: 6, depth: 16 }),
    ),
    either(
      'PNG 1 × 1 with 100 MB of picture data',
      png({ width: 1, height: 1, pixels: zeros(100 * mebibyte) }),
    ),
  ];
}

function metadataBombs(): readonly HostileFile[] {
  const profile = chunk('iCCP', join('x\0\0', zeros(1024 * mebibyte)));
  const international = chunk('iTXt', join('x\0\x01\0\0\0', zeros(1024 * mebibyte)));
  return [
    either('PNG zTXt of 1 GiB', png({ ...small, beforePixels: [compressedText(1024 * mebibyte)] })),
    either('PNG iTXt of 1 GiB', png({ ...small, beforePixels: [international] })),
    either('PNG iCCP of 1 GiB', png({ ...small, beforePixels: [profile] })),
    either(
      'PNG 500 × zTXt of 8 MiB',
      png({ ...small, beforePixels: [repeat(compressedText(8 * mebibyte), 500)] }),
    ),
    tooLarge(
      'PNG 17 MiB of text',
      png({ ...small, afterPixels: [repeat(chunk('tEXt', new Uint8Array(mebibyte)), 17)] }),
    ),
    tooLarge(
      'PNG of a million chunks',
      png({ ...small, beforePixels: [repeat(chunk('prVt'), 1_000_000)] }),
    ),
    tooLarge(
      'PNG of a million empty IDAT',
      png({ ...small, beforePixels: [repeat(chunk('IDAT'), 1_000_000)] }),
    ),
    tooLarge('APNG that claims two thousand million frames', animated(2_000_000_000, 1)),
    tooLarge('APNG of 3000 frames', animated(3_000, 3_000)),
    tooLarge('APNG of 3000 frames that claims one', animated(1, 3_000)),
    either('APNG that claims 500 frames and has none', animated(500, 0)),
    either(
      'PNG with EXIF that points to itself',
      png({ ...small, beforePixels: [chunk('eXIf', tiff(6, 8))] }),
    ),
    either(
      'PNG with EXIF of 65535 entries',
      png({
        ...small,
        beforePixels: [chunk('eXIf', join('MM\0*\0\0\0\x08', [255, 255], new Uint8Array(600)))],
      }),
    ),
  ];
}

function lies(): readonly HostileFile[] {
  const badSum = Uint8Array.from(whole);
  badSum.set([1, 2, 3, 4], 29);
  return [
    corrupt(
      'PNG header says 20000 × 5000, data 8 × 8',
      png({ width: 20_000, height: 5_000, pixels: zeros(72) }),
    ),
    corruptInside(
      'PNG header says 64 × 64, data 8 × 8',
      png({ width: 64, height: 64, pixels: zeros(72) }),
    ),
    corruptInside(
      'PNG with damaged deflate data',
      png({ ...small, pixels: text('not a zlib stream at all') }),
    ),
    corruptInside('PNG with a wrong header checksum', badSum),
    corrupt(
      'PNG with IHDR after another chunk',
      join(pngSignature, chunk('tEXt', text('a\0b')), whole.subarray(8)),
    ),
    corrupt('PNG of zero width', withHeader(ihdr({ width: 0, height: 8 }))),
    corrupt('PNG of zero height', withHeader(ihdr({ width: 8, height: 0 }))),
    corrupt('PNG with a chunk of length FFFFFFFF', withLength(0xffff_ffff)),
    either('PNG with a chunk of length 7FFFFFFF', withLength(0x7fff_ffff)),
    corrupt('PNG with a chunk of length 80000000', withLength(0x8000_0000)),
    either('PNG whose chunk ends eight bytes too late', withLength(zeros(72).length + 24)),
    corrupt('PNG without IDAT', join(pngSignature, ihdr(small), chunk('IEND'))),
    corrupt('PNG with an empty IDAT', png({ ...small, pixels: new Uint8Array() })),
    corrupt('PNG with two headers', join(pngSignature, ihdr(small), whole.subarray(8))),
    corrupt('PNG with a short header', withHeader(chunk('IHDR', new Uint8Array(12)))),
    corrupt(
      'PNG with a long header',
      withHeader(chunk('IHDR', join(be32(8), be32(8), new Uint8Array(20)))),
    ),
    corrupt('PNG of colour type 5', withHeader(ihdr({ ...small, colour: 5 }))),
    corrupt('PNG of RGB in one bit', withHeader(ihdr({ ...small, colour: 2, depth: 1 }))),
    corrupt(
      'PNG of compression 1',
      withHeader(chunk('IHDR', join(be32(8), be32(8), [8, 0, 1, 0, 0]))),
    ),
    corrupt(
      'PNG of interlace 2',
      withHeader(chunk('IHDR', join(be32(8), be32(8), [8, 0, 0, 0, 2]))),
    ),
    corrupt('PNG that names a palette and has none', withHeader(ihdr({ ...small, colour: 3 }))),
    corrupt('PNG with an unknown critical chunk', png({ ...small, beforePixels: [chunk('EVIL')] })),
    corrupt('PNG with a chunk type of zeros', png({ ...small, beforePixels: [chunk('\0\0\0\0')] })),
    either('PNG without IEND', whole.subarray(0, whole.length - 12)),
    corrupt('PNG of nothing but its signature', pngSignature),
    either(
      'PNG with a gap between IDAT chunks',
      png({
        ...small,
        beforePixels: [chunk('IDAT', deflateSync(new Uint8Array(72))), chunk('tEXt', text('a\0b'))],
      }),
    ),
  ];
}
