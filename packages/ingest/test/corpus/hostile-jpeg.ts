// JPEG bombs and lies: size, memory, scans, segments, and the codings that share its first bytes.
import { be16, be32, join, repeat, text } from './bytes.ts';
import {
  corrupt,
  corruptInside,
  either,
  refused,
  tooLarge,
  type HostileFile,
} from './hostile-file.ts';
import { eoi, exif, frame, huffman, jpeg, quantisation, scan, segment, soi } from './make-jpeg.ts';

const small = { width: 16, height: 16 };
const colour = [0x11, 0x11, 0x11];
const inks = [0x11, 0x11, 0x11, 0x11];

/** Adobe's word on what the components are. */
function adobe(transform: number): Uint8Array {
  return segment(0xee, join('Adobe', be16(100), [0, 0, 0, 0], [transform]));
}

/** CIPA DC-007: an index of so many pictures, whose list lies at an offset. */
function pictureIndex(pictures: number, at: number): Uint8Array {
  const entries = [
    join(be16(0xb001), be16(4), be32(1), be32(pictures)),
    join(be16(0xb002), be16(7), be32((pictures * 16) >>> 0), be32(at)),
  ];
  const directory = join(be16(entries.length), ...entries, be32(8));
  return segment(0xe2, join('MPF\0MM\0*', be32(8), directory));
}

function withFrame(header: Uint8Array): Uint8Array {
  return join(soi, quantisation, header, huffman, scan(1, false, 8), eoi);
}

export function hostileJpeg(): readonly HostileFile[] {
  return [...costs(), ...codings(), ...lies()];
}

function costs(): readonly HostileFile[] {
  const scans = repeat(scan(1, true, 8), 200);
  const manyScans = join(soi, quantisation, frame(0xc2, 16, 16), huffman, scans, eoi);
  const kilobytes = segment(0xe1, new Uint8Array(65_000));
  return [
    tooLarge('JPEG pixel flood 65535²', jpeg({ width: 65_535, height: 65_535 })),
    tooLarge('JPEG progressive 16300²', jpeg({ width: 16_300, height: 16_300, progressive: true })),
    tooLarge(
      'JPEG progressive 12000² in full colour',
      jpeg({ width: 12_000, height: 12_000, progressive: true, sampling: colour }),
    ),
    tooLarge('JPEG of 200 scans', manyScans),
    tooLarge(
      'JPEG of 300 × 64 KB of metadata',
      jpeg({ ...small, segments: [repeat(kilobytes, 300)] }),
    ),
    tooLarge(
      'JPEG of a million comments',
      jpeg({ ...small, segments: [repeat(segment(0xfe), 1_000_000)] }),
    ),
    either('JPEG strip 30000 × 1', jpeg({ width: 30_000, height: 1 })),
    either(
      'JPEG with ten megabytes of fill bytes',
      join(soi, new Uint8Array(10_000_000).fill(0xff), jpeg(small).subarray(2)),
    ),
    either(
      'JPEG with ten megabytes of stuffed bytes',
      join(jpeg(small).subarray(0, -2), repeat(Uint8Array.of(0xff, 0), 5_000_000), eoi),
    ),
    either(
      'JPEG with ten megabytes of restart marks',
      join(jpeg(small).subarray(0, -2), repeat(Uint8Array.of(0xff, 0xd0), 5_000_000), eoi),
    ),
  ];
}

function codings(): readonly HostileFile[] {
  const lossless = [0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf];
  return [
    refused('JPEG-LS', withFrame(frame(0xf7, 16, 16)), 'unsupported-type'),
    refused(
      'JPEG-LS after a comment',
      join(soi, segment(0xfe, text('x')), frame(0xf7, 16, 16), eoi),
      'unsupported-type',
    ),
    refused('JPEG with arithmetic coding', withFrame(frame(0xc9, 16, 16)), 'unsupported-type'),
    refused(
      'JPEG progressive with arithmetic coding',
      withFrame(frame(0xca, 16, 16)),
      'unsupported-type',
    ),
    refused('JPEG of 12 bits', withFrame(frame(0xc1, 16, 16, [0x11], 12)), 'unsupported-type'),
    ...lossless.map((marker) =>
      refused(
        `JPEG with frame header ${marker.toString(16)}`,
        withFrame(frame(marker, 16, 16)),
        'unsupported-type',
      ),
    ),
  ];
}

