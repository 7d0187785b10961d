import type { SourceType } from '@percept/core';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalFor, sniff, type NotTaken, type Sniffed } from '../src/sniff.ts';
import { documentTypes } from '../src/probe/document.ts';
import { foreignImages, foreignSounds, type ForeignImageFormat } from '../src/probe/foreign.ts';
import { be32, join, le16, le32, repeat, text } from './corpus/bytes.ts';
import { smallPictures, sounds } from './corpus/index.ts';
import { frame, segment, soi } from './corpus/make-jpeg.ts';
import {
  adtsFrame,
  box,
  fileType,
  movie,
  mp3Frame,
  ogg,
  oggHeads,
  webm,
} from './corpus/make-sound.ts';

describe(
  'the four picture types are told by their bytes',
  { tags: ['s002-mime-sniffed', 's002-mime-allowlist'] },
  () => {
    test.each(smallPictures())('$name', ({ name, bytes }) => {
      expect(sniff(bytes)).toEqual({ kind: 'image', mime: `image/${name.toLowerCase()}` });
    });

    test.each(smallPictures())('$name by its first bytes alone', ({ name, bytes }) => {
      expect(sniff(bytes.subarray(0, 16))).toEqual({
        kind: 'image',
        mime: `image/${name.toLowerCase()}`,
      });
    });
  },
);

const foreign: ReadonlyArray<[ForeignImageFormat, Uint8Array]> = [
  ['big-tiff', text('II+\0\x08\0\0\0')],
  ['big-tiff', text('MM\0+\0\x08\0\0')],
  ['heic', join(fileType('heic', 'mif1'), new Uint8Array(8))],
  ['heic', join(fileType('mif1', 'heic'), new Uint8Array(8))],
  ['camera-raw', fileType('crx ', 'isom')],
  ['jxl', text('\xff\x0a\0\0')],
  ['jxl', text('\0\0\0\x0cJXL \r\n\x87\n')],
  ['jpeg-2000', text('\0\0\0\x0cjP  \r\n\x87\n')],
  ['jpeg-2000', text('\xff\x4f\xff\x51\0')],
  ['jpeg-xr', text('II\xbc\x01')],
  ['cur', join([0, 0, 2, 0], le16(1), [16, 16, 0, 0], new Uint8Array(20))],
  ['psd', text('8BPS\0\x01')],
  ['dds', text('DDS |\0\0\0')],
  ['exr', text('\x76\x2f\x31\x01')],
  ['hdr', text('#?RADIANCE\n')],
  ['qoi', join('qoif', be32(1), be32(1), [4, 0])],
  ['pnm', text('P6\n8 8\n255\n')],
  ['pnm', text('P5 #c\n')],
  ['pcx', text('\x0a\x05\x01\x08')],
  [
    'tga',
    join([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], le16(8), le16(8), [24, 0], new Uint8Array(192)),
  ],
  ['tga', join(new Uint8Array(60), 'TRUEVISION-XFILE.\0')],
  ['icns', text('icns\0\0\0\x08')],
  ['xcf', text('gimp xcf v011')],
  ['emf', join([1, 0, 0, 0], new Uint8Array(36), ' EMF')],
  ['wmf', text('\xd7\xcd\xc6\x9a')],
  ['dicom', join(new Uint8Array(128), 'DICM')],
  ['mng', text('\x8aMNG\r\n\x1a\n')],
];

const decoded: ReadonlyArray<[SourceType, Uint8Array]> = [
  ['image/bmp', join('BM', le32(100), le32(0), le32(54), le32(40), new Uint8Array(40))],
  ['image/tiff', text('II*\0\x08\0\0\0')],
  ['image/tiff', text('MM\0*\0\0\0\x08')],
  ['image/avif', join(fileType('avif', 'mif1'), new Uint8Array(8))],
  ['image/avif', join(fileType('mif1', 'avif'), new Uint8Array(8))],
  ['image/vnd.microsoft.icon', join([0, 0, 1, 0], le16(1), [16, 16, 0, 0], new Uint8Array(20))],
];

