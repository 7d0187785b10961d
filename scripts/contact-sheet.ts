// One picture of everything that can be looked at, drawn by the renderers themselves: `npm run contact-sheet`. It is made to be looked at by
// a person once whenever a renderer changes.
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { createDarkroom, findPrograms, standardRenderers } from '../packages/render/src/index.ts';
import { exhibits, type Exhibit } from './contact-sheet/exhibits.ts';

const target = new URL('../docs/pictures/contact-sheet.webp', import.meta.url);
const maxBytes = 600 * 1024;
const [columns, cellWidth, cellHeight, labelHeight, gap] = [5, 380, 400, 26, 10];

const darkroom = createDarkroom({ renderers: standardRenderers() });
const withPrograms = createDarkroom({
  renderers: standardRenderers({ programs: findPrograms() }),
});

async function develop(bytes: Uint8Array, name: string, room = darkroom): Promise<Uint8Array> {
  const outcome = await room.develop({ bytes, name });
  if (!outcome.ok)
    throw new Error(`${name}: ${outcome.refusal.refused}: ${outcome.refusal.message}`);
  const [page] = outcome.value.pages;
  if (!page) throw new Error(`${name}: no page`);
  return page.png;
}

function label(text: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cellWidth}" height="${labelHeight}"><rect width="100%" height="100%" fill="#28303f"/><text x="8" y="18" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff">${text}</text></svg>`;
  return develop(Buffer.from(svg), 'label.svg');
}

/** The top of a page at a scale at which it can be recognised; small drawings whole. */
async function thumbnail({ bytes, name, raster, program }: Exhibit): Promise<Buffer> {
  const room = program === true ? withPrograms : darkroom;
  const png = raster === true ? bytes : await develop(bytes, name, room);
  const { width, height } = await sharp(png).metadata();
  const scale = Math.min(1, cellWidth / width);
  const shown = Math.min(height, Math.floor(cellHeight / scale));
  // A page is shown by its upper left part, a page of a screen whole.
  const isPage = width === 924 && !name.endsWith('.html');
  const part = isPage ? { left: 0, top: 0, width: 700, height: Math.min(height, 737) } : undefined;
  const cut = part ? sharp(png).extract(part) : sharp(png);
  return cut
    .resize({
      width: cellWidth,
      height: isPage ? undefined : Math.min(cellHeight, shown),
      fit: 'inside',
    })
    .png()
    .toBuffer();
}

const rows = Math.ceil(exhibits.length / columns);
const size = {
  width: columns * (cellWidth + gap) + gap,
  height: rows * (cellHeight + labelHeight + gap) + gap,
};
const parts: { input: Buffer; left: number; top: number }[] = [];
for (const [index, exhibit] of exhibits.entries()) {
  const left = gap + (index % columns) * (cellWidth + gap);
  const top = gap + Math.floor(index / columns) * (cellHeight + labelHeight + gap);
  const head = await sharp(await label(exhibit.title))
    .resize({ width: cellWidth, height: labelHeight, fit: 'fill' })
    .png()
    .toBuffer();
  parts.push(
    { input: head, left, top },
    { input: await thumbnail(exhibit), left, top: top + labelHeight },
  );
}
await darkroom.close();
await withPrograms.close();
const sheet = sharp({ create: { ...size, channels: 3, background: '#c9ced8' } }).composite(parts);
const webp = await sheet.webp({ quality: 82, effort: 6 }).toBuffer();
if (webp.length > maxBytes) throw new Error(`the sheet weighs ${webp.length} bytes`);
writeFileSync(target, webp);
console.log(`${exhibits.length} exhibits, ${size.width}×${size.height}, ${webp.length} bytes`);
