// What the browser was told beside the record: notices, why a turn failed, and which pixels really went out. A log of its
// own, because the record belongs to the loop while a turn runs; it holds the sent pixels as long as the conversation lives.
import {
  isBlobId,
  isRecord,
  jsonOf,
  parseRefusal,
  readCount,
  readText,
} from '@percept/core/internal';
import { type BlobId, type Refusal, type SessionId, type TenantId } from '@percept/core';
import type { Memory } from '@percept/store';
import { journalOf } from './owner.ts';

export type JournalEntry =
  | { readonly kind: 'notice'; readonly turn: number; readonly text: string; readonly at: string }
  | { readonly kind: 'refusal'; readonly turn: number; readonly refusal: Refusal }
  | { readonly kind: 'sent'; readonly turn: number; readonly blobs: readonly BlobId[] };

const prefix = 'web.';

export class Journal {
  readonly id: SessionId;
  readonly #memory: Memory;
  readonly #tenant: TenantId;
  readonly #session: SessionId;
  readonly #sent = new Set<BlobId>();
  #opened: Promise<unknown> | undefined;

  constructor(memory: Memory, tenant: TenantId, session: SessionId) {
    this.id = journalOf(session);
    this.#memory = memory;
    this.#tenant = tenant;
    this.#session = session;
  }

  /** A journal that cannot be written loses words for people, and nothing of the conversation. */
  async note(entry: JournalEntry): Promise<void> {
    await this.#open();
    const { kind, ...data } = entry;
    await this.#memory.sessions.append(this.id, {
      type: 'custom',
      name: prefix + kind,
      data: jsonOf(data),
      ...(entry.kind === 'sent' && { blobs: entry.blobs }),
    });
  }

  /** Holds pixels that went out, each once, so that they can be shown for as long as the conversation is kept. */
  async hold(turn: number, blobs: readonly BlobId[]): Promise<void> {
    const fresh = [...new Set(blobs)].filter((blob) => !this.#sent.has(blob));
    for (const blob of fresh) {
      this.#sent.add(blob);
      // One by one: bytes that the store does not hold must not keep the others from being held.
      await this.note({ kind: 'sent', turn, blobs: [blob] });
    }
  }

  async read(): Promise<readonly JournalEntry[]> {
    const read = await this.#memory.sessions.entries(this.id);
    if (!read.ok) return [];
    const entries = read.value.flatMap(({ entry, at }): readonly JournalEntry[] => {
      if (entry.type !== 'custom' || !isRecord(entry.data)) return [];
      const turn = readCount(entry.data['turn']) ?? 0;
      return parse(entry.name, turn, entry.data, at, entry.blobs ?? []);
    });
    for (const entry of entries)
      if (entry.kind === 'sent') for (const blob of entry.blobs) this.#sent.add(blob);
    return entries;
  }

  async #open(): Promise<void> {
    const { sessions } = this.#memory;
    await (this.#opened ??= sessions.open({
      id: this.id,
      tenant: this.#tenant,
      kind: 'journal',
      of: this.#session,
      title: 'journal',
    }));
  }
}

function parse(
  name: string,
  turn: number,
  data: Readonly<Record<string, unknown>>,
  at: number,
  blobs: readonly BlobId[],
): readonly JournalEntry[] {
  switch (name) {
    case 'web.notice':
      return [
        {
          kind: 'notice',
          turn,
          text: readText(data['text']) ?? '',
          at: readText(data['at']) ?? new Date(at).toISOString(),
        },
      ];
    case 'web.refusal': {
      const refusal = parseRefusal(data['refusal']);
      return refusal.ok ? [{ kind: 'refusal', turn, refusal: refusal.value }] : [];
    }
    case 'web.sent':
      return [{ kind: 'sent', turn, blobs: blobs.filter(isBlobId) }];
    default:
      return [];
  }
}
