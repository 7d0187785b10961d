// How a chart that was read compares with the truth: a wrong value is worse than silence.
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
  for (const [index, series] of truth.series.entries()) {
    if (!chart || chart.type !== truth.type) continue;
    const same = chart.series.length === truth.series.length ? chart.series[index] : undefined;
    const read = chart.series.find(({ name }) => name === series.name) ?? same;
    for (const [at, value] of series.values.entries()) {
      const named = chart.categories.indexOf(truth.categories[at] ?? '');
      const seen = read?.values[named >= 0 ? named : at];
      if (seen === undefined || seen === null) continue;
      told += 1;
      if (Math.abs(seen - value) <= truth.max * 0.02) right += 1;
    }
  }
  return { all, told, right };
}
