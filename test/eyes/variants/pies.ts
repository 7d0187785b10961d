// Pies and rings that nobody has seen, with the shares of their slices: names in a legend or around them, thin lines between slices
// or none, light and dark.
import type { ChartCase } from '../cases.ts';
import { drawn } from '../pictures.ts';
import { themes } from './chart-plan.ts';
import { Seeded } from './seeded.ts';

export const pieKinds = ['pie-legend', 'pie-around', 'pie-ring'] as const;
export type PieKind = (typeof pieKinds)[number];

const nameSets = [
  ['Rent', 'Food', 'Travel', 'Savings', 'Other'],
  ['Chrome', 'Safari', 'Edge', 'Firefox'],
  ['North', 'South', 'East', 'West'],
  ['Done', 'Open', 'Blocked'],
] as const;
const colourSets = [
  ['#4c78a8', '#f58518', '#e45756', '#72b7b2', '#54a24b'],
  ['#5470c6', '#91cc75', '#fac858', '#ee6666', '#73c0de'],
  ['#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#264653'],
] as const;

/** The slice `nameless` is drawn, and its name is not. */
export async function drawnPie(kind: PieKind, seed: number, nameless = -1): Promise<ChartCase> {
  const dice = new Seeded(seed);
  const names = dice.pick(nameSets);
  const colours = dice.pick(colourSets);
  // The darkest slice must not be the dark ground.
  const theme = colours === colourSets[2] ? themes[0] : dice.pick(themes);
  const scale = dice.pick([1, 2]);
  const parts = names.map(() => dice.between(6, 40));
  const sum = parts.reduce((total, part) => total + part, 0);
  const radius = dice.between(80, 130) * scale;
  const [x, y] = [radius + 110 * scale, radius + 50 * scale];
  const fontPx = dice.between(12, 15) * scale;
  const line = dice.chance(0.5) ? scale * 2 : 0;
  const at = (share: number, reach: number): readonly [number, number] => [
    x + Math.sin(share * 2 * Math.PI) * reach,
    y - Math.cos(share * 2 * Math.PI) * reach,
  ];
  const text = (left: number, top: number, words: string, anchor: string): string =>
    `<text x="${left}" y="${top + fontPx * 0.36}" text-anchor="${anchor}" font-family="${dice.pick(['Arimo', 'DejaVu Sans'])}" font-size="${fontPx}" fill="${theme.ink}">${words}</text>`;
  const body: string[] = [];
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const share = part / sum;
    const [x1, y1] = at(start, radius);
    const [x2, y2] = at(start + share, radius);
    const large = share > 0.5 ? 1 : 0;
    const stroke = line > 0 ? ` stroke="${theme.paper}" stroke-width="${line}"` : '';
    body.push(
      `<path d="M${x} ${y}L${x1} ${y1}A${radius} ${radius} 0 ${large} 1 ${x2} ${y2}Z" fill="${colours[index]}"${stroke}/>`,
    );
    const [tx, ty] = at(start + share / 2, radius + fontPx * 1.2);
    const name = names[index] ?? '';
    if (index === nameless) {
      start += share;
      continue;
    }
    if (kind === 'pie-around') body.push(text(tx, ty, name, tx < x ? 'end' : 'start'));
    else {
      const top = 40 * scale + index * fontPx * 2;
      const left = x + radius + 50 * scale;
      body.push(
        `<rect x="${left}" y="${top - fontPx / 2}" width="${fontPx}" height="${fontPx}" fill="${colours[index]}"/>`,
        text(left + fontPx * 1.6, top, name, 'start'),
      );
    }
    start += share;
  }
  if (kind === 'pie-ring')
    body.push(`<circle cx="${x}" cy="${y}" r="${radius * 0.55}" fill="${theme.paper}"/>`);
  return {
    id: `${kind}-${seed}`,
    bytes: await drawn(
      body.join(''),
      x + radius + 180 * scale,
      y + radius + 60 * scale,
      theme.paper,
    ),
    type: 'pie',
    categories: names,
    series: [{ name: '%', values: parts.map((part) => (part / sum) * 100) }],
    max: 100,
  };
}