describe('pictures that are decoded and never leave as they are', () => {
  test.each(decoded)('%s', { tags: ['d-door-accept'] }, (mime, bytes) => {
    expect(sniff(bytes)).toEqual({ kind: 'image', mime });
  });
});

describe(
  'other picture formats are refused by their names',
  { tags: ['s002-mime-bmp-tiff-refused', 's002-mime-avif-heic-refused'] },
  () => {
    test.each(foreign)('%s', (format, bytes) => {
      const sniffed = sniff(bytes);
      expect(sniffed).toEqual({ kind: 'refused-image', format });
      const refusal = refusalFor({ kind: 'refused-image', format });
      expect(refusal.message).toMatch(
        /^This is an? .+; PNG, JPEG, GIF, WebP, AVIF, BMP and ICO are taken\.$/,
      );
      expect(refusal.hint.length).toBeGreaterThan(20);
    });
  },
);

test(
  'JPEG-LS is told from JPEG by its frame header, wherever that stands',
  { tags: ['f-ingest-jpeg-ls'] },
  () => {
    const header = frame(0xf7, 8, 8);
    const expected = { kind: 'refused-image', format: 'jpeg-ls' };
    expect(sniff(join(soi, header))).toEqual(expected);
    expect(
      sniff(join(soi, segment(0xe8, text('SPIFF\0')), segment(0xfe, text('hi')), header)),
    ).toEqual(expected);
  },
);

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const utf16 = (value: string) =>
  join([0xff, 0xfe], ...Array.from(value, (char) => le16(char.charCodeAt(0))));
