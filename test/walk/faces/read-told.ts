// How a turn ended and what it cost, as faces put it into JSON.
import { isRecord, readCount } from '@percept/core/internal';
import type { Told } from '../face.ts';

export function readEnd(end: unknown): Told['end'] {
  return end === 'answered' || end === 'cancelled' ? end : 'failed';
}

export function readUsage(value: unknown): Told['usage'] {
  if (!isRecord(value)) return undefined;
  const requests = readCount(value['requests']);
  const inputTokens = readCount(value['inputTokens']);
  const outputTokens = readCount(value['outputTokens']);
  if (requests === undefined || inputTokens === undefined || outputTokens === undefined)
    return undefined;
  const { costUsd } = value;
  return { requests, inputTokens, outputTokens, ...(typeof costUsd === 'number' && { costUsd }) };
}
