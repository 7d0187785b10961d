// Attacks through the formats that are only decoded: headers that lie about sizes, offsets and counts.
import { join, le16, le32, text } from './bytes.ts';
import { corrupt, corruptInside, refused, tooLarge, type HostileFile } from './hostile-file.ts';
import { bmp, dib, icon } from './make-bmp.ts';
import { box, fileType } from './make-sound.ts';

const grey = { bits: 8, palette: [[0, 0, 0] as const] };
const field = (tag: number, value: number): Uint8Array =>
  join(le16(tag), le16(4), le32(1), le32(value));

function tiff(fields: readonly (readonly [number, number])[], next = 0): Uint8Array {
  const entries = fields.map(([tag, value]) => field(tag, value));
  return join('II*\0', le32(8), le16(fields.length), ...entries, le32(next), new Uint8Array(64));
}

const size = (width: number, height: number): readonly (readonly [number, number])[] => [
  [256, width],
  [257, height],
  [258, 8],
  [259, 1],
  [277, 1],
];

/** One sample of eight bits, black at zero. */
const grey4 = [...size(8, 4), [262, 1]] as const;

/** Refused by a door that takes no TIFF, and by the decoder of one that does. */
function nowhere(
  name: string,
  fields: readonly (readonly [number, number])[],
  next = 0,
): HostileFile {
  const expected = { refused: ['unsupported-type', 'corrupt'] } as const;
  return { name, bytes: tiff(fields, next), expect: expected, by: 'door' };
}

export function hostileForeign(): readonly HostileFile[] {
  return [
    corrupt('BMP without pixels', bmp({ ...grey, width: 100, height: 100, pixels: [] })),
    corrupt('BMP of no width', bmp({ ...grey, width: 0, height: 1, pixels: [0, 0, 0, 0] })),
    corrupt('BMP of three bits', bmp({ width: 1, height: 1, bits: 3, pixels: [0, 0, 0, 0] })),
    tooLarge(
      'BMP in runs that claims a hundred thousand pixels a side',
      bmp({ ...grey, width: 100_000, height: 100_000, compression: 1, pixels: [0, 1] }),
    ),
    tooLarge(
      'BMP in runs that claims 400 million pixels in two bytes',
      bmp({ ...grey, width: 20_000, height: 20_000, compression: 1, pixels: [0, 1] }),
    ),
    corruptInside(
      'BMP in runs without an end',
      bmp({ ...grey, width: 9, height: 9, compression: 1, pixels: [9, 0, 0, 0] }),
    ),
    refused(
      'BMP with a JPEG in it',
      bmp({ width: 8, height: 8, bits: 24, compression: 4, pixels: new Uint8Array(200) }),
      'unsupported-type',
    ),
    corrupt(
      'BMP whose header is longer than the file',
      join('BM', le32(54), le32(0), le32(54), le32(124), new Uint8Array(36)),
    ),
    corrupt(
      'icon whose picture lies outside',
      icon({ width: 16, height: 16, bits: 32, bytes: new Uint8Array(48) }).fill(255, 18, 22),
    ),
    corrupt(
      'icon whose bitmap is cut',
      icon({
        width: 16,
        height: 16,
        bits: 32,
        bytes: dib({ width: 16, height: 32, bits: 32, pixels: new Uint8Array(64) }),
      }),
    ),
    corrupt('TIFF without a directory', text('II*\0\x08\0\0\0\0\0')),
    corrupt('TIFF whose pixels are not there', tiff(size(3_000, 3_000))),
    tooLarge('TIFF of a million pixels a side', tiff(size(1_000_000, 1))),
    tooLarge(
      'TIFF of 64 samples of 64 bits',
      tiff([
        [256, 2_000],
        [257, 2_000],
        [258, 64],
        [259, 5],
        [277, 64],
      ]),
    ),
    corrupt('TIFF of no width', tiff(size(0, 8))),
    corrupt('TIFF whose directory lies behind its end', text('II*\0\xff\xff\xff\x7f')),
    corrupt('TIFF that claims 65535 fields', join('II*\0', le32(8), le16(0xffff), le32(0))),
    nowhere('TIFF whose strips lie outside', [...grey4, [273, 0x7fff_0000], [279, 32]]),
    nowhere('TIFF whose strip is longer than any file', [...grey4, [273, 8], [279, 0xffff_ffff]]),
    nowhere('TIFF of tiles of no size', [...grey4, [322, 0], [323, 0], [324, 8], [325, 8]]),
    nowhere('TIFF in a compression that does not exist', [
      ...grey4.filter(([tag]) => tag !== 259),
      [259, 60_000],
      [273, 8],
      [279, 32],
    ]),
    nowhere('TIFF of inks with a single sample', [...size(8, 4), [262, 5], [273, 8], [279, 32]]),
    nowhere('TIFF whose directory leads to itself', size(8, 4), 8),
    corrupt(
      'AVIF without properties',
      join(fileType('avif', 'mif1', 'miaf'), box('meta', new Uint8Array(20))),
    ),
    corrupt(
      'AVIF that is cut inside its boxes',
      join(fileType('avif', 'mif1', 'miaf'), le32(255).toReversed(), 'meta', new Uint8Array(20)),
    ),
  ];
}
