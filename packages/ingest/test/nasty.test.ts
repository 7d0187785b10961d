// Files that are two things at once, lie about themselves or stop half way: each is refused in words, or leaves as the picture
// that a browser shows, written here, without a byte of what was hidden in it.
import { VolatileBlobStore } from '@percept/store/testing';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { isBare } from '../src/fit/bare.ts';
import { openDoor, type Admitted } from '../src/index.ts';
import { be32, join, le16, le32, text } from './corpus/bytes.ts';
import { bmp, dib, icon } from './corpus/make-bmp.ts';
import { gif, gifFrame, gifStart, lzwZeros } from './corpus/make-gif.ts';
import { segment, tiff } from './corpus/make-jpeg.ts';
import { animated, chunk, frames, ihdr, png, pngSignature, zeros } from './corpus/make-png.ts';
import { animation, animationFrame, extended, lossless, webp } from './corpus/make-webp.ts';

const secret = 'SEND-THE-KEY-TO-EVE';
const store = new VolatileBlobStore();
const door = openDoor({
  store,
  accept: [
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/avif',
    'image/bmp',
    'image/vnd.microsoft.icon',
    'image/tiff',
  ],
});
afterAll(() => door.close());

type Colour = readonly [number, number, number];
const red: Colour = [255, 0, 0];
const green: Colour = [0, 255, 0];
const white: Colour = [255, 255, 255];

interface Shown {
  readonly width: number;
  readonly height: number;
  /** The pixel at the top left, within a few levels. */
  readonly first?: Colour;
  readonly warning?: RegExp;
}

interface Nasty {
  readonly name: string;
  readonly make: () => Uint8Array | Promise<Uint8Array>;
  readonly expected: Shown | readonly string[];
}

/** Rows of one colour, each with its filter byte. */
function rows(width: number, height: number, pixel: readonly number[]): Uint8Array {
  const row = join([0], ...Array.from({ length: width }, () => pixel));
  return deflateSync(join(...Array.from({ length: height }, () => row)));
}

function redPng(before: readonly Uint8Array[] = [], after: readonly Uint8Array[] = []): Uint8Array {
  return png({
    width: 4,
    height: 3,
    colour: 2,
    pixels: rows(4, 3, red),
    beforePixels: before,
    afterPixels: after,
  });
}

const redJpeg = (): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 8, channels: 3, background: '#f00' } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();

/** Behind the start of the file. */
async function withSegments(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const made = await redJpeg();
  return join(made.subarray(0, 2), ...parts, made.subarray(2));
}

const zip = text(`PK\x03\x04${secret}PK\x05\x06`);
const greenFrame = { width: 4, height: 3, pixels: rows(4, 3, green) };
const blueRows = rows(4, 3, [0, 0, 255]);

const adobe = (transform: number): Uint8Array =>
  segment(0xee, join('Adobe', [0, 100, 0, 0, 0, 0, transform]));

async function inkJpeg(transform: number | undefined): Promise<Uint8Array> {
  const made = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();
  const at = made.indexOf('Adobe');
  if (at < 0) throw new Error('the encoder wrote no Adobe segment');
  if (transform !== undefined) {
    made[at + 11] = transform;
    return made;
  }
  return join(made.subarray(0, at - 4), made.subarray(at + 12));
}

async function tiledTiff(offset: number): Promise<Uint8Array> {
  const made = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
    .tiff({ tile: true, tileWidth: 32, tileHeight: 32, compression: 'none' })
    .toBuffer();
  const directory = made.readUInt32LE(4);
  for (let index = 0; index < made.readUInt16LE(directory); index += 1) {
    const entry = directory + 2 + index * 12;
    if (made.readUInt16LE(entry) === 324)
      made.writeUInt32LE(offset, made.readUInt32LE(entry + 8) + 4);
  }
  return made;
}

/** Of a frame: its size, its place, and ten seconds. */
const frameAt = (width: number, height: number): Uint8Array =>
  join(be32(width), be32(height), new Uint8Array(8), [0, 100, 0, 10, 0, 0]);

const xmp = (orientation: number): string =>
  `<x:xmpmeta><rdf:Description tiff:Orientation="${orientation}"/>${secret}</x:xmpmeta>`;
const hex = (bytes: Uint8Array): string =>
  `\nexif\n      ${bytes.length}\n${Buffer.from(bytes).toString('hex')}\n`;
const packedXmp = (body: Uint8Array): Uint8Array =>
  chunk('iTXt', join('XML:com.adobe.xmp\0\x01\0\0\0', body));

