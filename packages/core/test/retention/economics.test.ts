import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { classifyRefusal } from '../../src/recovery/index.ts';
import { base64CharsPerToken } from '../base64-tokens.ts';
import { resolveProfile } from '../../src/index.ts';
import { lowerRequest } from '../../src/lens/index.ts';
import { anthropicTariff, openaiTariff, paybackSteps } from '../../src/retention/tariff.ts';
import { noCacheYet, observeUsage, outlook } from '../../src/retention/cache.ts';
import { writers } from '../lens/history.ts';
import { base64, jpeg } from '../lens/pictures.ts';

describe('payback', () => {
  test("is 11.5 times the ratio of what follows to what is saved, at Anthropic's prices", () => {
    expect(paybackSteps(anthropicTariff, 1_600, 50_000)).toBeCloseTo(359, 0);
    expect(paybackSteps(anthropicTariff, 1_600, 2_000)).toBeCloseTo(14, 0);
    expect(paybackSteps(openaiTariff, 1_600, 2_000)).toBeLessThan(
      paybackSteps(anthropicTariff, 1_600, 2_000),
    );
    expect(paybackSteps(anthropicTariff, 0, 2_000)).toBe(Infinity);
  });
});

test(
  'adaptive costs no more than any other in-place policy with the same promise, in the scenarios of the facts and two traces',
  { tags: ['f-wires-adaptive', 'f-wires-sliding-window'] },
  async () => {
    const bench = new URL('../../../../bench/retention.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [bench]);
    expect(stdout).toContain(
      'at or below every other in-place policy with the same promise, every time',
    );
  },
);

describe('the cache, as usage tells it', () => {
  test(
    'is lost when a request reads next to nothing of the prefix before it, until one reads it again',
    { tags: ['f-wires-cold-cache-free'] },
    () => {
      const first = observeUsage(noCacheYet, { inputTokens: 50_000, cacheReadTokens: 0 });
      expect(outlook(first, anthropicTariff)).toBe('warm');
      const lost = observeUsage(first, { inputTokens: 52_000, cacheReadTokens: 900 });
      expect(outlook(lost, anthropicTariff)).toBe('cold');
      expect(
        outlook(
          observeUsage(lost, { inputTokens: 53_000, cacheReadTokens: 51_000 }),
          anthropicTariff,
        ),
      ).toBe('warm');
    },
  );
});

test(
  'a live image is vision tokens, and a hundred times fewer than its base64 as text',
  { tags: ['s004-no-overflow'] },
  async () => {
    const data = base64(jpeg(1568, 1176, 60_000)).repeat(1);
    const events = [
      { kind: 'user', items: [{ kind: 'text', text: 'look' }] },
      {
        kind: 'calls',
        steps: [
          {
            id: 'c',
            tool: 'view',
            input: { path: 'a.jpg' },
            result: [{ kind: 'image', mime: 'image/jpeg', data }],
          },
        ],
      },
    ] as const;
    const profile = resolveProfile({ provider: 'openai.chat', model: 'gpt-5' });
    const { report } = await lowerRequest({
      wire: 'chat-completions',
      body: writers['chat-completions'](events),
      profile,
    });
    expect(report.estimatedImageTokens).toBeLessThan(1_000);
    expect(data.length / base64CharsPerToken).toBeGreaterThan(50 * report.estimatedImageTokens);
    expect(classifyRefusal({ status: 200, text: '', hadMedia: true })).toBeUndefined();
  },
);
