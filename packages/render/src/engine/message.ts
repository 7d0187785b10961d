// What crosses between the host and an engine's thread, parsed on arrival: an engine that was taken over can still only
// say one of these things.
import { isRecord, parseRefusal, readCount } from '@percept/core/internal';
import type { Refusal } from '@percept/core';

export type EngineMessage =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done';
      readonly id: number;
      /** Parsed by whoever gave the order. */
      readonly value: unknown;
      /** What the engine holds now that the job is over. */
      readonly restingBytes: number;
    }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly refusal: Refusal;
      readonly restingBytes: number;
    }
  /** A trap, an abort or a bug: the instance can no longer be trusted. */
  | { readonly type: 'trapped'; readonly id: number; readonly reason: string };

export function parseEngineMessage(message: unknown): EngineMessage | undefined {
  if (!isRecord(message)) return undefined;
  if (message['type'] === 'ready') return { type: 'ready' };
  const id = readCount(message['id']);
  const restingBytes = readCount(message['restingBytes']);
  if (id === undefined) return undefined;
  switch (message['type']) {
    case 'done':
      if (restingBytes === undefined) return undefined;
      return { type: 'done', id, value: message['value'], restingBytes };
    case 'refused': {
      const refusal = parseRefusal(message['refusal']);
      if (!refusal.ok || restingBytes === undefined) return undefined;
      return { type: 'refused', id, refusal: refusal.value, restingBytes };
    }
    case 'trapped':
      return { type: 'trapped', id, reason: String(message['reason']).slice(0, 200) };
    default:
      return undefined;
  }
}
