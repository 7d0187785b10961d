// Kinds of PDF by name, honest and hostile, each built with the small writer.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate, deflateSync } from 'node:zlib';
import { firstExtra, line, pagesPdf, writePdf, type PdfObject } from './write-pdf.ts';

const at = firstExtra(1);
const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

export const paragraph: string = Array.from({ length: 40 }, (_, index) =>
  line(`Line ${index}: the quick brown fox jumps over the lazy dog`, 50, 740 - index * 17, 13),
).join('');

export function formPdf(): Uint8Array {
  const fields = `[${at} 0 R ${at + 1} 0 R]`;
  return pagesPdf(
    [{ content: line('Form below'), entries: `/Annots ${fields}` }],
    [
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /DA (/F1 18 Tf 0 0 1 rg) /Rect [72 600 372 640] /MK << /BC [1 0 0] >> /F 4 /P 4 0 R >>',
      '<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (pick) /Opt [(One) (Two)] /V (Two) /DA (/F1 18 Tf 0 g) /Rect [72 540 372 580] /MK << /BC [0 0.5 0] >> /F 4 /P 4 0 R >>',
    ],
    {
      catalogue: `/AcroForm << /Fields ${fields} /DR << /Font << /F1 3 0 R >> >> /DA (/F1 12 Tf 0 g) /NeedAppearances true >>`,
    },
  );
}

/** Text in fonts that the document names and does not bring. */
export function cjkPdf(): Uint8Array {
  const descriptor = (name: string): string =>
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`;
  const font = (name: string, ordering: string, encoding: string, number: number): PdfObject[] => [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [${number + 1} 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor ${number + 2} 0 R /DW 1000 >>`,
    descriptor(name),
  ];
  const content =
    'BT /F2 40 Tf 72 600 Td <65E5672C8A9E6F225B57> Tj ET\nBT /F3 40 Tf 72 500 Td <4E2D6587> Tj ET\n';
  return pagesPdf(
    [{ content }],
    [
      ...font('HeiseiKakuGo-W5', 'Japan1', 'UniJIS-UCS2-H', at),
      ...font('STSong-Light', 'GB1', 'UniGB-UCS2-H', at + 3),
    ],
    { fonts: `/F2 ${at} 0 R /F3 ${at + 3} 0 R` },
  );
}

const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let first = 0;
  let second = 0;
  return Buffer.from(
    data.map((byte) => {
      first = (first + 1) & 255;
      second = (second + (state[first] ?? 0)) & 255;
      swap(first, second);
      return byte ^ (state[((state[first] ?? 0) + (state[second] ?? 0)) & 255] ?? 0);
    }),
  );
}

/** The standard handler, revision 2: RC4 with 40 bits. An empty password opens without asking. */
export function encryptedPdf(userPassword: string): Uint8Array {
  const md5 = (...parts: Uint8Array[]): Buffer =>
    createHash('md5').update(Buffer.concat(parts)).digest();
  const padded = (password: string): Buffer =>
    Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const permissions = Buffer.from([0xc0, 0xff, 0xff, 0xff]);
  const id = Buffer.alloc(16, 7);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword));
  const key = md5(padded(userPassword), owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const pageObject = Buffer.from([5, 0, 0, 0, 0]);
  const content = rc4(
    md5(key, pageObject).subarray(0, 10),
    Buffer.from(line('Secret', 72, 400, 90)),
  );
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
  return pagesPdf([{ content }], [], {
    trailer: `/ID [${hex(id)} ${hex(id)}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -64 >>`,
  });
}

