// Real files for tests, drawn here so that none has to be kept.
import { crc32, deflateSync } from 'node:zlib';

export function png(width: number, height: number, seed = 0): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.alloc(1 + width * 3, seed % 251);
  row[0] = 0;
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', header),
      chunk('tEXt', Buffer.from(`Seed\0${seed}`)),
      chunk('IDAT', deflateSync(pixels)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** A PNG of any weight: the header says one pixel row, the rest is a comment. */
export function heavyPng(width: number, height: number, bytes: number): Uint8Array {
  const small = Buffer.from(png(width, Math.min(height, 4)));
  small.writeUInt32BE(height, 20);
  const header = small.subarray(0, 33);
  const rest = small.subarray(33);
  return new Uint8Array(Buffer.concat([header, chunk('tEXt', Buffer.alloc(bytes, 120)), rest]));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Not decodable, but every header reader knows it. */
export function jpeg(width: number, height: number, metadataBytes = 0): Uint8Array {
  const exif = Buffer.alloc(4 + metadataBytes, 65);
  exif.set([0xff, 0xe1]);
  exif.writeUInt16BE(2 + metadataBytes, 2);
  const frame = Buffer.from([
    0xff,
    0xc0,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    34,
    0,
    2,
    17,
    1,
    3,
    17,
    1,
  ]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 4, 0xff, 0xd9]);
  return new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), exif, frame, scan]));
}

export function gif(width: number, height: number): Uint8Array {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return new Uint8Array(
    Buffer.concat([
      head,
      Buffer.alloc(6),
      Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
    ]),
  );
}

export function webp(width: number, height: number): Uint8Array {
  const body = Buffer.alloc(30);
  body.write('RIFF', 0, 'latin1');
  body.writeUInt32LE(22, 4);
  body.write('WEBPVP8X', 8, 'latin1');
  body.writeUInt32LE(10, 16);
  body.writeUIntLE(width - 1, 24, 3);
  body.writeUIntLE(height - 1, 27, 3);
  return new Uint8Array(body);
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
export const pdf: Uint8Array = new Uint8Array(
  Buffer.from(`%PDF-1.7\n${'1 0 obj <<>> endobj\n'.repeat(6)}%%EOF\n`),
);
export const wav: Uint8Array = new Uint8Array(
  Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]),
);

export function base64(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64');
}
