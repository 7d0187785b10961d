// A folder with one of each kind of source, beside a folder that no client may read.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

export interface Folder extends AsyncDisposable {
  readonly root: string;
  readonly other: string;
  readonly outside: string;
  readonly data: string;
}

export async function openFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-mcp-'));
  const [root, other, outside] = ['root', 'other', 'outside'].map((name) => join(folder, name));
  if (!root || !other || !outside) throw new Error('no folders');
  await Promise.all([root, other, outside].map((path) => mkdir(path)));
  const secret = await picture(64, 64, '#aa0000');
  await Promise.all([
    writeFile(join(root, 'quarters.png'), await quarters(2400, 1600)),
    writeFile(join(root, 'noise.png'), await noise(1200, 1200)),
    writeFile(join(root, 'plan.svg'), svg('#1f8a70')),
    writeFile(join(root, 'pages.pdf'), pdf(['1 0 0', '0 1 0', '0 0 1'])),
    writeFile(join(root, 'main.ts'), 'export const answer: number = 42;\n'),
    writeFile(join(root, 'broken.png'), (await picture(64, 64, '#fff')).subarray(0, 60)),
    writeFile(join(root, 'empty.png'), ''),
    writeFile(join(other, 'there.png'), await picture(32, 16, '#0000ff')),
    writeFile(join(outside, 'secret.png'), secret),
    symlink(join(outside, 'secret.png'), join(root, 'way-out.png')),
    symlink(outside, join(root, 'folder-out')),
  ]);
  return {
    root,
    other,
    outside,
    data: join(folder, 'data'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function svg(fill: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="${fill}"/></svg>`;
}

function picture(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Four colours, so that a zoom shows which part it is. */
async function quarters(width: number, height: number): Promise<Buffer> {
  const cells = ['#5f3a9c', '#e0c341', '#1f8a70', '#d1495b'].map((colour, index) => {
    const [x, y] = [(index % 2) * (width / 2), Math.floor(index / 2) * (height / 2)];
    return `<rect x="${x}" y="${y}" width="${width / 2}" height="${height / 2}" fill="${colour}"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${cells.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** Pixels that no encoder makes small: the same on every run. */
function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = state >> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** One page per colour, each filled with it. */
function pdf(colours: readonly string[]): string {
  const kids = colours.map((_, index) => `${3 + index * 2} 0 R`).join(' ');
  const pages = colours.flatMap((colour, index) => {
    const stream = `${colour} rg 0 0 200 300 re f`;
    return [
      `${3 + index * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents ${4 + index * 2} 0 R>>endobj`,
      `${4 + index * 2} 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj`,
    ];
  });
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Count ${colours.length}/Kids[${kids}]>>endobj`,
    ...pages,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
    '',
  ].join('\n');
}
