// GIF bombs and lies: canvas, frames, blocks and endings.
import { join, repeat, text } from './bytes.ts';
import { corrupt, either, refused, tooLarge, type HostileFile } from './hostile-file.ts';
import { gif, gifFrame, gifStart, lzwZeros, subBlocks } from './make-gif.ts';

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
    corrupt('GIF with an unknown block', gif(8, 8, Uint8Array.of(0x55))),
    corrupt(
      'GIF whose sub-block runs past the end',
      join(gifStart(8, 8), gifFrame(8, 8, Uint8Array.of(255, 1))),
    ),
    corrupt('GIF without its end', whole.subarray(0, whole.length - 1)),
    corrupt('GIF of its first six bytes', text('GIF89a')),
  ];
}
