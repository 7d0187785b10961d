// One turn of a conversation at a time, among all servers that share the memory: whoever has the lease speaks, and only
// with the whole history in hand. A server that dies loses its leases by itself.
import { randomUUID } from 'node:crypto';
import { accept, refuse, type Outcome, type Refusal, type SessionId } from '@percept/core';
import type { Memory } from '@percept/store';

const leaseMs = 30_000;
const renewEveryMs = 10_000;

export class TurnLeases {
  readonly #memory: Pick<Memory, 'leases' | 'sessions'>;
  readonly #holder = randomUUID();

  constructor(memory: Pick<Memory, 'leases' | 'sessions'>) {
    this.#memory = memory;
  }

  /** What gives the lease back. Refused while another server has it, or has written what this one has not read. */
  async take(session: SessionId, knownEntries: number): Promise<Outcome<() => void>> {
    const { leases, sessions } = this.#memory;
    const name = `turn ${session}`;
    const taken = await leases.take(name, this.#holder, leaseMs);
    if (!taken.ok) return taken;
    if (taken.value !== this.#holder) return refuse(elsewhere);
    const renewing = setInterval(() => {
      // One that cannot be renewed now may be the next time; the record stays whole in any case.
      leases.take(name, this.#holder, leaseMs).catch(() => undefined);
    }, renewEveryMs);
    renewing.unref();
    const release = (): void => {
      clearInterval(renewing);
      // It ends by itself where it cannot be given back.
      leases.release(name, this.#holder).catch(() => undefined);
    };
    const found = await sessions.find(session);
    if (found.ok && found.value.entries === knownEntries) return accept(release);
    release();
    return found.ok ? refuse(movedOn) : found;
  }
}

const elsewhere: Refusal = {
  refused: 'stale',
  message: 'A turn of this session runs at another server.',
  hint: 'Wait for its end, or stop it.',
};

const movedOn: Refusal = {
  refused: 'stale',
  message: 'Another server has just written to this session.',
  hint: 'Try again: it is read anew.',
};
