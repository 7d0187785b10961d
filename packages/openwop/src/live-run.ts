// One run as it is now. Every write goes through here one after the other: an event is durable before the state knows it,
// and nothing is written after the end.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  accept,
  refuse,
  type Outcome,
  type Refusal,
  type SessionId,
  type StoredBlock,
} from '@percept/core';
import { waitFor } from '@percept/core/internal';
import type { SessionRecord } from '@percept/store';
import { entryOf, eventOf, eventsOf, type NewEvent, type RunEvent } from './run-event.ts';
import { foldEvent, isTerminal, type RunState } from './run-state.ts';

export interface LiveRunParts {
  readonly id: SessionId;
  readonly sessions: SessionRecord;
  readonly state: RunState;
  /** The place in the session of every event. */
  readonly positions: number[];
  readonly isOwn: boolean;
}

/** How often the log of another server's run is looked at while somebody follows it. */
const lookAgainMs = 500;

export class LiveRun {
  readonly id: SessionId;
  /** Whether this server works on it. Of another one's run it can only tell. */
  readonly isOwn: boolean;
  readonly #sessions: SessionRecord;
  /** The place in the session of every event. */
  readonly #positions: number[];
  #state: RunState;
  #last: Promise<unknown> = Promise.resolve();
  #change = Promise.withResolvers<void>();

  constructor({ id, sessions, state, positions, isOwn }: LiveRunParts) {
    this.id = id;
    this.isOwn = isOwn;
    this.#sessions = sessions;
    this.#state = state;
    this.#positions = positions;
  }

  get state(): RunState {
    return this.#state;
  }

  /** How many events there are. */
  get length(): number {
    return this.#positions.length;
  }

  append(event: NewEvent): Promise<Outcome<RunEvent>> {
    return this.appendIf(() => event);
  }

  /** Decides with the newest state in hand; undefined leaves everything as it is, and is refused as `stale`. */
  appendIf(decide: (state: RunState) => NewEvent | undefined): Promise<Outcome<RunEvent>> {
    if (!this.isOwn) return Promise.resolve(refuse(elsewhere));
    return this.#inTurn(async () => {
      const event = isTerminal(this.#state.status) ? undefined : decide(this.#state);
      if (!event) return refuse(notNow);
      const kept = await this.#sessions.append(this.id, entryOf(event));
      if (!kept.ok) return kept;
      const { seq } = kept.value;
      const stored = await this.#sessions.entries(this.id, { after: seq - 1, limit: 1 });
      const written = stored.ok ? stored.value[0] : undefined;
      const told = written && eventOf(written, this.#positions.length);
      if (!told) return stored.ok ? refuse(noRun) : stored;
      this.#take(told, seq);
      // A run that ended and could not be settled is settled when the host starts again.
      if (isTerminal(this.#state.status)) await this.#sessions.settle(this.id);
      return accept(told);
    });
  }

  /** Makes the run's log refer to a blob, before anything that points to it is told. */
  hold(block: StoredBlock): Promise<Outcome<unknown>> {
    return this.#inTurn(() => this.#sessions.append(this.id, { type: 'media-ingested', block }));
  }

  /** Events after a sequence number (-1: from the first), read from the record. */
  async read(after: number, limit: number): Promise<Outcome<readonly RunEvent[]>> {
    const from = after < 0 ? 0 : this.#positions[after];
    const last = this.#positions[Math.min(after + limit, this.#positions.length - 1)];
    if (from === undefined || last === undefined || last <= from) return accept([]);
    const stored = await this.#sessions.entries(this.id, { after: from, limit: last - from });
    if (!stored.ok) return stored;
    return accept(eventsOf(stored.value, after + 1));
  }

  /** Resolves with the next event, or when the signal says so. Take it before reading. */
  async changed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (this.isOwn) await waitFor(this.#change.promise, { signal });
    else await this.#lookAgain(signal);
  }

  /** Nobody tells us about the run of another server. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(lookAgainMs, undefined, { signal }).catch(() => undefined);
      const after = this.#positions.at(-1) ?? 0;
      const stored = await this.#sessions.entries(this.id, { after });
      for (const entry of stored.ok ? stored.value : []) {
        const event = eventOf(entry, this.#positions.length);
        if (event && entry.seq > (this.#positions.at(-1) ?? 0)) this.#take(event, entry.seq);
      }
      if (signal.aborted || !stored.ok || (this.#positions.at(-1) ?? 0) > after) return;
    }
  }

  #take(event: RunEvent, seq: number): void {
    this.#positions.push(seq);
    this.#state = foldEvent(this.#state, event);
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

export const noRun: Refusal = {
  refused: 'absent',
  message: 'There is no such run.',
  hint: 'List the runs to find its id.',
};

const notNow: Refusal = {
  refused: 'stale',
  message: 'The run is not in a state in which this can happen.',
  hint: 'Read the run again.',
};

const elsewhere: Refusal = {
  refused: 'unavailable',
  message: 'Another server of this host works on this run.',
  hint: 'Send it to the server that the run was created at.',
};
