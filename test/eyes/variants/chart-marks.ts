// The bars, lines and areas of a drawn chart.
import { box, label, middleOf, shareOf, yOf, type Plan } from './chart-plan.ts';

export function markParts(plan: Plan): readonly string[] {
  const { kind } = plan;
  if (kind.startsWith('bar')) return barParts(plan);
  return kind === 'area-stacked' ? areaParts(plan) : lineParts(plan);
}

function barParts(plan: Plan): readonly string[] {
  const { kind, series, categories, plot, colours, axis, scale } = plan;
  const side = kind === 'bar-horizontal' ? plot.height : plot.width;
  const slot = (side / categories.length) * 0.66;
  const isStacked = kind === 'bar-stacked';
  const thick = isStacked ? slot : slot / series.length;
  const base = yOf(plan, Math.max(axis.from, 0));
  return categories.flatMap((_, at) => {
    let stacked = 0;
    return series.flatMap(({ values }, index) => {
      const value = values[at] ?? 0;
      const fill = colours[index] ?? '#000';
      const start = middleOf(plan, at) - slot / 2 + (isStacked ? 0 : thick * index);
      if (kind === 'bar-horizontal')
        return [box(plot.left, start, plot.width * shareOf(plan, value), thick, fill)];
      if (isStacked) {
        const [low, high] = [yOf(plan, stacked), yOf(plan, stacked + value)];
        stacked += value;
        return [box(start, high, thick, low - high, fill)];
      }
      const y = yOf(plan, value);
      const bar = box(start, Math.min(y, base), thick, Math.abs(y - base), fill);
      const told = label(plan, start + thick / 2, y - 10 * scale, String(value), 'middle');
      return kind === 'bar-labelled' ? [bar, told] : [bar];
    });
  });
}

function lineParts(plan: Plan): readonly string[] {
  const { kind, dice, series, colours, scale } = plan;
  const stroke = dice.pick([1.5, 2, 3]) * scale;
  const hasMarkers = dice.chance(0.4);
  return series.flatMap(({ values }, index) => {
    const colour = colours[index] ?? '#000';
    // The second series belongs to the axis on the right.
    const factor = kind === 'line-two-axes' && index === 1 ? 1 / 3 : 1;
    const points = values.map((value, at) => ({
      x: middleOf(plan, at),
      y: yOf(plan, value * factor),
    }));
    const path = points.map(({ x, y }, at) => {
      const before = points[at - 1];
      if (!before) return `M${x} ${y}`;
      const half = (x + before.x) / 2;
      return kind === 'line-smooth' ? `C${half} ${before.y} ${half} ${y} ${x} ${y}` : `L${x} ${y}`;
    });
    const line = `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="${stroke}"/>`;
    const markers = points.map(
      ({ x, y }) => `<circle cx="${x}" cy="${y}" r="${stroke * 1.6}" fill="${colour}"/>`,
    );
    return hasMarkers ? [line, ...markers] : [line];
  });
}

function areaParts(plan: Plan): readonly string[] {
  const { series, categories, colours } = plan;
  const sums = categories.map(() => 0);
  return series.map(({ values }, index) => {
    const lower = sums.map((sum, at) => `${middleOf(plan, at)} ${yOf(plan, sum)}`).toReversed();
    for (const [at, value] of values.entries()) sums[at] = (sums[at] ?? 0) + value;
    const upper = sums.map((sum, at) => `${middleOf(plan, at)} ${yOf(plan, sum)}`);
    const colour = colours[index] ?? '#000';
    return `<path d="M${[...upper, ...lower].join('L')}Z" fill="${colour}" fill-opacity="0.35"/><path d="M${upper.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  });
}
