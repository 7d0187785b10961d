// Waiting is always bounded: a promise that never settles ends as `timed-out` or `cancelled`, whether or not whoever works listens to
// a signal, and one that fails later is never an unhandled rejection. The deadline keeps the process alive: one that waits for nothing
// else would end without an answer.
import { longestTimerMs } from './limits.ts';

export type Waited<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' };

export interface WaitBounds {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function waitFor<T>(work: PromiseLike<T>, bounds: WaitBounds): Promise<Waited<T>> {
  const { timeoutMs, signal } = bounds;
  const settled: Promise<Waited<T>> = Promise.resolve(work).then(
    (value): Waited<T> => ({ kind: 'done', value }),
    (error: unknown): Waited<T> => ({ kind: 'failed', error }),
  );
  if (signal?.aborted) return { kind: 'cancelled' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => {};
  const bounded = new Promise<Waited<T>>((resolve) => {
    onAbort = () => resolve({ kind: 'cancelled' });
    signal?.addEventListener('abort', onAbort, { once: true });
    if (timeoutMs === undefined) return;
    const leftMs = Math.min(Math.max(timeoutMs, 0), longestTimerMs);
    timer = setTimeout(() => resolve({ kind: 'timed-out' }), leftMs);
  });
  try {
    return await Promise.race([settled, bounded]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
