// The logs of runs. One `LiveRun` exists for a run while anybody holds it, and every write goes through it one after the
// other: an event is durable before the state knows it, and nothing is written after the end.
import {
  accept,
  refuse,
  type Outcome,
  type Refusal,
  type SessionId,
  type StoredBlock,
} from '@percept/core';
import type { SessionRecord, StoredEntry } from '@percept/store';
import { entryOf, eventOf, type NewEvent, type RunEvent } from './run-event.ts';
import { beginRun, foldEvent, isTerminal, type RunState } from './run-state.ts';

export class RunBook {
  readonly #sessions: SessionRecord;
  readonly #live = new Map<SessionId, WeakRef<LiveRun>>();
  readonly #opening = new Map<SessionId, Promise<Outcome<LiveRun>>>();

  #sweepAt = minSweep;

  constructor(sessions: SessionRecord) {
    this.#sessions = sessions;
  }

  /** `absent` when there is no such run. */
  async open(id: SessionId): Promise<Outcome<LiveRun>> {
    const live = this.#live.get(id)?.deref();
    if (live) return accept(live);
    const opening = this.#opening.get(id) ?? this.#load(id);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  /** Writes the first event; the session is there and empty. */
  async begin(id: SessionId, event: NewEvent): Promise<Outcome<LiveRun>> {
    const kept = await this.#sessions.append(id, entryOf(event));
    return kept.ok ? this.open(id) : kept;
  }

  async #load(id: SessionId): Promise<Outcome<LiveRun>> {
    const entries = await this.#sessions.entries(id);
    if (!entries.ok) return entries;
    let state: RunState | undefined;
    const positions: number[] = [];
    for (const stored of entries.value) {
      const event = eventOf(stored, positions.length);
      if (!event) continue;
      state = state ? foldEvent(state, event) : beginRun(event);
      if (!state) break;
      positions.push(stored.seq);
    }
    if (!state) return refuse(noRun);
    const live = new LiveRun(id, this.#sessions, state, positions);
    if (this.#live.size >= this.#sweepAt) this.#sweep();
    this.#live.set(id, new WeakRef(live));
    return accept(live);
  }

  #sweep(): void {
    for (const [id, held] of this.#live) if (!held.deref()) this.#live.delete(id);
    this.#sweepAt = Math.max(minSweep, this.#live.size * 2);
  }
}

const minSweep = 256;

export class LiveRun {
  readonly id: SessionId;
  readonly #sessions: SessionRecord;
  /** The place in the session of every event. */
  readonly #positions: number[];
  #state: RunState;
  #last: Promise<unknown> = Promise.resolve();
  #change = Promise.withResolvers<void>();

  constructor(id: SessionId, sessions: SessionRecord, state: RunState, positions: number[]) {
    this.id = id;
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
      this.#positions.push(seq);
      this.#state = foldEvent(this.#state, told);
      this.#change.resolve();
      this.#change = Promise.withResolvers();
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
    return accept(numbered(stored.value, after + 1));
  }

  /** Resolves with the next event, or when the signal says so. Take it before reading. */
  changed(signal: AbortSignal): Promise<void> {
    const { promise } = this.#change;
    if (signal.aborted) return Promise.resolve();
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop, { once: true });
    return Promise.race([promise, stopped]).finally(() =>
      signal.removeEventListener('abort', stop),
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function numbered(entries: readonly StoredEntry[], first: number): readonly RunEvent[] {
  const events: RunEvent[] = [];
  for (const stored of entries) {
    const event = eventOf(stored, first + events.length);
    if (event) events.push(event);
  }
  return events;
}

const noRun: Refusal = {
  refused: 'absent',
  message: 'There is no such run.',
  hint: 'List the runs to find its id.',
};

const notNow: Refusal = {
  refused: 'stale',
  message: 'The run is not in a state in which this can happen.',
  hint: 'Read the run again.',
};
