// GIF bombs and lies: canvas, frames, blocks and endings.
import { join, le16, repeat, text } from './bytes.ts';
import { corrupt, either, refused, tooLarge, type HostileFile } from './hostile-file.ts';
import { gif, gifFrame, gifStart, lzwZeros, subBlocks } from './make-gif.ts';

/** How a frame is taken away again, how long it stays in hundredths of a second, and which colour is transparent. */
const control = (disposal: number, delay: number, transparent = 0): Uint8Array =>
  join([0x21, 0xf9, 4, (disposal << 2) | 1], le16(delay), [transparent, 0]);
const looped = join([0x21, 0xff, 11], text('NETSCAPE2.0'), [3, 1, 0, 0, 0]);
const comment = (data: Uint8Array) => join([0x21, 0xfe], subBlocks(data));

export function hostileGif(): readonly HostileFile[] {
  const whole = gif(8, 8);
  return [
    tooLarge('GIF 13000² with all its pixels', gif(13_000, 13_000)),
    either('GIF 10000² with all its pixels', gif(10_000, 10_000)),
    refused(
      'GIF 65535² in a few bytes',
      gif(65_535, 65_535, gifFrame(65_535, 65_535, lzwZeros(64))),
      'too-large',
      'corrupt',
    ),
    tooLarge(
      'GIF with a canvas of 65535² and a frame of one pixel',
      gif(65_535, 65_535, gifFrame(1, 1)),
    ),
    tooLarge(
      'GIF whose frame reaches 60000 pixels over its canvas',
      gif(8, 8, gifFrame(8, 8, undefined, 60_000)),
    ),
    tooLarge(
      'GIF of 15000 × 7900 whose frame has no side, and stands beside the canvas',
      gif(15_000, 7_900, gifFrame(0, 0, lzwZeros(15_000 * 7_900), 15_000)),
    ),
    corrupt('GIF 9000² in a few bytes', gif(9_000, 9_000, gifFrame(9_000, 9_000, lzwZeros(64)))),
    tooLarge('GIF of a million frames', gif(1, 1, repeat(gifFrame(1, 1), 1_000_000))),
    tooLarge(
      'GIF of a million comments',
      gif(8, 8, repeat(comment(text('x')), 1_000_000), gifFrame(8, 8)),
    ),
    tooLarge(
      'GIF of 17 MiB of comment',
      gif(8, 8, comment(new Uint8Array(17 * 1024 * 1024)), gifFrame(8, 8)),
    ),
    either(
      'GIF with five million sub-blocks of one byte',
      gif(8, 8, join([0x21, 0xff], repeat(Uint8Array.of(1, 1), 5_000_000), [0]), gifFrame(8, 8)),
    ),
    either(
      'GIF with ten megabytes of stray zeros',
      gif(8, 8, new Uint8Array(10_000_000), gifFrame(8, 8)),
    ),
    tooLarge(
      'GIF with 20 MB in sub-blocks of one byte',
      gif(8, 8, join([0x21, 0xff], repeat(Uint8Array.of(1, 1), 10_000_000), [0]), gifFrame(8, 8)),
    ),
    corrupt('GIF of zero size', gif(0, 0, gifFrame(0, 0, lzwZeros(1)))),
    corrupt('GIF without a frame', gif(8, 8, new Uint8Array())),
    corrupt('GIF of an animation of no frames', gif(8, 8, looped, control(2, 10))),
    corrupt('GIF of a control block and no frame', gif(8, 8, control(7, 0xffff))),
    either('GIF of the longest delay', gif(8, 8, control(0, 0xffff), gifFrame(8, 8))),
    either('GIF of a disposal that does not exist', gif(8, 8, control(7, 0), gifFrame(8, 8))),
    either(
      'GIF that restores what was there before its first frame',
      gif(8, 8, looped, control(3, 0), gifFrame(4, 4), control(3, 0), gifFrame(8, 8)),
    ),
    either(
      'GIF of a transparent colour that its palette does not have',
      gif(8, 8, control(1, 0, 255), gifFrame(8, 8)),
    ),
    either('GIF of no canvas with a frame', gif(0, 0, gifFrame(8, 8))),
    either('GIF whose canvas is smaller than its frame', gif(1, 1, gifFrame(8, 8))),
    tooLarge(
      'GIF whose last frame needs a canvas of 65535 pixels a side',
      gif(8, 8, gifFrame(8, 8), gifFrame(1, 1, undefined, 65_534)),
    ),
    either(
      'GIF whose codes are wider than any',
      gif(8, 8, join(gifFrame(8, 8).subarray(0, 10), [13], subBlocks(new Uint8Array(40)))),
    ),
    corrupt('GIF with an unknown block', gif(8, 8, Uint8Array.of(0x55))),
    corrupt(
      'GIF whose sub-block runs past the end',
      join(gifStart(8, 8), gifFrame(8, 8, Uint8Array.of(255, 1))),
    ),
    either('GIF without its end', whole.subarray(0, whole.length - 1)),
    corrupt('GIF of its first six bytes', text('GIF89a')),
  ];
}
