import { createEyes, type Description } from '@percept/eyes';
import { afterAll, describe, expect, it } from 'vitest';
import { chartCases, noCases, screenCases } from './cases.ts';
import { chartScore } from './chart-score.ts';
import { characterErrors } from './errors.ts';
import { unless } from '../needs.ts';

const eyes = createEyes();
afterAll(() => eyes.close());
const patience = 120_000;

async function look(bytes: Uint8Array): Promise<Description> {
  const seen = await eyes.describe(bytes);
  if (!seen.ok) throw new Error(seen.refusal.message);
  return seen.value;
}

async function errorRate(ids: readonly string[]): Promise<number> {
  let errors = 0;
  let length = 0;
  for (const { bytes, lines } of screenCases((id) => ids.includes(id))) {
    const seen = await look(bytes);
    const found = characterErrors(
      lines,
      seen.lines.map(({ text }) => text),
    );
    errors += found.errors;
    length += found.length;
  }
  return errors / length;
}

describe('The shared cases (a part; bench/eyes.ts has all)', unless(noCases), () => {
  it('screens stay within 0.7 %', { tags: ['f-eyes-cer-screens'], timeout: patience }, async () => {
    expect(
      await errorRate(['table-dark-1x', 'chat-light-1x', 'barchart-light-2x']),
    ).toBeLessThanOrEqual(0.007);
  });

  it.each([
    ['shrunk70-table-dark-1x', 0.02],
    ['jpeg30-stacktrace-dark-1x', 0.05],
    ['photo-chat-light-2x', 0.06],
  ])(
    '%s stays within its bound',
    { tags: ['f-eyes-cer-degraded'], timeout: patience },
    async (id, bound) => {
      expect(await errorRate([id])).toBeLessThanOrEqual(bound);
    },
  );

  it('no bar is wrong', { tags: ['f-eyes-charts-bars'], timeout: patience }, async () => {
    const ids = new Set(['c0-echarts-bar-dark-1x', 'c12-echarts-bar-1x']);
    for (const truth of chartCases((id) => ids.has(id))) {
      const { charts } = await look(truth.bytes);
      const score = chartScore(truth, charts[0]);
      expect(score.right).toBe(score.told);
      expect(score.told).toBeGreaterThan(0);
    }
  });

  it(
    'points of lines are right or not told',
    { tags: ['f-eyes-charts-lines'], timeout: patience },
    async () => {
      const ids = new Set(['c1-echarts-line-1x', 'c37-echarts-line-1x']);
      for (const truth of chartCases((id) => ids.has(id))) {
        const { charts } = await look(truth.bytes);
        const score = chartScore(truth, charts[0]);
        expect(score.right).toBeGreaterThanOrEqual(score.told * 0.95);
        expect(score.told).toBeGreaterThan(0);
      }
    },
  );
});
