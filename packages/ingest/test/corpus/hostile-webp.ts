// WebP bombs and lies: canvas, frames, chunk lengths, and headers that disagree.
import { join, le32, repeat, text } from './bytes.ts';
import { corrupt, corruptInside, either, tooLarge, type HostileFile } from './hostile-file.ts';
import {
  animation,
  animationFrame,
  extended,
  flags,
  lossless,
  lossy,
  riffChunk,
  webp,
} from './make-webp.ts';

function withRiffLength(bytes: Uint8Array, length: number): Uint8Array {
  return join(bytes.subarray(0, 4), le32(length), bytes.subarray(8));
}

export function hostileWebp(): readonly HostileFile[] {
  const whole = webp(lossless(8, 8));
  const moving = (...frames: readonly Uint8Array[]) =>
    webp(extended(16, 16, flags.animation), animation(), ...frames);
  return [
    tooLarge('WebP lossless 16383² in thirty bytes', webp(lossless(16_383, 16_383))),
    tooLarge('WebP lossless 14000² in thirty bytes', webp(lossless(14_000, 14_000))),
    tooLarge('WebP canvas of 16777216²', webp(extended(0x100_0000, 0x100_0000, 0), lossless(8, 8))),
    tooLarge(
      'WebP animation on a canvas of 10000²',
      webp(extended(10_000, 10_000, flags.animation), animation(), animationFrame(8, 8)),
    ),
    tooLarge('WebP of 3000 frames', moving(repeat(animationFrame(16, 16), 3_000))),
    tooLarge(
      'WebP of 100000 unknown chunks',
      webp(extended(8, 8, 0), lossless(8, 8), repeat(riffChunk('junk', new Uint8Array()), 100_000)),
    ),
    tooLarge(
      'WebP of 17 MiB of XMP',
      webp(
        extended(8, 8, flags.xmp),
        lossless(8, 8),
        riffChunk('XMP ', new Uint8Array(17 * 1024 * 1024)),
      ),
    ),
    tooLarge('WebP lossy 16000 × 12000 in fifty bytes', webp(lossy(16_000, 12_000, 40))),
    corrupt('WebP lossy 8000² in fifty bytes', webp(lossy(8_000, 8_000, 40))),
    corrupt('WebP that names a length past its end', withRiffLength(whole, 1_000_000)),
    corrupt('WebP that names the length FFFFFFFF', withRiffLength(whole, 0xffff_ffff)),
    corrupt('WebP that names a length of zero', withRiffLength(whole, 0)),
    either('WebP that names a length before its end', join(whole, text('PK\x03\x04 hidden'))),
    corrupt(
      'WebP with a chunk longer than the file',
      webp(join('VP8L', le32(0xffff_fff0), new Uint8Array(20))),
    ),
    corrupt('WebP without picture data', webp(extended(8, 8, 0))),
    corrupt('WebP of animation without frames', webp(extended(8, 8, flags.animation), animation())),
    corrupt('WebP whose canvas is not its picture', webp(extended(8, 8, 0), lossless(9, 9))),
    corrupt('WebP whose frame reaches over its canvas', moving(animationFrame(16, 16, 8))),
    corrupt('WebP with a frame of four bytes', moving(riffChunk('ANMF', new Uint8Array(4)))),
    corrupt('WebP lossless with a bad signature', webp(riffChunk('VP8L', new Uint8Array(12)))),
    corrupt('WebP lossy that is no key frame', webp(riffChunk('VP8 ', new Uint8Array(30).fill(1)))),
    corrupt('WebP lossy of zero width', webp(lossy(0, 16, 40))),
    corruptInside('WebP lossy with empty picture data', webp(lossy(64, 64, 40))),
    either(
      'WebP with EXIF that points to itself',
      webp(
        extended(8, 8, flags.exif),
        lossless(8, 8),
        riffChunk(
          'EXIF',
          text('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x63\0\0\0\x08\0\0\0'),
        ),
      ),
    ),
  ];
}
