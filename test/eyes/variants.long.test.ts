// Pictures that were not looked at while eyes were made: other fonts, sizes, colours and layouts, drawn from seeds.
// `bench/eyes.ts --variants N` runs as many of them as one likes.
import { createEyes, type Description } from '@percept/eyes';
import { afterAll, describe, expect, it } from 'vitest';
import { amount, dealt } from '../amount.ts';
import { chartScore } from './chart-score.ts';
import { characterErrors } from './errors.ts';
import { readableKinds, silentKinds } from './variants/chart-plan.ts';
import { drawnChart } from './variants/charts.ts';
import { drawnPie, pieKinds } from './variants/pies.ts';
import { photographed, steadyHand } from './variants/photo.ts';
import { drawnScatter } from './variants/scatter.ts';
import { drawnScreen } from './variants/screens.ts';
import { Seeded } from './variants/seeded.ts';

const eyes = createEyes({ limits: { describeTimeoutMs: 120_000 } });
afterAll(() => eyes.close());
const timeout = 240_000;

/** Every other kind here, and the rest in the suite that has the time. */
function chosen<T>(kinds: readonly T[]): readonly (readonly [index: number, kind: T])[] {
  const numbered = kinds.map((kind, index) => [index, kind] as const);
  const isFirst = ([index]: (typeof numbered)[number]): boolean => index % 2 === 0;
  return dealt(
    numbered.filter(isFirst),
    numbered.filter((one) => !isFirst(one)),
  );
}

async function look(bytes: Uint8Array): Promise<Description> {
  const seen = await eyes.describe(bytes);
  if (!seen.ok) throw new Error(seen.refusal.message);
  return seen.value;
}

describe('Pictures from seeds', () => {
  it(
    'screens are read with at most 0.7 % character errors',
    { tags: ['f-eyes-cer-screens'], timeout },
    async () => {
      let errors = 0;
      let length = 0;
      for (let seed = 1; seed <= amount(2, 8); seed += 1) {
        const { bytes, lines } = await drawnScreen(seed);
        const { lines: seen } = await look(bytes);
        const found = characterErrors(
          lines,
          seen.map(({ text }) => text),
        );
        errors += found.errors;
        length += found.length;
      }
      expect(errors / length).toBeLessThanOrEqual(0.007);
    },
  );

  it(
    'photographs of screens are read with at most 6 % character errors',
    { tags: ['f-eyes-cer-degraded'], timeout },
    async () => {
      let errors = 0;
      let length = 0;
      for (let seed = 11; seed <= amount(11, 13); seed += 1) {
        const { bytes, lines } = await drawnScreen(seed);
        const photo = await photographed(bytes, new Seeded(seed), steadyHand);
        const { lines: seen } = await look(photo);
        const found = characterErrors(
          lines,
          seen.map(({ text }) => text),
        );
        errors += found.errors;
        length += found.length;
      }
      expect(errors / length).toBeLessThanOrEqual(0.06);
    },
  );

  it(
    'values of bars and lines are told, and none of them is wrong',
    { tags: ['f-eyes-charts-bars', 'f-eyes-charts-lines'], timeout },
    async () => {
      let all = 0;
      let told = 0;
      for (const [index, kind] of chosen(readableKinds)) {
        const truth = await drawnChart(kind, 100 + index);
        const score = chartScore(truth, (await look(truth.bytes)).charts[0]);
        expect(score.told - score.right, `wrong values of ${truth.id}`).toBe(0);
        all += score.all;
        told += score.told;
      }
      expect(told / all).toBeGreaterThan(0.5);
    },
  );

  it(
    'logarithmic and missing axes, curves and areas give no wrong value',
    { tags: ['f-eyes-charts-bars', 'f-eyes-charts-lines'], timeout },
    async () => {
      for (const [index, kind] of chosen(silentKinds)) {
        const truth = await drawnChart(kind, 200 + index);
        const score = chartScore(truth, (await look(truth.bytes)).charts[0]);
        expect(score.told - score.right, `wrong values of ${truth.id}`).toBe(0);
      }
    },
  );

  it(
    'pies, rings and stacks are told with their shares and segments, and none of them is wrong',
    { tags: ['f-eyes-charts-parts'], timeout },
    async () => {
      for (const [index, kind] of pieKinds.entries()) {
        const truth = await drawnPie(kind, 2 + index);
        const { charts, kind: seenAs, markdown } = await look(truth.bytes);
        const { all, told, right } = chartScore(truth, charts[0]);
        expect([told, right]).toEqual([all, all]);
        expect(charts[0]?.categories).toEqual(truth.categories);
        expect(seenAs).toBe('chart');
        expect(markdown).toContain('[pie chart, values measured]');
      }
      const unnamed = await look((await drawnPie('pie-legend', 2, 0)).bytes);
      expect(unnamed.charts).toMatchObject([{ type: 'pie', series: [] }]);
      expect(unnamed.markdown).not.toContain('values measured]');
      const stacked = await drawnChart('bar-stacked', 300);
      const { charts, markdown } = await look(stacked.bytes);
      const score = chartScore(stacked, charts[0]);
      expect(score.told).toBe(score.right);
      expect(score.told).toBeGreaterThan(score.all * 0.8);
      expect(charts[0]?.stacked).toBe(true);
      expect(markdown).toContain('[stacked bar chart, values measured]');
    },
  );

  it(
    'bars without an axis are told as bars with their names, without a value and without controls',
    { tags: ['f-eyes-charts-parts'], timeout },
    async () => {
      const truth = await drawnChart('bar-without-axis', 301);
      const { charts, elements, markdown } = await look(truth.bytes);
      expect(charts).toMatchObject([{ type: 'bar', categories: truth.categories, series: [] }]);
      expect(elements).toEqual([]);
      expect(markdown).toContain('[bar chart, values not measured]');
    },
  );

  it(
    'bars whose zero was not read, and the lines of a plot itself, give no wrong value',
    { tags: ['f-eyes-charts-bars', 'f-eyes-charts-lines'], timeout },
    async () => {
      for (const [kind, seed] of [
        ['bar', 602],
        ['area-stacked', 605],
      ] as const) {
        const truth = await drawnChart(kind, seed);
        const score = chartScore(truth, (await look(truth.bytes)).charts[0]);
        expect(score.told - score.right, `wrong values of ${truth.id}`).toBe(0);
      }
    },
  );

  it(
    'scatter plots are told as scatter plots, with their marks counted and no value',
    { tags: ['f-eyes-charts-scatter'], timeout },
    async () => {
      for (let seed = 1; seed <= amount(1, 3); seed += 1) {
        const { bytes, points } = await drawnScatter(seed);
        const { charts, markdown, kind } = await look(bytes);
        expect(kind).toBe('chart');
        expect(charts).toMatchObject([{ type: 'scatter', categories: [], series: [], points }]);
        // A lone zero is not always found.
        expect(charts[0]?.ranges?.x[1]).toBe(50);
        expect(charts[0]?.ranges?.y[1]).toBe(100);
        expect(markdown).toContain(`[scatter plot, ${points} marks that stand apart`);
        expect(markdown).not.toContain('values measured from pixels');
      }
    },
  );
});