function tower(levels: number, width: number): Uint8Array {
  const extra: PdfObject[] = Array.from({ length: levels }, (_, index) => ({
    dict: `/Type /XObject /Subtype /Form /BBox [0 0 600 600] /Resources << /XObject << /X ${at + index + 1} 0 R >> >>`,
    stream: '/X Do '.repeat(width),
  }));
  extra.push({ dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', stream: '0 0 9 9 re f' });
  return pagesPdf([{ content: '/X Do' }], extra, { resources: `/XObject << /X ${at} 0 R >>` });
}

function image(dict: string, stream: Uint8Array | string): Uint8Array {
  return pagesPdf(
    [{ content: 'q 500 0 0 500 50 100 cm /I Do Q' }],
    [{ dict: `/Type /XObject /Subtype /Image ${dict}`, stream }],
    { resources: `/XObject << /I ${at} 0 R >>` },
  );
}

const pixels = Buffer.from(Array.from({ length: 3072 }, (_, index) => (index * 37) & 255));

/** Everything that a reader should draw, or refuse in words. */
export function pdfKinds(): ReadonlyMap<string, Uint8Array> {
  const page = (content: string, box?: string): Uint8Array =>
    pagesPdf([{ content, ...(box !== undefined && { box }) }]);
  return new Map<string, Uint8Array>([
    ['text', page(paragraph)],
    ['deflated', pagesPdf([{ content: paragraph, deflate: true }])],
    [
      'twelve pages',
      pagesPdf(Array.from({ length: 12 }, (_, index) => ({ content: line(`Page ${index + 1}`) }))),
    ],
    ['form', formPdf()],
    ['cjk', cjkPdf()],
    ['locked', encryptedPdf('secret')],
    ['protected', encryptedPdf('')],
    ['rotated', pagesPdf([{ content: paragraph, entries: '/Rotate 90' }])],
    ['cropped', pagesPdf([{ content: paragraph, entries: '/CropBox [100 100 400 300]' }])],
    ['image', image('/Width 32 /Height 32 /ColorSpace /DeviceRGB /BitsPerComponent 8', pixels)],
    [
      'image, deflated',
      image(
        '/Width 32 /Height 32 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        deflateSync(pixels),
      ),
    ],
    [
      'image, short',
      image('/Width 320 /Height 320 /ColorSpace /DeviceRGB /BitsPerComponent 8', pixels),
    ],
    [
      'image, broken jpeg',
      image(
        '/Width 32 /Height 32 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        pixels,
      ),
    ],
    ['image, broken jpx', image('/Width 32 /Height 32 /Filter /JPXDecode', pixels)],
    [
      'image, broken jbig2',
      image(
        '/Width 32 /Height 32 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
        pixels,
      ),
    ],
    [
      'shading',
      pagesPdf(
        [{ content: '/S sh' }],
        [
          '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 600 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>',
        ],
        { resources: `/Shading << /S ${at} 0 R >>` },
      ),
    ],
    [
      'pattern of itself',
      pagesPdf(
        [{ content: '/Pattern cs /P scn 0 0 600 700 re f' }],
        [
          {
            dict: `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /Pattern << /P ${at} 0 R >> >>`,
            stream: '/Pattern cs /P scn 0 0 9 9 re f',
          },
        ],
        { resources: `/Pattern << /P ${at} 0 R >>` },
      ),
    ],
    [
      'glyphs that draw themselves',
      pagesPdf(
        [{ content: 'BT /T3 40 Tf 72 500 Td (a) Tj ET' }],
        [
          `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a ${at + 1} 0 R >> /Resources << /Font << /T3 ${at} 0 R >> >> >>`,
          { dict: '', stream: '9 0 d0 BT /T3 9 Tf (a) Tj ET' },
        ],
        { fonts: `/T3 ${at} 0 R` },
      ),
    ],
    ['box, huge', page(paragraph, '0 0 1e9 1e9')],
    ['box, zero', page(paragraph, '0 0 0 0')],
    ['box, negative', page(paragraph, '600 700 0 0')],
    ['box, thin', page(paragraph, '0 0 1 14400')],
    ['box, words', page(paragraph, 'a b c d')],
    [
      'actions',
      pagesPdf(
        [{ content: line('Actions'), entries: `/Annots [${at} 0 R]` }],
        [
          '<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A << /S /URI /URI (http://127.0.0.1:9/) >> >>',
        ],
        { catalogue: '/OpenAction << /S /JavaScript /JS (while\\(true\\){}) >>' },
      ),
    ],
    [
      'kids in a circle',
      writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
    ],
    [
      'count that lies',
      writePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 999999999 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>',
      ]),
    ],
    [
      'no page',
      writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
    ],
    ['no catalogue', writePdf([helvetica])],
    [
      'broken operators',
      page('q q q 1 0 0 RG (((( ]] >> BT ET Tj /X Do 99999 w 0 0 m 1e300 -1e300 l S'),
    ],
    ['deep brackets', page(`${'['.repeat(50_000)}${'('.repeat(50_000)}`)],
    ['many states', page('q '.repeat(200_000))],
    ['dashes without end', page('[0.0001 0.0001] 0 d 0 0 m 100000 100000 l S')],
  ]);
}

