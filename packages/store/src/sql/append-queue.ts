// One queue per session: entries of one process keep the order in which they were given, and those that wait together
// share one commit. Queues of different sessions run side by side.
import type { BlobId, Outcome, Refused, SessionId } from '@percept/core';
import type { Receipt } from '../ports.ts';
import type { CommitLimits } from './database.ts';

export interface Prepared {
  readonly body: string;
  readonly blobs: readonly BlobId[];
}

/** Writes a batch in order: one outcome for each entry, or a refusal for all of them. */
export type WriteBatch = (
  session: SessionId,
  batch: readonly Prepared[],
) => Promise<Outcome<readonly Outcome<Receipt>[]>>;

interface Waiting {
  readonly entry: Prepared;
  readonly resolve: (outcome: Outcome<Receipt>) => void;
  readonly reject: (error: unknown) => void;
}

export class AppendQueue {
  readonly #queues = new Map<SessionId, Waiting[]>();
  readonly #draining = new Set<Promise<void>>();
  readonly #write: WriteBatch;
  readonly #limits: CommitLimits;

  constructor(write: WriteBatch, limits: CommitLimits) {
    this.#write = write;
    this.#limits = limits;
  }

  append(session: SessionId, entry: Prepared): Promise<Outcome<Receipt>> {
    return new Promise((resolve, reject) => {
      const waiting = { entry, resolve, reject };
      const queue = this.#queues.get(session);
      if (queue) {
        queue.push(waiting);
        return;
      }
      this.#queues.set(session, [waiting]);
      const draining = this.#drain(session).finally(() => this.#draining.delete(draining));
      this.#draining.add(draining);
    });
  }

  /** Resolves when everything that was given is settled. */
  async idle(): Promise<void> {
    await Promise.all(this.#draining);
  }

  /** One turn of the event loop later, so that everyone who was answered together can ask together again. */
  async #drain(session: SessionId): Promise<void> {
    const queue = this.#queues.get(session) ?? [];
    while (queue.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      const together = queue.length;
      const batch = queue.splice(0, this.#fitting(queue));
      try {
        const entries = batch.map(({ entry }) => entry);
        const written = await this.#write(session, entries);
        if (!written.ok) {
          // Whoever waited beside a batch that was refused after all patience has waited just as long.
          const rest = isOver(written) ? queue.splice(0, together - batch.length) : [];
          for (const { resolve } of [...batch, ...rest]) resolve(written);
          continue;
        }
        for (const [index, { resolve, reject }] of batch.entries()) {
          const outcome = written.value[index];
          if (outcome) resolve(outcome);
          else reject(new Error('An entry was left out of its commit.'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#queues.delete(session);
  }

  #fitting(queue: readonly Waiting[]): number {
    let bytes = 0;
    const end = queue.findIndex(({ entry }, index) => {
      bytes += Buffer.byteLength(entry.body);
      return index >= this.#limits.maxEntriesPerCommit || bytes > this.#limits.maxBytesPerCommit;
    });
    return end === -1 ? queue.length : Math.max(1, end);
  }
}

function isOver({ refusal }: Refused): boolean {
  return refusal.refused === 'unavailable' || refusal.refused === 'timed-out';
}