const svgs: ReadonlyArray<[string, Uint8Array]> = [
  ['bare', text(drawing)],
  ['after white space', text(`\n\t ${drawing}`)],
  ['after a byte order mark', text(`\xef\xbb\xbf${drawing}`)],
  ['after a declaration', text(`<?xml version="1.0" encoding="UTF-8"?>\n${drawing}`)],
  ['after comments', text(`<!-- <html> --><!-- - -- > -->${drawing}`)],
  [
    'after a document type',
    text(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x>y">${drawing}`),
  ],
  [
    'after a document type with entities',
    text(`<!DOCTYPE svg [ <!ENTITY a "]>"> <!ENTITY b '['> ]>${drawing}`),
  ],
  ['after a style sheet', text(`<?xml-stylesheet href="a.css"?>${drawing}`)],
  ['with a prefix', text('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')],
  ['in UTF-16', utf16(drawing)],
];

describe('SVG is seen through every prologue', { tags: ['f-ingest-svg-darkroom'] }, () => {
  test.each(svgs)('%s', (_, bytes) => {
    expect(sniff(bytes)).toEqual({ kind: 'vector', mime: 'image/svg+xml' });
  });

  test('and is sent to a renderer', () => {
    expect(refusalFor({ kind: 'vector', mime: 'image/svg+xml' })).toMatchObject({
      refused: 'needs-render',
      hint: expect.stringContaining('darkroom'),
    });
  });
});

test.each([
  ['<svgx/>', 'text'],
  ['<html><svg/></html>', 'text'],
  ['<!-- <svg/> -->', 'text'],
  ['BMW is a car', 'text'],
  ['P6 is a name', 'text'],
  ['Grüße 漢字', 'text'],
])('%j is only text', (value, kind) => {
  expect(sniff(new TextEncoder().encode(value))).toEqual({ kind });
});

test.each<[string, Uint8Array, Sniffed]>([
  ['UTF-16 with its mark', utf16('hello'), { kind: 'text' }],
  ['text with a NUL', text('hello\0'), { kind: 'unknown' }],
  ['invalid UTF-8', Uint8Array.of(0x41, 0xc3, 0x28), { kind: 'unknown' }],
  ['nothing', new Uint8Array(), { kind: 'empty' }],
  ['PDF', text('%PDF-1.7\n'), { kind: 'document', mime: 'application/pdf' }],
  ['PDF after junk', join([0, 1, 2], '%PDF-1.7\n'), { kind: 'document', mime: 'application/pdf' }],
  ['gzip', gzipSync(drawing), { kind: 'document', mime: 'application/gzip' }],
  ['ZIP', text('PK\x03\x04'), { kind: 'document', mime: 'application/zip' }],
  [
    'Word',
    join('PK\x03\x04', new Uint8Array(26), '[Content_Types].xml'),
    { kind: 'document', mime: 'application/vnd.openxmlformats-officedocument' },
  ],
  [
    'EPUB',
    join('PK\x03\x04', new Uint8Array(22), [8, 0, 0, 0], 'mimetypeapplication/epub+zip'),
    { kind: 'document', mime: 'application/epub+zip' },
  ],
  ['AIFF', join('FORM', be32(4), 'AIFF'), { kind: 'refused-audio', format: 'aiff' }],
  ['AVI', join('RIFF', le32(4), 'AVI '), { kind: 'video' }],
])('%s', (_, bytes, expected) => {
  expect(sniff(bytes)).toEqual(expected);
});

describe('sound is told from video and from chance', () => {
  test.each(sounds())('$name is sound', ({ bytes }) => {
    expect(sniff(bytes).kind).toBe('audio');
  });

  test.each<[string, Uint8Array, Sniffed['kind']]>([
    [
      'an MP4 with a video track',
      join(fileType('isom', 'mp42'), movie(1000, 'soun', 'vide')),
      'video',
    ],
    [
      'an MP4 of sound under a general brand',
      join(fileType('isom', 'mp42'), movie(1000, 'soun')),
      'audio',
    ],
    ['an M4A whose track is video', join(fileType('M4A '), movie(1000, 'vide')), 'video'],
    ['an MP4 without a movie', join(fileType('isom'), box('mdat')), 'video'],
    ['a WebM with a video track', webm(1000, 1, 2), 'video'],
    ['an Ogg with video', ogg(oggHeads.theora, 1), 'video'],
    ['one MP3 frame alone', mp3Frame(), 'unknown'],
    ['an MP3 sync before noise', join(mp3Frame(), repeat(Uint8Array.of(7), 500)), 'unknown'],
    ['one ADTS frame alone', adtsFrame(), 'unknown'],
  ])('%s', (_, bytes, kind) => {
    expect(sniff(bytes).kind).toBe(kind);
  });
});

test('everything that is not taken has a refusal with a message and a hint', () => {
  const all: readonly NotTaken[] = [
    { kind: 'empty' },
    { kind: 'video' },
    { kind: 'text' },
    { kind: 'unknown' },
    { kind: 'vector', mime: 'image/svg+xml' },
    ...Object.keys(foreignImages)
      .filter((format): format is ForeignImageFormat => format in foreignImages)
      .map((format): NotTaken => ({ kind: 'refused-image', format })),
    ...foreignSounds.map(({ format }): NotTaken => ({ kind: 'refused-audio', format })),
    ...documentTypes.map((mime): NotTaken => ({ kind: 'document', mime })),
  ];
  for (const sniffed of all) {
    const { refused, message, hint } = refusalFor(sniffed);
    expect(refused).toMatch(/^(?:empty|unperceivable|unsupported-type|needs-render)$/);
    expect(message).toMatch(/\.$/);
    expect(hint).toMatch(/\.$/);
  }
});

test('any bytes at all get an answer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sniff(bytes).kind).toBeTypeOf('string');
    }),
    { numRuns: 2_000 },
  );
});

test('long prologues and long comments take linear time', () => {
  const prologues = [
    '<!--'.repeat(300_000),
    '<!---->'.repeat(200_000),
    '<?a?>'.repeat(300_000),
    `<!DOCTYPE svg [${'"]>"'.repeat(300_000)}`,
    ' '.repeat(2_000_000),
  ].map((value) => new TextEncoder().encode(value));
  const started = process.threadCpuUsage();
  for (const bytes of prologues) expect(sniff(bytes).kind).toBe('text');
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1_500);
});
