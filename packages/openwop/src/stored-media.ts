// Media that a tenant stored by itself. Each is a log of its own: what it refers to is kept, its URL lives as long as it
// does, and taking it back frees all of it. A tenant holds so many at most, because nothing here ends by itself: a URL that
// stands in the log of a run must go on to resolve (RFC 0055, rule 4).
import { createHash, randomBytes } from 'node:crypto';
import {
  accept,
  parseSessionId,
  refuse,
  type Outcome,
  type SessionId,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import type { Memory } from '@percept/store';
import type { Assets } from '@percept/host/internal';

export interface StoredMediaParts {
  readonly memory: Pick<Memory, 'sessions'>;
  readonly assets: Pick<Assets, 'mint'>;
  readonly maxUploadsPerTenant: number;
}

export interface Stored {
  readonly upload: SessionId;
  readonly url: string;
  readonly mime: string;
}

export class StoredMedia {
  readonly #parts: StoredMediaParts;

  constructor(parts: StoredMediaParts) {
    this.#parts = parts;
  }

  /** Asked before any byte is looked at, and again when it is kept. */
  async hasRoom(tenant: TenantId): Promise<Outcome<void>> {
    const { memory, maxUploadsPerTenant: max } = this.#parts;
    const stored = await memory.sessions.count({ tenant, kind: 'media', limit: max });
    if (!stored.ok) return stored;
    const actual = stored.value;
    return actual < max
      ? accept(undefined)
      : refuse({
          refused: 'too-many',
          message: `This tenant stores ${actual} pieces of media, and at most ${max} are kept.`,
          hint: 'Forget some of them first: POST /v1/host/percept/media/forget.',
          limit: { name: 'maxUploadsPerTenant', max, actual },
        });
  }

  async keep(tenant: TenantId, block: StoredBlock): Promise<Outcome<Stored>> {
    const { memory, assets } = this.#parts;
    const room = await this.hasRoom(tenant);
    if (!room.ok) return room;
    const id = parseSessionId(`${prefixOf(tenant)}${randomBytes(12).toString('hex')}`);
    if (!id.ok) return id;
    const session = { id: id.value, tenant, kind: 'media', title: 'Upload' } as const;
    const opened = await memory.sessions.open(session);
    if (!opened.ok) return opened;
    const held = await memory.sessions.append(id.value, { type: 'media-ingested', block });
    const name = 'name' in block ? block.name : undefined;
    const minted = held.ok
      ? await assets.mint({
          tenant,
          run: id.value,
          blob: block.sha256,
          mime: block.mime,
          ...(name !== undefined && { name }),
        })
      : held;
    if (!minted.ok) {
      await memory.sessions.remove(id.value);
      return minted;
    }
    const { sampleUrl: url, mime } = minted.value;
    return accept({ upload: id.value, url, mime });
  }

  /** False for what is not there, and for what is somebody else's. */
  async forget(tenant: TenantId, upload: string): Promise<Outcome<boolean>> {
    const id = parseSessionId(upload);
    if (!id.ok || !upload.startsWith(prefixOf(tenant))) return accept(false);
    return this.#parts.memory.sessions.remove(id.value);
  }
}

function prefixOf(tenant: TenantId): string {
  const owner = createHash('sha256').update(`uploads\0${tenant}`).digest('hex').slice(0, 24);
  return `upload_${owner}_`;
}
