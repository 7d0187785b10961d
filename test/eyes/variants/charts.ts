// Charts that nobody has seen, with their values: other layouts, fonts and colours than those of the shared cases, and kinds
// that must give no value rather than a wrong one.
import type { ChartCase } from '../cases.ts';
import { drawn } from '../pictures.ts';
import { markParts } from './chart-marks.ts';
import {
  box,
  label,
  middleOf,
  shareOf,
  themes,
  yOf,
  type ChartKind,
  type Plan,
} from './chart-plan.ts';
import { Seeded } from './seeded.ts';

const names = ['revenue', 'latency', 'signups', 'churn'] as const;
const categorySets = [
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul'],
  ['North', 'South', 'East', 'West'],
  ['2018', '2019', '2020', '2021', '2022'],
  ['api', 'auth', 'search', 'media', 'queue', 'mail'],
  ['Q1', 'Q2', 'Q3', 'Q4'],
] as const;
const colourSets = [
  ['#4c78a8', '#f58518', '#54a24b'],
  ['#2563eb', '#16a34a', '#dc2626'],
  ['#8b5cf6', '#06b6d4', '#ec4899'],
  ['#2a9d8f', '#e9c46a', '#e76f51'],
] as const;
const fonts = ['Arimo', 'DejaVu Sans', 'Tinos'] as const;

export async function drawnChart(kind: ChartKind, seed: number): Promise<ChartCase> {
  const plan = planOf(kind, new Seeded(seed));
  const { plot, scale, categories, series, axis, theme } = plan;
  const parts = [
    ...axisParts(plan),
    ...categoryParts(plan),
    ...markParts(plan),
    ...legendParts(plan),
  ];
  const bytes = await drawn(
    parts.join(''),
    plot.left + plot.width + 50 * scale,
    plot.top + plot.height + 70 * scale,
    theme.paper,
  );
  return {
    id: `${kind}-${seed}`,
    bytes,
    type: kind.startsWith('bar') ? 'bar' : 'line',
    categories,
    series,
    max: axis.to - axis.from,
  };
}

function planOf(kind: ChartKind, dice: Seeded): Plan {
  const scale = dice.pick([1, 2]);
  const categories = dice.pick(categorySets);
  const size = dice.pick([1, 10, 50]);
  const isNegative = kind.endsWith('negative');
  const count = seriesCounts[kind] ?? 1;
  const valueOf = (): number => {
    if (kind.endsWith('log')) return Math.round(10 ** (0.2 + dice.next() * 3.6));
    if (kind === 'bar-truncated') return dice.between(62, 97) * size;
    // A stack must fit the axis.
    const value = dice.between(6, kind.endsWith('stacked') ? 32 : 96) * size;
    return isNegative && dice.chance(0.4) ? -value : value;
  };
  const series = names
    .slice(0, count)
    .map((name) => ({ name, values: categories.map(() => valueOf()) }));
  const from = kind === 'bar-truncated' ? 50 * size : isNegative ? -100 * size : 0;
  const step = dice.pick([20, 25]) * size;
  const to = 100 * size;
  const first = Math.ceil(from / step) * step;
  const ticks = Array.from(
    { length: Math.floor((to - first) / step) + 1 },
    (_, at) => first + at * step,
  );
  return {
    kind,
    dice,
    categories,
    series,
    colours: dice.pick(colourSets),
    theme: dice.pick(themes),
    font: dice.pick(fonts),
    fontPx: dice.between(11, 14) * scale,
    scale,
    hasGrid: dice.chance(0.7),
    plot: {
      left: dice.between(60, 90) * scale,
      top: 56 * scale,
      width: dice.between(340, 560) * scale,
      height: dice.between(220, 320) * scale,
    },
    axis: kind.endsWith('log')
      ? { from: 1, to: 10_000, ticks: [1, 10, 100, 1000, 10_000] }
      : { from, to, ticks },
  };
}

const seriesCounts: Partial<Record<ChartKind, number>> = {
  'bar-grouped': 2,
  'bar-stacked': 3,
  lines: 3,
  'area-stacked': 3,
  'line-two-axes': 2,
};

function axisParts(plan: Plan): readonly string[] {
  const { kind, axis, plot, theme, hasGrid, scale } = plan;
  if (kind === 'bar-horizontal')
    return axis.ticks.map((value) => {
      const x = plot.left + plot.width * shareOf(plan, value);
      return label(plan, x, plot.top + plot.height + 18 * scale, String(value), 'middle');
    });
  const line = (value: number, fill: string): string =>
    box(plot.left, Math.round(yOf(plan, value)) - scale / 2, plot.width, scale, fill);
  const grid = hasGrid ? axis.ticks.map((value) => line(value, theme.grid)) : [];
  const ground = line(Math.max(axis.from, 0), theme.ink);
  if (kind === 'bar-without-axis') return [...grid, ground];
  const labels = axis.ticks.map((value) =>
    label(plan, plot.left - 8 * scale, yOf(plan, value), value.toLocaleString('en'), 'end'),
  );
  const second =
    kind === 'line-two-axes'
      ? axis.ticks.map((value) =>
          label(
            plan,
            plot.left + plot.width + 8 * scale,
            yOf(plan, value),
            String(value * 3),
            'start',
          ),
        )
      : [];
  return [...grid, ground, ...labels, ...second];
}

function categoryParts(plan: Plan): readonly string[] {
  const { kind, plot, categories, scale } = plan;
  return categories.map((name, index) =>
    kind === 'bar-horizontal'
      ? label(plan, plot.left - 8 * scale, middleOf(plan, index), name, 'end')
      : label(plan, middleOf(plan, index), plot.top + plot.height + 18 * scale, name, 'middle'),
  );
}

function legendParts(plan: Plan): readonly string[] {
  const { series, colours, plot, scale } = plan;
  if (series.length === 1) return [];
  return series.flatMap(({ name }, index) => {
    const x = plot.left + index * 110 * scale;
    const y = 24 * scale;
    return [
      box(x, y - 6 * scale, 12 * scale, 12 * scale, colours[index] ?? '#000'),
      label(plan, x + 18 * scale, y, name, 'start'),
    ];
  });
}