function lies(): readonly HostileFile[] {
  const whole = jpeg(small);
  return [
    corrupt(
      'JPEG header says 30000 × 6000, data 16 × 16',
      jpeg({ width: 30_000, height: 6_000, scanBytes: 8 }),
    ),
    corruptInside(
      'JPEG header says 64 × 64, data for a part of it',
      jpeg({ width: 64, height: 64, sampling: colour, scanBytes: 20 }),
    ),
    corrupt('JPEG of zero height', withFrame(frame(0xc0, 16, 0))),
    corrupt('JPEG of zero width', withFrame(frame(0xc0, 0, 16))),
    corrupt('JPEG with a sampling factor of zero', withFrame(frame(0xc0, 16, 16, [0x01]))),
    corrupt('JPEG with a sampling factor of fifteen', withFrame(frame(0xc0, 16, 16, [0xff]))),
    corrupt(
      'JPEG of five components',
      withFrame(frame(0xc0, 16, 16, [0x11, 0x11, 0x11, 0x11, 0x11])),
    ),
    corrupt('JPEG of no component', withFrame(frame(0xc0, 16, 16, []))),
    corrupt(
      'JPEG with two frame headers',
      withFrame(join(frame(0xc0, 16, 16), frame(0xc0, 16, 16))),
    ),
    corrupt(
      'JPEG without a frame header',
      join(soi, quantisation, huffman, scan(1, false, 8), eoi),
    ),
    corrupt('JPEG without a scan', join(soi, quantisation, frame(0xc0, 16, 16), huffman, eoi)),
    corrupt('JPEG with tables of length 0', join(soi, [0xff, 0xdb, 0, 0], whole.subarray(2))),
    corrupt('JPEG with tables of length 1', join(soi, [0xff, 0xdb, 0, 1], whole.subarray(2))),
    corrupt(
      'JPEG with a segment past the end',
      join(soi, [0xff, 0xe1, 0xff, 0xff], whole.subarray(2)),
    ),
    either(
      'JPEG with stray bytes between segments',
      join(soi, quantisation, [1, 2, 3], whole.subarray(2)),
    ),
    corrupt('JPEG with a second start', join(soi, soi, whole.subarray(2))),
    either('JPEG without its end', whole.subarray(0, whole.length - 2)),
    either(
      'JPEG with an index of pictures that points to itself',
      jpeg({ ...small, segments: [pictureIndex(3, 8)] }),
    ),
    either(
      'JPEG with an index of four thousand million pictures',
      jpeg({ ...small, segments: [pictureIndex(0xffff_ffff, 0)] }),
    ),
    either('JPEG with a hundred more behind it', join(whole, repeat(whole, 100))),
    either('JPEG in which another begins at once', join(whole.subarray(0, -2), whole)),
    either('JPEG of four inks that says nothing about them', jpeg({ ...small, sampling: inks })),
    either(
      'JPEG of four inks with a transform that does not exist',
      jpeg({ ...small, sampling: inks, segments: [adobe(255)] }),
    ),
    either(
      'JPEG of four inks that says that they are one',
      jpeg({ ...small, sampling: inks, segments: [adobe(0), adobe(2)] }),
    ),
    tooLarge(
      'JPEG progressive of four inks, 16000 pixels a side',
      jpeg({ width: 16_000, height: 16_000, progressive: true, sampling: inks }),
    ),
    corrupt('JPEG of two components', jpeg({ ...small, sampling: [0x11, 0x11] })),
    corrupt('JPEG of three bytes', Uint8Array.of(0xff, 0xd8, 0xff)),
    either(
      'JPEG with EXIF that points to itself',
      jpeg({ ...small, segments: [segment(0xe1, exif(6, 8))] }),
    ),
    either(
      'JPEG with EXIF directory past the end',
      jpeg({ ...small, segments: [segment(0xe1, text('Exif\0\0MM\0*\xff\xff\xff\xff'))] }),
    ),
    either(
      'JPEG with a profile of one byte',
      jpeg({ ...small, segments: [segment(0xe2, text('ICC_PROFILE\0\x01\x01x'))] }),
    ),
  ];
}
