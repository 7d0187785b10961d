import { expect, test } from 'vitest';
import { gatewayLimits } from '../src/gateway/limits.ts';

test('the gateway has the limits that are written down', () => {
  expect(gatewayLimits).toEqual({
    maxRequestBytes: 67_108_864,
    maxHeldBytes: 268_435_456,
    bodyIdleMs: 30_000,
    connectTimeoutMs: 15_000,
    upstreamIdleMs: 600_000,
    maxRefusalBytes: 65_536,
    maxConversations: 1000,
    lessonMs: 3_600_000,
    mediaTimeoutMs: 60_000,
    maxFittedBytes: 67_108_864,
    maxLookedBytes: 67_108_864,
    maxStoredAnswerBytes: 100_663_296,
    maxStoredAnswers: 10_000,
  });
});
