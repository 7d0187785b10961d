// What a drawn chart is to show, and where its values and categories come to stand.
import type { Seeded } from './seeded.ts';

export const readableKinds = [
  'bar',
  'bar-negative',
  'bar-grouped',
  'bar-labelled',
  'bar-truncated',
  'bar-horizontal',
  'bar-stacked',
  'line',
  'lines',
  'line-negative',
] as const;
/** Silence is right for these: the axis is not one that eyes read, or the marks do not tell the values. */
export const silentKinds = [
  'bar-log',
  'bar-without-axis',
  'line-smooth',
  'line-log',
  'area-stacked',
  'line-two-axes',
] as const;
export type ChartKind = (typeof readableKinds)[number] | (typeof silentKinds)[number];

export const themes = [
  { paper: '#ffffff', ink: '#444444', grid: '#dddddd' },
  { paper: '#111827', ink: '#d1d5db', grid: '#374151' },
  { paper: '#fafaf5', ink: '#555555', grid: '#e0e0d8' },
  { paper: '#1b1f24', ink: '#c9d1d9', grid: '#343b44' },
] as const;
export interface Plan {
  readonly kind: ChartKind;
  readonly dice: Seeded;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly colours: readonly string[];
  readonly theme: (typeof themes)[number];
  readonly font: string;
  readonly fontPx: number;
  readonly scale: number;
  readonly hasGrid: boolean;
  readonly plot: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  /** The values at both ends of the axis, and its labels. */
  readonly axis: { readonly from: number; readonly to: number; readonly ticks: readonly number[] };
}

export function shareOf({ kind, axis }: Plan, value: number): number {
  return kind.endsWith('log')
    ? Math.log(value / axis.from) / Math.log(axis.to / axis.from)
    : (value - axis.from) / (axis.to - axis.from);
}

export function yOf(plan: Plan, value: number): number {
  return plan.plot.top + plan.plot.height * (1 - shareOf(plan, value));
}

/** The middle of a category, along the axis that has them. */
export function middleOf({ kind, plot, categories }: Plan, index: number): number {
  return kind === 'bar-horizontal'
    ? plot.top + (plot.height * (index + 0.5)) / categories.length
    : plot.left + (plot.width * (index + 0.5)) / categories.length;
}

export function label(
  plan: Plan,
  x: number,
  y: number,
  text: string,
  anchor: 'start' | 'middle' | 'end',
): string {
  const { font, fontPx, theme } = plan;
  return `<text x="${x}" y="${y + fontPx * 0.36}" text-anchor="${anchor}" font-family="${font}" font-size="${fontPx}" fill="${theme.ink}">${text}</text>`;
}

export function box(
  left: number,
  top: number,
  width: number,
  height: number,
  fill: string,
): string {
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${fill}"/>`;
}
