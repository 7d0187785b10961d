// A screen as a camera on a table would take it: seen from the side, unevenly lit, with grain, a little out of focus.
import sharp from 'sharp';
import type { Seeded } from './seeded.ts';

export interface Camera {
  /** How far a corner may be moved, as a share of the side. */
  readonly slant: number;
  readonly blurPx: number;
  readonly grain: number;
  /** How much darker the dark side is. */
  readonly shade: number;
  readonly quality: number;
}

export const steadyHand: Camera = { slant: 0.05, blurPx: 0.7, grain: 5, shade: 0.2, quality: 72 };
export const poorLight: Camera = { slant: 0.09, blurPx: 1, grain: 9, shade: 0.35, quality: 55 };

const widthPx = 1500;

export async function photographed(png: Buffer, dice: Seeded, camera: Camera): Promise<Buffer> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const height = Math.round((widthPx * info.height) / info.width) + 160;
  const near = (): number => 0.02 + dice.next() * camera.slant;
  const corners: readonly Corner[] = [
    { x: widthPx * near(), y: height * near() },
    { x: widthPx * (1 - near()), y: height * near() },
    { x: widthPx * (1 - near()), y: height * (1 - near()) },
    { x: widthPx * near(), y: height * (1 - near()) },
  ];
  const toScreen = homography(corners, info.width, info.height);
  const table = [dice.between(50, 170), dice.between(50, 170), dice.between(50, 170)];
  const across = dice.next() - 0.5;
  const down = dice.next() - 0.5;
  const result = Buffer.alloc(widthPx * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const { x: u, y: v } = toScreen(x + 0.5, y + 0.5);
      const tilt = across * (x / widthPx - 0.5) * 2 + down * (y / height - 0.5) * 2;
      const light = 1 - camera.shade * (0.5 + tilt);
      const grain = dice.bell() * camera.grain;
      for (let channel = 0; channel < 3; channel += 1) {
        const seen = sampled(data, info, u - 0.5, v - 0.5, channel) ?? table[channel] ?? 0;
        const value = seen * light + 10 + grain;
        result[(y * widthPx + x) * 3 + channel] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return sharp(result, { raw: { width: widthPx, height, channels: 3 } })
    .blur(camera.blurPx)
    .jpeg({ quality: camera.quality })
    .toBuffer();
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** From the photograph to the screen whose corners are seen there, clockwise from the top left. */
function homography(
  corners: readonly Corner[],
  width: number,
  height: number,
): (x: number, y: number) => Corner {
  const screen = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  const rows = corners.flatMap(({ x, y }, index) => {
    const [u, v] = screen[index] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solved(rows);
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
  };
}

/** Gauss and Jordan, with the largest pivot; the last column is the right side. */
function solved(rows: number[][]): readonly number[] {
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const rest = rows
      .slice(at)
      .toSorted((one, other) => Math.abs(other[at] ?? 0) - Math.abs(one[at] ?? 0));
    rows.splice(at, size - at, ...rest);
    const pivot = rows[at] ?? [];
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

function sampled(
  data: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  x: number,
  y: number,
  channel: number,
): number | undefined {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return undefined;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const at = (row: number, column: number): number =>
    data[(row * width + column) * 3 + channel] ?? 0;
  const upper = at(top, left) * (left + 1 - x) + at(top, left + 1) * (x - left);
  const lower = at(top + 1, left) * (left + 1 - x) + at(top + 1, left + 1) * (x - left);
  return upper * (top + 1 - y) + lower * (y - top);
}
