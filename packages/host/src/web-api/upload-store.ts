// Files that were taken in and not sent yet. Each is a small record of its own, so that its bytes are held, a restart loses
// none that was acknowledged, and taking it back removes all of it. The last entry says that the others are complete.
import {
  accept,
  refuse,
  type BlobSource,
  type ImageBlock,
  type Outcome,
  type Refusal,
  type RecordEntry,
  type SessionId,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import {
  customData,
  jsonOf,
  overLimit,
  readCount,
  readList,
  readText,
} from '@percept/core/internal';
import { everySession } from '@percept/store/internal';
import { type Memory } from '@percept/store';
import type { WebLimits } from './limits.ts';
import { newId, parseOwned } from './owner.ts';

/** A file that was taken in. The page is told of it in an `Uploaded`. */
export interface Upload {
  readonly id: SessionId;
  readonly name: string;
  readonly block: StoredBlock;
  /** Its first page, for the person. What a model gets is made from the original when the model is known. */
  readonly look?: ImageBlock<BlobSource>;
  readonly pageCount: number;
  readonly warnings: readonly string[];
}

/** Before it is kept. */
export type NewUpload = Omit<Upload, 'id' | 'name'>;

const completeName = 'web.upload';

export class UploadStore {
  readonly #memory: Memory;
  readonly #limits: WebLimits;
  readonly #clock: () => number;
  /** How large the files are that wait, as far as somebody has looked. */
  readonly #bytes = new Map<SessionId, number>();

  constructor(memory: Memory, limits: WebLimits, clock: () => number) {
    this.#memory = memory;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Asked before the first byte of a file is read, and again when all of it is known. */
  async hasRoom(tenant: TenantId, bytes: number): Promise<Outcome<void>> {
    const { maxPendingUploads: limit, maxPendingUploadBytes: max } = this.#limits;
    const waiting = await this.#memory.sessions.list({ tenant, kind: 'upload', limit });
    if (!waiting.ok) return waiting;
    if (waiting.value.length >= limit) return refuse(tooManyWaiting);
    let actual = bytes;
    for (const { id } of waiting.value) actual += await this.#bytesOf(tenant, id);
    const hint = 'Send or remove some of the files that wait.';
    return actual <= max
      ? accept(undefined)
      : refuse(overLimit('maxPendingUploadBytes', max, actual, hint));
  }

  async keep(tenant: TenantId, name: string, taken: NewUpload): Promise<Outcome<Upload>> {
    const { sessions } = this.#memory;
    const room = await this.hasRoom(tenant, bytesIn(taken));
    if (!room.ok) return room;
    const id = newId('u', tenant);
    const opened = await sessions.open({
      id,
      tenant,
      kind: 'upload',
      title: `upload: ${name}`,
    });
    if (!opened.ok) return opened;
    const { block, look, pageCount, warnings } = taken;
    const facts = { name, pageCount, warnings };
    const entries: readonly RecordEntry[] = [
      { type: 'media-ingested', block },
      ...(look ? [{ type: 'media-ingested', block: look } as const] : []),
      { type: 'custom', name: completeName, data: jsonOf(facts) },
    ];
    for (const entry of entries) {
      const kept = await sessions.append(id, entry);
      if (!kept.ok) {
        await sessions.remove(id);
        return kept;
      }
    }
    this.#bytes.set(id, bytesIn(taken));
    return accept({ id, name, ...taken });
  }

  async find(tenant: TenantId, text: string): Promise<Outcome<Upload>> {
    const id = parseOwned('u', tenant, text);
    if (!id) return refuse(gone);
    const read = await this.#memory.sessions.entries(id);
    if (!read.ok) return refuse(gone);
    const blocks: StoredBlock[] = [];
    for (const { entry } of read.value) {
      if (entry.type === 'media-ingested') blocks.push(entry.block);
      const data = customData(entry, completeName);
      if (!data) continue;
      const [block, look] = blocks;
      if (!block) break;
      return accept({
        id,
        name: readText(data['name']) ?? 'attachment',
        block,
        ...(look?.type === 'image' && { look }),
        pageCount: readCount(data['pageCount']) ?? 0,
        warnings: readList(data['warnings']).filter((text) => typeof text === 'string'),
      });
    }
    return refuse(gone);
  }

  async remove(tenant: TenantId, text: string): Promise<Outcome<boolean>> {
    const id = parseOwned('u', tenant, text);
    if (id) this.#bytes.delete(id);
    return id ? this.#memory.sessions.remove(id) : accept(false);
  }

  /** Forgets what nobody sent in time. */
  async sweep(): Promise<void> {
    const { sessions } = this.#memory;
    const before = this.#clock() - this.#limits.maxUploadAgeMs;
    const known = new Set<SessionId>();
    const old: SessionId[] = [];
    for await (const { id, updatedAt } of everySession(sessions, { kind: 'upload' }))
      if (updatedAt < before) old.push(id);
      else known.add(id);
    for (const id of old) await sessions.remove(id);
    for (const id of this.#bytes.keys()) if (!known.has(id)) this.#bytes.delete(id);
  }

  async #bytesOf(tenant: TenantId, id: SessionId): Promise<number> {
    const known = this.#bytes.get(id);
    if (known !== undefined) return known;
    const held = await this.find(tenant, id);
    const bytes = held.ok ? bytesIn(held.value) : 0;
    if (held.ok) this.#bytes.set(id, bytes);
    return bytes;
  }
}

/** What waits on the disk: the file as it came, and the look at it. */
function bytesIn({ block, look }: NewUpload): number {
  return block.bytes + (look?.bytes ?? 0);
}

const gone: Refusal = {
  refused: 'absent',
  message: 'This upload is not here: it was sent, removed, or is older than a day.',
  hint: 'Attach the file again.',
};

const tooManyWaiting: Refusal = {
  refused: 'too-many',
  message: 'Too many files wait to be sent.',
  hint: 'Send or remove some of them first.',
};
