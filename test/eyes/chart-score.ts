// How a chart that was read compares with the truth: a wrong value is worse than silence. A value
// for something that the truth does not have is wrong too.
import type { Chart } from '@percept/eyes';
import type { ChartCase } from './cases.ts';

export interface ChartScore {
  readonly all: number;
  readonly told: number;
  readonly right: number;
}

export function chartScore(truth: ChartCase, chart: Chart | undefined): ChartScore {
  const all = truth.series.reduce((sum, { values }) => sum + values.length, 0);
  let told = 0;
  let right = 0;
  for (const [index, read] of chart?.series.entries() ?? []) {
    const named = truth.series.find(({ name }) => name === read.name);
    const same = chart?.series.length === truth.series.length ? truth.series[index] : undefined;
    const series = chart?.type === truth.type ? (named ?? same) : undefined;
    for (const [at, seen] of read.values.entries()) {
      if (seen === null) continue;
      told += 1;
      const category = truth.categories.indexOf(chart?.categories[at] ?? '');
      const value = series?.values[category >= 0 ? category : at];
      if (value !== undefined && Math.abs(seen - value) <= truth.max * 0.02) right += 1;
    }
  }
  return { all, told, right };
}
