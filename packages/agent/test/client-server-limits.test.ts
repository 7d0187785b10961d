import { expect, test } from 'vitest';
import { clientServerLimits } from '../src/client-servers/limits.ts';

test('servers of clients have the limits that are written down', () => {
  expect(clientServerLimits).toEqual({
    maxServers: 16,
    maxTools: 120,
    maxListPages: 20,
    maxListChanges: 32,
    maxDescriptionChars: 1000,
    maxSchemaChars: 16_000,
    maxSchemaDepth: 12,
    maxMessageBytes: 67_108_864,
    maxJsonDepth: 64,
    maxBytesPerRequest: 167_772_160,
    maxMessagesPerRequest: 10_000,
    maxTextCharsPerResult: 100_000,
    maxMediaPerResult: 16,
    maxWaitMs: 15_000,
    connectTimeoutMs: 60_000,
    callTimeoutMs: 120_000,
    maxCallMs: 900_000,
    closeTimeoutMs: 2000,
    maxRestarts: 2,
  });
});
