// What the person wrote in a turn, so that it can be asked again.
import { isRecord, readText } from '@percept/core';
import type { Turn } from '@percept/host/contract';

export function wordsOf({ messages }: Turn): string {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ envelopes }) => envelopes)
    .flatMap(({ payload }) => (isRecord(payload) ? (readText(payload['text']) ?? []) : []))
    .join('\n');
}
