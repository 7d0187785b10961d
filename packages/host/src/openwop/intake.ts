// Media that callers bring. Bytes and addresses go through the door, whatever their sender says they are; an asset of this
// host is taken from the store, for its own tenant and while its grant lives. All of it is untrusted.
import {
  accept,
  refuse,
  type Outcome,
  type RefusalKind,
  type StoredBlock,
  type TenantId,
} from '@percept/core';
import type { Door } from '@percept/ingest';
import type { Clock, Memory } from '@percept/store';
import type { Assets } from '../assets/index.ts';
import type { MediaSource } from './content-part.ts';

export interface IntakeParts {
  readonly door: Door;
  readonly memory: Pick<Memory, 'get'>;
  readonly assets: Pick<Assets, 'resolve'>;
  readonly clock: Clock;
}

export interface TakeRequest {
  readonly tenant: TenantId;
  readonly source: MediaSource;
  /** What it must turn out to be; without it, whatever the door knows. */
  readonly kind?: StoredBlock['type'];
  readonly name?: string;
  readonly signal?: AbortSignal;
}

const keptAsFile: ReadonlySet<RefusalKind> = new Set([
  'corrupt',
  'encrypted',
  'needs-render',
  'unperceivable',
  'unsupported-type',
]);

export class Intake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  async take(request: TakeRequest): Promise<Outcome<StoredBlock>> {
    const { source, tenant, kind, name, signal } = request;
    const options = {
      ...(signal && { signal }),
      ...(kind === 'image' && { expect: 'image' as const }),
      origin: { kind: 'attachment', ...(name !== undefined && { name }) },
    } as const;
    switch (source.kind) {
      case 'inline':
        return this.#checked(
          await this.#parts.door.ingest({ kind: 'inline', text: source.data }, options),
          kind,
        );
      case 'url': {
        const own = await this.#own(source.url, tenant);
        const input = own.ok
          ? ({ kind: 'bytes', bytes: own.value } as const)
          : ({ kind: 'url', url: source.url } as const);
        return this.#checked(await this.#parts.door.ingest(input, options), kind);
      }
      case 'reference': {
        const own = await this.#own(source.url, tenant);
        if (!own.ok) return own;
        const input = { kind: 'bytes', bytes: own.value } as const;
        return this.#checked(await this.#parts.door.ingest(input, options), kind);
      }
    }
  }

  /**
   * For keeping: what the door cannot take as media is kept as a file, with the reason. A file is served and downloaded;
   * it reaches no model without passing the door again.
   */
  async keep(
    data: string,
    name: string | undefined,
    signal: AbortSignal,
  ): Promise<Outcome<{ readonly block: StoredBlock; readonly notice?: string }>> {
    const input = { kind: 'inline', text: data } as const;
    const origin = { kind: 'attachment', ...(name !== undefined && { name }) } as const;
    const taken = await this.#parts.door.ingest(input, { signal, origin });
    if (taken.ok) return accept({ block: taken.value.block });
    if (!keptAsFile.has(taken.refusal.refused)) return taken;
    const file = await this.#parts.door.ingest(input, { signal, origin, expect: 'file' });
    return file.ok ? accept({ block: file.value.block, notice: taken.refusal.message }) : taken;
  }

  /** The bytes of an asset of this host, as its URL would serve them. */
  async bytes(url: string, tenant: TenantId): Promise<Outcome<Uint8Array>> {
    return this.#own(url, tenant);
  }

  async #own(url: string, tenant: TenantId): Promise<Outcome<Uint8Array>> {
    const grant = await this.#parts.assets.resolve(url, tenant);
    if (!grant.ok) return grant;
    const { revokedAt, expiresAt = Infinity, blob } = grant.value;
    if (revokedAt !== undefined || expiresAt <= this.#parts.clock())
      return refuse({
        refused: 'absent',
        message: 'This asset has expired, or was revoked.',
        hint: 'Store it again.',
      });
    return this.#parts.memory.get(blob);
  }

  #checked(
    taken: Outcome<{ readonly block: StoredBlock }>,
    kind: StoredBlock['type'] | undefined,
  ): Outcome<StoredBlock> {
    if (!taken.ok) return taken;
    const { block } = taken.value;
    if (kind === undefined || block.type === kind) return accept(block);
    return refuse({
      refused: 'unsupported-type',
      message: `This is ${block.mime}, and not ${kind}.`,
      hint: 'Say what it is, or send what you said.',
    });
  }
}