/** Bombs: a small file that asks for hours or gigabytes. */
export async function pdfBombs(): Promise<ReadonlyMap<string, Uint8Array>> {
  const inflated = await deflateSpaces(400);
  return new Map([
    ['forms by the billion', tower(13, 10)],
    [
      'image, huge',
      image(
        '/Width 32000 /Height 32000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(1_000_000)),
      ),
    ],
    [
      'tiny tiles',
      pagesPdf(
        [{ content: '/Pattern cs /P scn 0 0 600 700 re f' }],
        [
          {
            dict: '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.001 /YStep 0.001 /Resources << >>',
            stream: '0 0 9 9 re f',
          },
        ],
        { resources: `/Pattern << /P ${at} 0 R >>` },
      ),
    ],
    [
      'form in itself',
      pagesPdf(
        [{ content: '/X Do' }],
        [
          {
            dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${at} 0 R >> >>`,
            stream: '/X Do /X Do',
          },
        ],
        { resources: `/XObject << /X ${at} 0 R >>` },
      ),
    ],
    [
      'content that inflates',
      writePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>',
        { dict: '/Filter [/FlateDecode /FlateDecode]', stream: deflateSync(inflated) },
      ]),
    ],
  ]);
}

/** By the megabyte, so that the test does not need the memory that it accuses others of taking. */
async function deflateSpaces(megabytes: number): Promise<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const source = Readable.from(Array.from({ length: megabytes }, () => chunk));
  return buffer(source.pipe(createDeflate({ level: 9 })));
}

/** Ways in which files really break. */
export const breakages: ReadonlyArray<readonly [string, (bytes: Uint8Array) => Uint8Array]> = [
  ['whole', (bytes) => bytes],
  ['cut at half', (bytes) => bytes.slice(0, bytes.length >> 1)],
  ['cut at nine tenths', (bytes) => bytes.slice(0, Math.floor(bytes.length * 0.9))],
  ['without its table', (bytes) => replace(bytes, 'xref', 'xxxx')],
  ['with a table elsewhere', (bytes) => replace(bytes, 'startxref\n', 'startxref\n9')],
  ['without its trailer', (bytes) => replace(bytes, 'trailer', 'tr')],
  ['with junk before', (bytes) => Buffer.concat([Buffer.alloc(500, 'x'), bytes])],
  ['with junk behind', (bytes) => Buffer.concat([bytes, Buffer.alloc(5000, 0xff)])],
  ['with lengths that lie', (bytes) => replace(bytes, '/Length ', '/Length 9')],
  [
    'with every hundredth byte changed',
    (bytes) => bytes.map((byte, index) => (index % 100 === 99 ? byte ^ 0x55 : byte)),
  ],
  [
    'with every twentieth byte changed',
    (bytes) => bytes.map((byte, index) => (index > 20 && index % 20 === 7 ? byte ^ 0x11 : byte)),
  ],
];

function replace(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return new Uint8Array(
    Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1'),
  );
}
