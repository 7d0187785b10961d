// A session's record as the loop holds it: every entry that was accepted, in order. Appends are queued one behind the other,
// so that what is in memory is what is on disk. What was superseded keeps its place and says nothing any more.
import {
  accept,
  parseSessionId,
  type Outcome,
  type RecordEntry,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { currentEntries } from '@percept/core/internal';
import { compactionIn } from './facts.ts';
import type { Receipt, Session, SessionRecord } from '@percept/store';

export type Superseded = Extract<RecordEntry, { type: 'superseded' }>;

export class SessionLog {
  readonly id: SessionId;
  /** Whose it is, for good. */
  readonly tenant: TenantId;
  /** Entries up to this number were written elsewhere: nothing in them was chosen or allowed here. */
  readonly imported: number;
  readonly #record: SessionRecord;
  readonly #entries: RecordEntry[];
  #current: readonly RecordEntry[] | undefined;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    { id, tenant, imported }: Pick<Session, 'id' | 'tenant' | 'imported'>,
    record: SessionRecord,
    entries: RecordEntry[],
  ) {
    this.id = id;
    this.tenant = tenant;
    this.imported = imported;
    this.#record = record;
    this.#entries = entries;
  }

  static async open(record: SessionRecord, id: SessionId): Promise<Outcome<SessionLog>> {
    const read = await record.entries(id);
    if (!read.ok) return read;
    const found = await record.find(id);
    if (!found.ok) return found;
    return accept(
      new SessionLog(
        found.value,
        record,
        read.value.map(({ entry }) => entry),
      ),
    );
  }

  /** An empty one that nobody opened: what is appended to it is refused. */
  static unrecorded(record: SessionRecord, tenant: TenantId): SessionLog {
    const id = parseSessionId('unrecorded');
    if (!id.ok) throw new Error('This is always an id.');
    return new SessionLog({ id: id.value, tenant, imported: 0 }, record, []);
  }

  /** By their place in the record; a message that was superseded is an entry without words. */
  get entries(): readonly RecordEntry[] {
    return (this.#current ??= withoutSuperseded(this.#entries));
  }

  /** Of these, what was written here: what they say was chosen is chosen. */
  get own(): readonly RecordEntry[] {
    return this.imported === 0 ? this.entries : this.entries.slice(this.imported);
  }

  hasCall(callId: string): boolean {
    return this.entries.some(
      (entry) =>
        entry.type === 'message' &&
        entry.parts.some((part) => part.type === 'tool-call' && part.callId === callId),
    );
  }

  /** The entry after which nothing from this turn on counts; undefined where there is no such turn, counted from 1. */
  supersededFrom(turn: number, reason: Superseded['reason']): Superseded | undefined {
    const prompts = this.entries.flatMap((entry, at) =>
      entry.type === 'message' && entry.role === 'user' ? [at + 1] : [],
    );
    const from = prompts[turn - 1];
    if (from === undefined) return undefined;
    return { type: 'superseded', from, through: this.entries.length, reason };
  }

  /** Accepted means durable. Where it is refused, `otherwise` stands in its place. */
  append(entry: RecordEntry, otherwise?: RecordEntry): Promise<Outcome<Receipt>> {
    const next = this.#last.then(async () => {
      const receipt = await this.#write(entry);
      return receipt.ok || !otherwise ? receipt : this.#write(otherwise);
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #write(entry: RecordEntry): Promise<Outcome<Receipt>> {
    const receipt = await this.#record.append(this.id, entry);
    if (receipt.ok) {
      this.#entries.push(entry);
      this.#current = undefined;
    }
    return receipt;
  }

  /** Waits for everything that was handed in. */
  async settled(): Promise<void> {
    await this.#last;
  }
}

const nothing: RecordEntry = { type: 'custom', name: 'agent.superseded', data: null };

/**
 * Facts stay: what a turn cost was paid, and a model that was chosen is chosen. A summary of what does not count any more
 * is none.
 */
function withoutSuperseded(entries: readonly RecordEntry[]): readonly RecordEntry[] {
  const gone = entries.flatMap((entry) => (entry.type === 'superseded' ? [entry] : []));
  if (gone.length === 0) return entries;
  const isStale = (entry: RecordEntry, seq: number): boolean => {
    const summed = compactionIn([entry])?.before ?? 0;
    // It stands behind what it sums.
    return gone.some(({ from, through }) => summed >= from && seq <= through);
  };
  const current = new Set(
    currentEntries(entries.map((entry, at) => ({ seq: at + 1, entry }))).map(({ seq }) => seq),
  );
  return entries.map((entry, at) =>
    (entry.type === 'message' && !current.has(at + 1)) || isStale(entry, at + 1) ? nothing : entry,
  );
}
