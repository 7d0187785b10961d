// Pictures that were not looked at while eyes were made: other fonts, sizes, colours and layouts, drawn from seeds.
// `bench/eyes.ts --variants N` runs as many of them as one likes.
import { createEyes, type Description } from '@percept/eyes';
import { afterAll, describe, expect, it } from 'vitest';
import { chartScore } from './chart-score.ts';
import { characterErrors } from './errors.ts';
import { readableKinds, silentKinds } from './variants/chart-plan.ts';
import { drawnChart } from './variants/charts.ts';
import { photographed, steadyHand } from './variants/photo.ts';
import { drawnScreen } from './variants/screens.ts';
import { Seeded } from './variants/seeded.ts';

const eyes = createEyes({ limits: { describeTimeoutMs: 120_000 } });
afterAll(() => eyes.close());
const timeout = 240_000;

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
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
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
      for (const seed of [11, 12, 13]) {
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
      for (const [index, kind] of readableKinds.entries()) {
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
    'stacks, logarithmic and missing axes, horizontal bars, curves and areas give no wrong value',
    { tags: ['f-eyes-charts-bars', 'f-eyes-charts-lines'], timeout },
    async () => {
      for (const [index, kind] of silentKinds.entries()) {
        const truth = await drawnChart(kind, 200 + index);
        const score = chartScore(truth, (await look(truth.bytes)).charts[0]);
        expect(score.told - score.right, `wrong values of ${truth.id}`).toBe(0);
      }
    },
  );
});