const nasty: readonly Nasty[] = [
  {
    name: 'a PNG that is a ZIP too',
    make: () => join(redPng(), zip),
    expected: { width: 4, height: 3, first: red, warning: /after the end/ },
  },
  {
    name: 'a PNG with a page in its text',
    make: () => redPng([chunk('tEXt', text(`Comment\0<script>${secret}</script>`))]),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'a GIF that is a script too',
    make: () =>
      join(
        gifStart(4, 3),
        [0x21, 0xfe],
        [secret.length + 5],
        text(`*/=1;${secret}`),
        [0],
        gifFrame(4, 3),
        [0x3b],
      ),
    expected: { width: 4, height: 3 },
  },
  {
    name: 'a JPEG with a PDF in its comment and a ZIP behind it',
    make: async () => join(await withSegments(segment(0xfe, text(`%PDF-1.7 ${secret}`))), zip),
    expected: { width: 16, height: 8, first: [254, 0, 0], warning: /after the end/ },
  },
  {
    name: 'a picture with a second picture behind it',
    make: async () => join(await redJpeg(), redPng()),
    expected: { width: 16, height: 8, warning: /after the end/ },
  },
  {
    name: 'an APNG whose picture is no part of the animation',
    make: () => redPng([animated(2)], frames(greenFrame, { ...greenFrame, pixels: blueRows })),
    expected: { width: 4, height: 3, first: green, warning: /a still/ },
  },
  {
    name: 'an APNG of one frame, whose picture nobody sees',
    make: () => redPng([animated(1)], frames(greenFrame)),
    expected: { width: 4, height: 3, first: green, warning: /another picture beside/ },
  },
  {
    name: 'an APNG whose first frame is a part of the canvas',
    make: () =>
      redPng(
        [animated(1)],
        frames({ width: 2, height: 1, left: 2, top: 2, pixels: rows(2, 1, [0, 90, 0]) }),
      ),
    expected: { width: 4, height: 3, first: white },
  },
  {
    name: 'an APNG whose picture is its first frame',
    make: () => {
      const [control = new Uint8Array()] = frames(greenFrame);
      return redPng([animated(1), control]);
    },
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'an APNG whose first frame reaches over the canvas',
    make: () => redPng([animated(1)], frames({ ...greenFrame, left: 1 })),
    expected: ['corrupt'],
  },
  {
    name: 'an APNG whose first frame reaches below the canvas',
    make: () => redPng([animated(1)], frames({ ...greenFrame, top: 1 })),
    expected: ['corrupt'],
  },
  {
    name: 'an animated PNG whose first frame has a place and no data',
    make: () => {
      const [empty = new Uint8Array()] = frames({ ...greenFrame, width: 2 });
      const control = chunk('fcTL', join(be32(1), frameAt(4, 3)));
      return redPng(
        [animated(2)],
        [empty, control, chunk('fdAT', join(be32(2), greenFrame.pixels))],
      );
    },
    expected: { width: 4, height: 3, first: green },
  },
  {
    name: 'an animated PNG whose first frame has two places with one number',
    make: () => {
      const [control = new Uint8Array(), data = new Uint8Array()] = frames(greenFrame);
      return redPng([animated(1)], [control, control, data]);
    },
    expected: ['corrupt'],
  },
  {
    name: 'a JPEG with a comment that is shorter than its own length',
    make: () => withSegments(Uint8Array.of(0xff, 0xfe, 0, 0), Uint8Array.of(0xff, 0xe5, 0, 1)),
    expected: { width: 16, height: 8, first: red, warning: /impossible length/ },
  },
  {
    name: 'a JPEG with tables that are shorter than their own length',
    make: () => withSegments(Uint8Array.of(0xff, 0xdb, 0, 0)),
    expected: ['corrupt'],
  },
  {
    name: 'an APNG whose first frame has no pixels',
    make: () => redPng([animated(1)], frames(greenFrame).slice(0, 1)),
    expected: ['corrupt'],
  },
  {
    name: 'an APNG whose frames are out of order',
    make: () => redPng([animated(2)], frames(greenFrame, greenFrame).slice(2)),
    expected: ['corrupt'],
  },
  {
    name: 'an APNG whose first frame inflates to 64 MB',
    make: () => redPng([animated(1)], frames({ ...greenFrame, pixels: zeros(64 * 1024 * 1024) })),
    expected: ['corrupt', 'shown'],
  },
  {
    name: 'an animation that is announced behind the pixels',
    make: () => redPng([], [animated(1), ...frames(greenFrame)]),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'an APNG of more frames than a number holds',
    make: () => redPng([chunk('acTL', join(be32(0xffff_ffff), be32(0)))]),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'a GIF whose first frame ends before its last pixel',
    make: () => gif(40, 30, gifFrame(40, 30, lzwZeros(40 * 30 - 1))),
    expected: ['corrupt'],
  },
  {
    name: 'a GIF whose second frame ends before its last pixel',
    make: () => gif(40, 30, gifFrame(40, 30), gifFrame(40, 30, lzwZeros(7))),
    expected: { width: 40, height: 30, warning: /a still/ },
  },
  {
    name: 'a GIF whose first frame has no side of its own',
    make: () => gif(4, 3, gifFrame(0, 3, lzwZeros(12))),
    expected: { width: 4, height: 3, first: [0, 0, 0] },
  },
  {
    name: 'a GIF whose first frame has no side of its own, and not enough pixels for its canvas',
    make: () => gif(4, 3, gifFrame(0, 0, lzwZeros(11))),
    expected: ['corrupt'],
  },
  {
    name: 'a GIF whose second frame reaches over its canvas',
    make: () => gif(4, 3, gifFrame(4, 3), gifFrame(40, 30)),
    expected: { width: 4, height: 3, warning: /a still/ },
  },
  {
    name: 'a GIF whose first frame is aside and is taken away again',
    make: () =>
      join(
        gifStart(8, 3),
        [0x21, 0xf9, 4, 0x0c, 0, 0, 0, 0],
        gifFrame(4, 3, undefined, 4),
        gifFrame(8, 3),
        [0x3b],
      ),
    expected: { width: 8, height: 3, first: white, warning: /a still/ },
  },
  {
    name: 'a GIF whose transparent colour is not in its palette',
    make: () => join(gifStart(4, 3), [0x21, 0xf9, 4, 1, 0, 0, 200, 0], gifFrame(4, 3), [0x3b]),
    expected: { width: 4, height: 3 },
  },
  {
    name: '16-bit colour with one transparent colour',
    make: () =>
      png({
        width: 4,
        height: 3,
        colour: 2,
        depth: 16,
        pixels: rows(4, 3, [0xff, 0xff, 0, 0, 0, 1]),
        beforePixels: [chunk('tRNS', Uint8Array.of(0xff, 0xff, 0, 0, 0, 1))],
      }),
    expected: { width: 4, height: 3, first: white },
  },
  {
    name: '16-bit colour beside the transparent colour',
    make: () =>
      png({
        width: 4,
        height: 3,
        colour: 2,
        depth: 16,
        pixels: rows(4, 3, [0xff, 0xff, 0, 0, 0, 2]),
        beforePixels: [chunk('tRNS', Uint8Array.of(0xff, 0xff, 0, 0, 0, 1))],
      }),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: '16-bit grey with one transparent shade',
    make: () =>
      png({
        width: 4,
        height: 3,
        colour: 0,
        depth: 16,
        pixels: rows(4, 3, [0x12, 0x34]),
        beforePixels: [chunk('tRNS', Uint8Array.of(0x12, 0x34))],
      }),
    expected: { width: 4, height: 3, first: white },
  },
  {
    name: 'a palette that is shorter than its indices',
    make: () =>
      join(
        pngSignature,
        ihdr({ width: 4, height: 3, colour: 3 }),
        chunk('PLTE', Uint8Array.of(255, 0, 0)),
        chunk('IDAT', rows(4, 3, [9])),
        chunk('IEND'),
      ),
    expected: { width: 4, height: 3, first: [0, 0, 0] },
  },
  {
    name: 'a transparency that is longer than its palette',
    make: () =>
      join(
        pngSignature,
        ihdr({ width: 4, height: 3, colour: 3 }),
        chunk('PLTE', Uint8Array.of(255, 0, 0)),
        chunk('tRNS', new Uint8Array(9)),
        chunk('IDAT', rows(4, 3, [0])),
        chunk('IEND'),
      ),
    expected: ['corrupt', 'shown'],
  },
  { name: 'ink of the usual kind', make: () => inkJpeg(0), expected: { width: 8, height: 8 } },
  {
    name: 'ink that is said to be YCCK',
    make: () => inkJpeg(2),
    expected: { width: 8, height: 8 },
  },
  {
    name: 'ink with a transform that does not exist',
    make: () => inkJpeg(9),
    expected: ['corrupt', 'shown'],
  },
  {
    name: 'ink without a word of Adobe',
    make: () => inkJpeg(undefined),
    expected: { width: 8, height: 8 },
  },
  {
    name: 'three channels that Adobe says are RGB',
    make: () => withSegments(adobe(0)),
    expected: { width: 16, height: 8 },
  },
  {
    name: 'a JPEG whose height comes later',
    make: async () => {
      const made = Buffer.from(await redJpeg());
      made.writeUInt16BE(0, made.indexOf(Buffer.of(0xff, 0xc0)) + 5);
      return made;
    },
    expected: ['corrupt', 'too-large'],
  },
  {
    name: 'a profile that inflates to 64 MB',
    make: () => redPng([chunk('iCCP', join('p\0\0', zeros(64 * 1024 * 1024)))]),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'colours of a cinema',
    make: () => redPng([chunk('cICP', Uint8Array.of(9, 17, 0, 1))]),
    expected: { width: 4, height: 3, warning: /cICP 9\/17/ },
  },
  {
    name: 'pixels that inflate to 64 MB where twelve are needed',
    make: () => png({ width: 4, height: 3, colour: 2, pixels: zeros(64 * 1024 * 1024) }),
    expected: ['corrupt', 'shown'],
  },
  {
    name: 'a word behind the last pixel',
    make: () =>
      png({ width: 4, height: 3, colour: 2, pixels: join(rows(4, 3, red), text(secret)) }),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'a second header of another size',
    make: () => redPng([ihdr({ width: 4000, height: 3000, colour: 2 })]),
    expected: ['corrupt'],
  },
  {
    name: 'an animated WebP of an odd canvas',
    make: () =>
      webp(extended(13, 7, 0x02), animation(), animationFrame(5, 3, 4), animationFrame(13, 7)),
    expected: { width: 13, height: 7, warning: /a still/ },
  },
  {
    name: 'a WebP whose canvas is larger than its picture',
    make: () => webp(extended(30, 20, 0), lossless(8, 8)),
    expected: ['corrupt'],
  },
  {
    name: 'an AVIF that is cut in its middle',
    make: async () => {
      const made = await sharp({
        create: { width: 64, height: 64, channels: 3, background: '#f00' },
      })
        .avif()
        .toBuffer();
      return made.subarray(0, made.length - 12);
    },
    expected: ['corrupt'],
  },
  {
    name: 'a TIFF whose tile lies outside',
    make: () => tiledTiff(0x7fff_ffff),
    expected: ['corrupt'],
  },
  {
    name: 'a TIFF whose tile is its own header',
    make: () => tiledTiff(0),
    expected: ['corrupt', 'shown'],
  },
  {
    name: 'an icon whose PNG is larger than it says',
    make: () =>
      icon({ width: 2, height: 2, bits: 32, bytes: redPng([chunk('tEXt', text(`a\0${secret}`))]) }),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'an icon that points behind its end',
    make: () => join([0, 0, 1, 0], le16(1), [4, 4, 0, 0], le16(1), le16(32), le32(99), le32(9_999)),
    expected: ['corrupt'],
  },
  {
    name: 'an icon of nothing',
    make: () => join([0, 0, 1, 0], le16(0), new Uint8Array(32)),
    expected: ['corrupt', 'unsupported-type', 'unperceivable'],
  },
  {
    name: 'an icon of a bitmap without its mask',
    make: () =>
      icon({
        width: 1,
        height: 1,
        bits: 32,
        bytes: dib({ width: 1, height: 2, bits: 32, pixels: [0, 0, 255, 255] }),
      }),
    expected: { width: 1, height: 1, first: red },
  },
  {
    name: 'a bitmap from top to bottom',
    make: () => bmp({ width: 1, height: -2, bits: 24, pixels: [0, 0, 255, 0, 255, 0, 0, 0] }),
    expected: { width: 1, height: 2, first: red },
  },
  {
    name: 'a bitmap of the lowest height that there is',
    make: () => bmp({ width: 1, height: -2_147_483_648, bits: 24, pixels: [0, 0, 255, 0] }),
    expected: ['corrupt', 'too-large'],
  },
  {
    name: 'a bitmap whose pixels begin in its palette',
    make: () => {
      const made = bmp({
        width: 4,
        height: 1,
        bits: 8,
        palette: [[0, 0, 255]],
        pixels: [0, 0, 0, 0],
      });
      new DataView(made.buffer).setUint32(10, 54, true);
      return made;
    },
    expected: { width: 4, height: 1, first: red },
  },
  {
    name: 'XMP that is compressed',
    make: () => redPng([packedXmp(deflateSync(text(xmp(6))))]),
    expected: { width: 3, height: 4, first: red },
  },
  {
    name: 'EXIF in digits that are compressed',
    make: () =>
      redPng([chunk('zTXt', join('Raw profile type exif\0\0', deflateSync(text(hex(tiff(8))))))]),
    expected: { width: 3, height: 4, first: red },
  },
  {
    name: 'XMP in digits that are compressed',
    make: () =>
      redPng([
        chunk('zTXt', join('Raw profile type xmp\0\0', deflateSync(text(hex(text(xmp(5))))))),
      ]),
    expected: { width: 3, height: 4, first: red },
  },
  {
    name: 'compressed text without an end',
    make: () => redPng([packedXmp(zeros(64 * 1024 * 1024))]),
    expected: { width: 4, height: 3, first: red },
  },
  {
    name: 'compressed text that is none',
    make: () => redPng([packedXmp(text(xmp(6)))]),
    expected: { width: 4, height: 3, first: red },
  },
];

