// Waiting for another process's lock without holding up this one: SQLite itself waits only as long as nobody notices,
// and between two tries the event loop runs on.
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '../failure.ts';

/** How long one try may stand still. */
export const busyTimeoutMs = 20;
const pauseMs = 5;

/** Tries again while the database is locked, for `lockTimeoutMs`. The attempt leaves nothing behind when it is busy. */
export async function retryWhileBusy<T>(lockTimeoutMs: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (failureOf(error) !== 'SQLITE_BUSY' || performance.now() >= deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
