// Scatter plots from seeds: marks that stand apart, over two axes of numbers.
import { drawn } from '../pictures.ts';
import { themes } from './chart-plan.ts';
import { Seeded } from './seeded.ts';

export interface DrawnScatter {
  readonly bytes: Buffer;
  readonly points: number;
}

const fonts = ['Arimo', 'DejaVu Sans', 'Tinos'] as const;

export async function drawnScatter(seed: number): Promise<DrawnScatter> {
  const dice = new Seeded(seed);
  const theme = dice.pick(themes);
  const scale = dice.pick([1, 2]);
  const fill = dice.pick(['#4c78a8', '#dc2626', '#06b6d4', '#e76f51']);
  const [left, top] = [70 * scale, 40 * scale];
  const width = dice.between(360, 520) * scale;
  const height = dice.between(220, 300) * scale;
  const fontPx = dice.between(11, 14) * scale;
  const radius = dice.between(3, 6) * scale;
  const font = dice.pick(fonts);
  const text = (x: number, y: number, words: string, anchor: string): string =>
    `<text x="${x}" y="${y + fontPx * 0.36}" text-anchor="${anchor}" font-family="${font}" font-size="${fontPx}" fill="${theme.ink}">${words}</text>`;
  const parts: string[] = [];
  for (let tick = 0; tick <= 5; tick += 1) {
    const x = left + (width * tick) / 5;
    const y = top + height - (height * tick) / 5;
    parts.push(
      `<rect x="${left}" y="${Math.round(y)}" width="${width}" height="${scale}" fill="${theme.grid}"/>`,
      text(left - 8 * scale, y, String(tick * 20), 'end'),
      text(x, top + height + 18 * scale, String(tick * 10), 'middle'),
    );
  }
  const places: (readonly [number, number])[] = [];
  for (let tries = 0; tries < 400 && places.length < 30; tries += 1) {
    const x = left + dice.between(20, 980) * 0.001 * width;
    const y = top + dice.between(50, 940) * 0.001 * height;
    const isApart = places.every(([px, py]) => Math.hypot(px - x, py - y) > radius * 2 + 4);
    if (isApart) places.push([x, y]);
  }
  parts.push(
    ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`),
  );
  const bytes = await drawn(
    parts.join(''),
    left + width + 50 * scale,
    top + height + 60 * scale,
    theme.paper,
  );
  return { bytes, points: places.length };
}
