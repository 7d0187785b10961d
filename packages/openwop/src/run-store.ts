// The logs of runs. One `LiveRun` exists for a run of this server while anybody holds it. A run of another server that shares
// the memory is read anew each time: what it is now is known to that one alone.
import { accept, refuse, type Outcome, type SessionId } from '@percept/core';
import { sharing } from '@percept/core/internal';
import type { SessionRecord } from '@percept/store';
import { LiveRun, noRun } from './live-run.ts';
import { entryOf, eventOf, type NewEvent } from './run-event.ts';
import { beginRun, foldEvent, type RunState } from './run-state.ts';

export class RunStore {
  readonly #sessions: SessionRecord;
  readonly #host: string | undefined;
  readonly #live = new Map<SessionId, WeakRef<LiveRun>>();
  readonly #share = sharing<SessionId, Outcome<LiveRun>>();
  #sweepAt = minSweep;

  /** `host`: the name of this server among those that share the memory; without it, every run is its own. */
  constructor(sessions: SessionRecord, host?: string) {
    this.#sessions = sessions;
    this.#host = host;
  }

  /** `absent` when there is no such run. */
  async open(id: SessionId): Promise<Outcome<LiveRun>> {
    const live = this.#live.get(id)?.deref();
    if (live) return accept(live);
    return this.#share(id, () => this.#load(id));
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
    const isOwn = state.facts.host === this.#host;
    const live = new LiveRun({ id, sessions: this.#sessions, state, positions, isOwn });
    if (!isOwn) return accept(live);
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
