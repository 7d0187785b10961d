// What happens in a session while somebody may watch: numbered events, held for whoever comes back, and the running turn as
// those events add up to it. A page that reloads in the middle of a turn loses nothing; the turn does not depend on it.
import { randomBytes } from 'node:crypto';
import type { Permission, PermissionAnswer } from '@percept/core/internal/permission';
import type { SessionEvent, Turn } from '@percept/contract';
import { foldTurns } from '@percept/contract/internal';

export interface Held {
  readonly cursor: string;
  readonly event: SessionEvent;
}

interface Asked {
  readonly permission: Permission;
  readonly settle: (answer: PermissionAnswer) => void;
}

export type Watcher = (held: Held) => void;

export class LiveSession {
  /** Cursors of another process, or of a session that was opened anew, are not of this line. */
  readonly #line = randomBytes(6).toString('hex');
  readonly #maxHeld: number;
  readonly #watchers = new Set<Watcher>();
  readonly #endings = new Set<() => void>();
  readonly #permissions = new Map<string, Asked>();
  #held: Held[] = [];
  #seq = 0;
  #running: Turn | undefined;

  constructor(maxHeld: number) {
    this.#maxHeld = maxHeld;
  }

  get cursor(): string {
    return `${this.#line}-${this.#seq}`;
  }

  /** The turn that runs, as far as it was told. */
  get running(): Turn | undefined {
    return this.#running;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  publish(event: SessionEvent): void {
    this.#seq += 1;
    const held = { cursor: this.cursor, event };
    this.#held.push(held);
    if (this.#held.length > this.#maxHeld) this.#held = this.#held.slice(-this.#maxHeld / 2);
    this.#fold(event);
    for (const watcher of this.#watchers) watcher(held);
  }

  /** Everything after the cursor, then everything that comes. Without a cursor, only what comes. */
  watch(after: string | undefined, watcher: Watcher, ended: () => void): () => void {
    if (after !== undefined) for (const held of this.#after(after)) watcher(held);
    this.#watchers.add(watcher);
    this.#endings.add(ended);
    return () => {
      this.#watchers.delete(watcher);
      this.#endings.delete(ended);
    };
  }

  /** Sends every watcher away. */
  end(): void {
    for (const ended of this.#endings) ended();
    for (const { settle } of this.#permissions.values()) settle('denied');
  }

  /** Waits for the person; an abort is a no. */
  ask(id: string, permission: Permission, signal: AbortSignal): Promise<PermissionAnswer> {
    return new Promise((resolve) => {
      const settle = (answer: PermissionAnswer): void => {
        this.#permissions.delete(id);
        signal.removeEventListener('abort', no);
        resolve(answer);
      };
      const no = (): void => settle('denied');
      this.#permissions.set(id, { permission, settle });
      if (signal.aborted) no();
      else signal.addEventListener('abort', no, { once: true });
    });
  }

  /** False when nobody asked for exactly this, or it was answered already. */
  answer(id: string, answer: string, digest: string): boolean {
    const asked = this.#permissions.get(id);
    if (asked?.permission.digest !== digest) return false;
    const offered = asked.permission.scopes.find((scope) => scope === answer);
    if (offered === undefined && answer !== 'denied') return false;
    asked.settle(offered ?? 'denied');
    return true;
  }

  #after(cursor: string): readonly Held[] {
    const [line, text = ''] = cursor.split('-');
    const seq = /^\d{1,12}$/.test(text) ? Number(text) : -1;
    const first = this.#seq - this.#held.length;
    if (line !== this.#line || seq < first || seq > this.#seq)
      return [{ cursor: this.cursor, event: { type: 'reset' } }];
    return this.#held.slice(seq - first);
  }

  #fold(event: SessionEvent): void {
    const turns = foldTurns(this.#running ? [this.#running] : [], event);
    this.#running = event.type === 'turn-ended' ? undefined : turns.at(-1);
  }
}
