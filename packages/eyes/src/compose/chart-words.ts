// A chart as a small table of its values; a scatter plot as what its axes say, and a chart without values as what its parts are called.
import type { Chart } from '../description.ts';
import { shownOnOneLine } from './shown.ts';

export function chartLines(chart: Chart): readonly string[] {
  const { type, categories, series, points, ranges, stacked } = chart;
  if (type === 'scatter')
    return [
      `[scatter plot, ${points ?? 0} marks that stand apart, values not measured]`,
      ...(ranges
        ? [
            `numbers at the x axis: ${ranges.x.join(' to ')}; at the y axis: ${ranges.y.join(' to ')}`,
          ]
        : []),
    ];
  const cell = (text: string): string => shownOnOneLine(text).replaceAll('|', '\\|');
  const head = `| | ${categories.map(cell).join(' | ')} |`;
  const rule = `| --- |${' --- |'.repeat(categories.length)}`;
  const body = series.map(({ name, values }) => {
    const cells = values.map((value) => (value === null ? '?' : String(value)));
    return `| ${cell(name)} | ${cells.join(' | ')} |`;
  });
  const kind = stacked ? `stacked ${type} chart` : `${type} chart`;
  if (series.length === 0)
    return [`[${kind}, values not measured]`, `its parts: ${categories.map(cell).join('; ')}`];
  return [`[${kind}, values measured]`, head, rule, ...body];
}
