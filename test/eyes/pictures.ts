// Pictures that the tests draw themselves, in the fonts of `test/fonts.ts`.
import sharp from 'sharp';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export interface TextOptions {
  readonly font?: string;
  readonly size?: number;
  readonly paper?: string;
  readonly ink?: string;
}

export function drawn(
  svgBody: string,
  width: number,
  height: number,
  paper = '#ffffff',
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" xml:space="preserve"><rect width="${width}" height="${height}" fill="${paper}"/>${svgBody}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** One line under the other. */
export function lines(
  texts: readonly string[],
  { font = 'DejaVu Sans', size = 16, paper = '#ffffff', ink = '#1f2328' }: TextOptions = {},
): Promise<Buffer> {
  const lead = Math.round(size * 1.8);
  const body = texts
    .map(
      (text, index) =>
        `<text x="24" y="${36 + index * lead}" font-family="${font}" font-size="${size}" fill="${ink}">${escaped(text)}</text>`,
    )
    .join('');
  return drawn(body, 900, 40 + texts.length * lead, paper);
}

/** Cells at fixed columns. */
export function grid(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const body = rows
    .flatMap((row, y) =>
      row.map(
        (cell, x) =>
          `<text x="${30 + x * 190}" y="${40 + y * 34}" font-family="DejaVu Sans" font-size="15" fill="#222">${escaped(cell)}</text>`,
      ),
    )
    .join('');
  return drawn(body, 800, 40 + rows.length * 34);
}

/** Bars on an axis from 0 to 100 with gridlines. */
export function barChart(values: readonly number[], names: readonly string[]): Promise<Buffer> {
  const y = (value: number): number => 340 - value * 3;
  const ticks = [0, 20, 40, 60, 80, 100].map(
    (value) =>
      `<rect x="70" y="${y(value)}" width="520" height="1" fill="#d0d7de"/><text x="58" y="${y(value) + 5}" text-anchor="end" font-family="DejaVu Sans" font-size="13" fill="#555">${value}</text>`,
  );
  const step = 520 / values.length;
  const bars = values.map((value, index) => {
    const left = 70 + step * index + step * 0.2;
    return `<rect x="${left}" y="${y(value)}" width="${step * 0.6}" height="${340 - y(value)}" fill="#4e79a7"/><text x="${left + step * 0.3}" y="362" text-anchor="middle" font-family="DejaVu Sans" font-size="13" fill="#555">${names[index] ?? ''}</text>`;
  });
  return drawn([...ticks, ...bars].join(''), 640, 400);
}

/** Smooth light and shade with grain, as a camera makes it; no text. */
export function scenery(): Promise<Buffer> {
  const width = 480;
  const height = 320;
  const data = Buffer.alloc(width * height * 3);
  let seed = 11;
  for (let at = 0; at < width * height; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const grain = (seed % 17) - 8;
    const x = at % width;
    const y = Math.floor(at / width);
    const hill = y > 200 + 40 * Math.sin(x / 70) ? 1 : 0;
    data[at * 3] = (hill ? 70 : 140 + y / 4) + grain;
    data[at * 3 + 1] = (hill ? 110 + x / 12 : 170 + y / 6) + grain;
    data[at * 3 + 2] = (hill ? 50 : 220 - y / 8) + grain;
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}
