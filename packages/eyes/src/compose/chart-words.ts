// A chart as a small table of its values.
import type { Chart } from '../description.ts';
import { shownOnOneLine } from './shown.ts';

export function chartLines({ type, categories, series }: Chart): readonly string[] {
  const cell = (text: string): string => shownOnOneLine(text).replaceAll('|', '\\|');
  const head = `| | ${categories.map(cell).join(' | ')} |`;
  const rule = `| --- |${' --- |'.repeat(categories.length)}`;
  const body = series.map(({ name, values }) => {
    const cells = values.map((value) => (value === null ? '?' : String(value)));
    return `| ${cell(name)} | ${cells.join(' | ')} |`;
  });
  return [`[${type} chart, values measured]`, head, rule, ...body];
}
