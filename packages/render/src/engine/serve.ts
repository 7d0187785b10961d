// The engine's side of the thread: one order at a time, an answer to each, and nothing from outside but those orders.
// The thread's ways to the network are taken away before the first order is looked at.
import { reasonOf } from '@percept/core/internal';
import type { Outcome } from '@percept/core';
import { parentPort } from 'node:worker_threads';
import type { EngineMessage } from './thread.ts';

export interface EngineWork<Order> {
  /** A refusal is about the source. A throw is a trap: the host then throws the whole thread away. */
  perform(order: Order): Promise<Outcome<unknown>>;
  /** What the instance's memory has grown to. */
  restingBytes(): number;
}

/** Everything by which code in a thread could reach a host without importing a module. */
const waysOut = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'importScripts'] as const;

export function sealThread(): void {
  for (const name of waysOut) Reflect.deleteProperty(globalThis, name);
}

/** `Order` is what the host of this thread posts: nobody else has its port. */
export function serve<Order>(work: EngineWork<Order>): void {
  if (!parentPort) throw new Error('This module runs in a worker thread.');
  const port = parentPort;
  const send = (message: EngineMessage): void => port.postMessage(message);

  async function answer(id: number, order: Order): Promise<void> {
    try {
      const outcome = await work.perform(order);
      const restingBytes = work.restingBytes();
      if (outcome.ok) send({ type: 'done', id, value: outcome.value, restingBytes });
      else send({ type: 'refused', id, refusal: outcome.refusal, restingBytes });
    } catch (error) {
      send({ type: 'trapped', id, reason: reasonOf(error) });
    }
  }

  port.on('message', ({ id, order }: { id: number; order: Order }) => void answer(id, order));
  send({ type: 'ready' });
}