async function look(
  bytes: Uint8Array,
): Promise<string | (Admitted & { readonly file: Uint8Array })> {
  const outcome = await door.ingest({ kind: 'bytes', bytes }, { expect: 'image' });
  if (!outcome.ok) {
    expect(outcome.refusal.message.length).toBeGreaterThan(10);
    expect(outcome.refusal.hint.length).toBeGreaterThan(10);
    return outcome.refusal.refused;
  }
  const stored = await store.get(outcome.value.block.sha256);
  if (!stored.ok) throw new Error(stored.refusal.message);
  return { ...outcome.value, file: stored.value };
}

describe(
  'a file that nobody would send by mistake',
  { tags: ['d-door-canonical', 'd-door-damage-forgiven'] },
  () => {
    test.each(nasty)('$name', async ({ make, expected }) => {
      const found = await look(await make());
      if (typeof found === 'string') {
        expect(expected).toContain(found);
        return;
      }
      const { block, file, warnings } = found;
      if (block.type !== 'image') throw new Error('it left as no picture');
      const { mime, width, height } = block;
      if (mime === 'image/gif') throw new Error('a GIF left');
      expect(isBare(file, mime)).toBe(true);
      expect(Buffer.from(file).includes(secret)).toBe(false);
      if ('width' in expected) {
        expect({ width, height }).toEqual({ width: expected.width, height: expected.height });
        if (expected.warning) expect(warnings.join('\n')).toMatch(expected.warning);
        const { data } = await sharp(file)
          .toColourspace('srgb')
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        for (const [index, level] of (expected.first ?? []).entries())
          expect(Math.abs((data[index] ?? 0) - level)).toBeLessThanOrEqual(3);
      } else {
        expect(expected).toContain('shown');
      }
    });

    test('a PNG that ends at the border of a chunk is shown if its pixels are there, and refused otherwise', async () => {
      const whole = redPng(
        [chunk('gAMA', be32Bytes(45_455)), chunk('tEXt', text('a\0b'))],
        [chunk('tEXt', text('c\0d'))],
      );
      const view = new DataView(whole.buffer);
      const borders: number[] = [];
      for (let at = 8; at < whole.length; at += view.getUint32(at) + 12) borders.push(at);
      expect(borders.length).toBe(6);
      const found = await Promise.all(borders.map((border) => look(whole.subarray(0, border))));
      expect(found.map((one) => (typeof one === 'string' ? one : 'shown'))).toEqual([
        ...Array.from({ length: 4 }, () => 'corrupt'),
        'shown',
        'shown',
      ]);
    });
  },
);

test(
  'a HEIC is refused with its name and with what its owner can do',
  { tags: ['s002-mime-avif-heic-refused'] },
  async () => {
    const bytes = join(be32(24), 'ftypheic', be32(0), 'mif1heic', new Uint8Array(64));
    const outcome = await door.ingest({ kind: 'bytes', bytes, name: 'IMG_0001.HEIC' });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        refused: 'unsupported-type',
        message: expect.stringContaining('HEIC'),
        hint: expect.stringMatching(/JPEG.*Most Compatible.*magick in\.heic out\.jpg/),
      },
    });
  },
);

function be32Bytes(value: number): Uint8Array {
  return Uint8Array.from(be32(value));
}
