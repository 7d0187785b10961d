// The engine's side of the thread: one order at a time, an answer to each, and nothing from outside but those orders.
// The thread's ways to the network are taken away before the first order is looked at.
import { reasonOf } from '@percept/core/internal';
import { refuse, type Outcome, type Refusal } from '@percept/core';
import { parentPort } from 'node:worker_threads';
import type { EngineMessage } from './thread.ts';

export interface EngineWork<Order> {
  /** A refusal is about the source. */
  perform(order: Order): Promise<Outcome<unknown>>;
  /** What a throw says about the source; without words it is a trap, and the host throws the whole thread away. */
  refusalOf?(error: unknown, order: Order): Refusal | undefined;
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
    let outcome: Outcome<unknown>;
    try {
      outcome = await work.perform(order);
    } catch (error) {
      const refusal = work.refusalOf?.(error, order);
      if (!refusal) return send({ type: 'trapped', id, reason: reasonOf(error) });
      outcome = refuse(refusal);
    }
    send({ type: 'answer', id, outcome, restingBytes: work.restingBytes() });
  }

  port.on('message', ({ id, order }: { id: number; order: Order }) => void answer(id, order));
  send({ type: 'ready' });
}
