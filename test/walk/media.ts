// Media that can be told apart wherever they turn up: each has a colour, a word or bytes of its own, so that a captured
// request says which of them the model really got, whatever was resized, drawn or spelled anew on the way.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { wav } from '../../packages/ingest/test/corpus/make-sound.ts';
import { pagesPdf } from '../../packages/render/test/support/write-pdf.ts';

export const mediaKinds = [
  'png',
  'jpeg',
  'webp',
  'gif',
  'avif',
  'bmp',
  'large',
  'svg',
  'text',
  'table',
  'notebook',
  'pdf',
  'sound',
  'damaged',
  'unknown',
  'oversize',
] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** What a face must not take. */
export const isUnshowable = (kind: MediaKind): boolean => kind === 'damaged' || kind === 'unknown';
/** What a model that sees gets as pixels, and whose pixels have the colour of the medium. */
export const isPicture = (kind: MediaKind): boolean => kind === 'svg' || isCounted(kind);

/** Of which a message may hold so many. */
export const isCounted = (kind: MediaKind): boolean =>
  ['png', 'jpeg', 'webp', 'gif', 'avif', 'bmp', 'large'].includes(kind);

export interface Medium {
  readonly mark: number;
  readonly kind: MediaKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Of a picture. */
  readonly size?: { readonly width: number; readonly height: number };
}

type Colour = readonly [number, number, number];

const levels = [18, 62, 106, 150, 194, 238] as const;

/** Far enough apart that no encoder makes one of them another, and none is a grey, which drawn texts are full of. */
const colours: readonly Colour[] = levels
  .flatMap((r) => levels.flatMap((g) => levels.map((b): Colour => [r, g, b])))
  .filter((colour) => Math.max(...colour) - Math.min(...colour) > 80);

export const maxMarks = colours.length;

/** Neighbours in number are far apart in colour. */
function colourOf(mark: number): Colour {
  return colours[(mark * 37) % maxMarks] ?? [0, 0, 0];
}

export function markOf(colour: readonly number[]): number | undefined {
  for (let mark = 0; mark < maxMarks; mark++)
    if (colourOf(mark).every((level, at) => Math.abs(level - (colour[at] ?? -99)) < 20))
      return mark;
  return undefined;
}

const extensions: Readonly<Record<MediaKind, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  avif: 'avif',
  bmp: 'bmp',
  large: 'png',
  svg: 'svg',
  text: 'ts',
  table: 'csv',
  notebook: 'ipynb',
  pdf: 'pdf',
  sound: 'wav',
  damaged: 'png',
  unknown: 'zip',
  oversize: 'png',
};

/** The word that stands in texts and documents of this mark, and nowhere else. */
export const wordOf = (mark: number): string => `walker-word-${String(mark).padStart(3, '0')}`;

/** What whoever looks or listens for another model says of this mark, and of no other. */
export const helperWordOf = (mark: number): string =>
  `helper-word-${String(mark).padStart(3, '0')}`;

/** Of every document here, in points. */
export const pdfPage = { width: 612, height: 792 } as const;

export async function drawMedium(kind: MediaKind, mark: number): Promise<Medium> {
  const size = sizeOf(kind, mark);
  const bytes = await draw(kind, mark, size ?? { width: 96, height: 64 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `m${mark}.${extensions[kind]}`;
  return { mark, kind, name, bytes, sha256, ...(size && { size }) };
}

function sizeOf(kind: MediaKind, mark: number): Medium['size'] {
  if (kind === 'large') return { width: 3000, height: 2000 };
  if (kind === 'oversize') return { width: 300, height: 300 };
  return isPicture(kind) ? { width: 90 + (mark % 40), height: 64 } : undefined;
}

async function draw(
  kind: MediaKind,
  mark: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const [r, g, b] = colourOf(mark);
  const flat = sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  switch (kind) {
    case 'png':
    case 'large':
      return flat.png().toBuffer();
    case 'jpeg':
      return flat.jpeg({ quality: 95 }).toBuffer();
    case 'webp':
      return flat.webp({ lossless: true }).toBuffer();
    case 'gif': {
      const still = await flat.png().toBuffer();
      const other = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .png()
        .toBuffer();
      return sharp([still, other], { join: { animated: true } })
        .gif()
        .toBuffer();
    }
    case 'avif':
      return flat.avif({ lossless: true, effort: 0 }).toBuffer();
    case 'bmp':
      return bmp([b, g, r], width, height);
    case 'svg':
      return Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="rgb(${r},${g},${b})"/></svg>`,
      );
    case 'text':
      return Buffer.from(`// ${wordOf(mark)}\nexport const answer = ${mark};\n`);
    case 'table':
      return Buffer.from(`name,value\n${wordOf(mark)},${mark}\n`);
    case 'notebook':
      return notebook(wordOf(mark), await flat.resize(700, 500, { fit: 'fill' }).png().toBuffer());
    case 'pdf': {
      const fill = [r, g, b].map((level) => (level / 255).toFixed(4)).join(' ');
      const words = `1 1 1 rg BT /F1 12 Tf 20 20 Td (${wordOf(mark)}) Tj ET`;
      return pagesPdf([
        { content: `${fill} rg 0 0 ${pdfPage.width} ${pdfPage.height} re f ${words}` },
      ]);
    }
    case 'sound':
      return wav(1, { rate: 8_000 + mark * 8 });
    case 'damaged':
      return (await flat.png().toBuffer()).subarray(0, 60);
    case 'oversize':
      return sharp(noise(mark, width * height * 3), { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer();
    case 'unknown':
      return Buffer.from(
        `PK\u0003\u0004\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u0001\0\0\0${mark}`,
        'latin1',
      );
  }
}

/** Of one colour, in 24 bits: no library here writes one. */
function bmp(blueGreenRed: readonly number[], width: number, height: number): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(head.length + stride * height, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const row = Buffer.alloc(stride);
  for (let x = 0; x < width; x++) row.set(blueGreenRed, x * 3);
  return Buffer.concat([head, ...Array.from({ length: height }, () => row)]);
}

/** Words, and a picture that fills the middle of the page that is drawn. */
function notebook(words: string, png: Buffer): Buffer {
  const data = { 'image/png': png.toString('base64') };
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: [words] },
    {
      cell_type: 'code',
      metadata: {},
      execution_count: 1,
      source: ['plot()'],
      outputs: [{ output_type: 'display_data', metadata: {}, data }],
    },
  ];
  return Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
}

/** Bytes that no encoder makes smaller, another row of them for every mark. */
function noise(mark: number, length: number): Uint8Array {
  let state = mark + 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
