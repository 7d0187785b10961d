// What the tour shows the door: good, large and hostile files, all made on the spot.
import { assemblePng, pngChunk } from '@percept/core/internal';
import { encodePng } from '@percept/ingest/internal/png';
import { deflateSync } from 'node:zlib';

export interface Exhibit {
  readonly name: string;
  readonly about: string;
  readonly bytes: Uint8Array;
}

export function exhibits(): readonly Exhibit[] {
  const window = screenshot(800, 500);
  return [
    { name: 'screenshot-4k.png', about: 'a 4K screenshot', bytes: screenshot(3840, 2160) },
    { name: 'window.png', about: 'a small one that fits', bytes: window },
    {
      name: 'with-location.png',
      about: 'one that tells where it was taken',
      bytes: withChunk(screenshot(400, 300), location()),
    },
    { name: 'moving.gif', about: 'an animation of three frames', bytes: movingGif() },
    { name: 'bomb.png', about: 'a strip that costs a decoder 4.7 GB', bytes: stripBomb() },
    {
      name: 'torn.png',
      about: 'a download that broke off',
      bytes: window.subarray(0, window.length >> 1),
    },
    {
      name: 'drawing.png',
      about: 'an SVG under a false name',
      bytes: text(
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      ),
    },
    { name: 'phone.heic', about: 'a type that no provider takes', bytes: heic() },
    {
      name: 'page.png',
      about: 'a web page that a server called an image',
      bytes: text('<!doctype html><script>alert(1)</script>'),
    },
  ];
}

/** Windows, lines of "text" and a gradient: flat where screens are flat, and drawn as large as the screen is fine. */
function screenshot(width: number, height: number): Uint8Array {
  const stroke = Math.max(1, Math.round(height / 720));
  const [letter, line] = [7 * stroke, 20 * stroke];
  const pixel = (x: number, y: number): readonly [number, number, number] => {
    if (y < height / 20) return [32, 36, 48];
    if (x < width / 5) return y % (2 * line) < line ? [45, 50, 66] : [40, 44, 58];
    const [column, row] = [Math.floor(x / letter), Math.floor(y / line)];
    const shape = (column * 7919 + row * 104729) % 97;
    const isSpace = shape % 6 === 0 || row % 4 === 3 || x > width * (0.6 + (row % 7) / 20);
    const [across, down] = [Math.floor((x % letter) / stroke), Math.floor((y % line) / stroke)];
    const isStem = across === 1 + (shape % 4);
    const isBar = down === 6 + (shape % 5) && across > 0 && across < 6;
    const isInk = !isSpace && down > 4 && down < 15 && (isStem || isBar);
    return isInk ? [30, 30, 30] : [250 - Math.floor((y * 20) / height), 250, 252];
  };
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(pixel(x, y), (y * width + x) * 3);
  return encodePng({ width, height, channels: 3, data });
}

/** Behind the header, which ends after 33 bytes. */
function withChunk(png: Uint8Array, chunk: Uint8Array): Uint8Array {
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** An EXIF block with a GPS latitude of 51° 28' 38". */
function location(): Uint8Array {
  const exif = Buffer.alloc(26 + 2 + 2 * 12 + 4 + 24);
  exif.write('MM\0*', 0, 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  entry(exif, 10, 0x8825, 4, 1, 26);
  exif.writeUInt16BE(2, 26);
  entry(exif, 28, 1, 2, 2, 0x4e000000);
  entry(exif, 40, 2, 5, 3, 56);
  [51, 1, 28, 1, 38, 1].forEach((value, index) => exif.writeUInt32BE(value, 56 + index * 4));
  return pngChunk('eXIf', exif);
}

function entry(
  exif: Buffer,
  at: number,
  tag: number,
  type: number,
  count: number,
  value: number,
): void {
  exif.writeUInt16BE(tag, at);
  exif.writeUInt16BE(type, at + 2);
  exif.writeUInt32BE(count, at + 4);
  exif.writeUInt32BE(value >>> 0, at + 8);
}

/** Valid, 187 KB, and 16 million pixels wide. */
function stripBomb(): Uint8Array {
  const [width, height] = [16_000_000, 3];
  const compressed = deflateSync(new Uint8Array((1 + width * 4) * height), { level: 9 });
  return assemblePng({ width, height, bitDepth: 8, colourType: 6, compressed });
}

/** Three frames of 2 × 2 pixels in three colours. */
function movingGif(): Uint8Array {
  const screen = [...text('GIF89a'), ...hex('02000200 910000 ff0000 00a000 0000ff ffffff')];
  // Clear code, four pixels of one colour, end code, three bits each.
  const frames = [0, 1, 2].flatMap((colour) => [...frameHead, 2, ...pixelData(colour), 0]);
  return Uint8Array.from([...screen, ...frames, 0x3b]);
}

/** A graphic control, and the descriptor of a picture. */
const frameHead = hex('21f904000a000000 2c000000000200020000');

function pixelData(colour: number): readonly number[] {
  const codes = [4, colour, colour, colour, colour, 5];
  let bits = 0;
  codes.forEach((code, index) => {
    bits |= code << (index * 3);
  });
  return [3, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255];
}

function heic(): Uint8Array {
  const head = text('\0\0\0\x18ftypheic\0\0\0\0heicmif1');
  return Buffer.concat([head, new Uint8Array(64)]);
}

function hex(digits: string): Uint8Array {
  return Buffer.from(digits.replaceAll(' ', ''), 'hex');
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
