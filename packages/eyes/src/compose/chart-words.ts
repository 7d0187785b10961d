// A chart as a small table of its values; a scatter plot as what its axes say.
import type { Chart } from '../description.ts';
import { shownOnOneLine } from './shown.ts';

export function chartLines({ type, categories, series, points, ranges }: Chart): readonly string[] {
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
  return [`[${type} chart, values measured]`, head, rule, ...body];
}
