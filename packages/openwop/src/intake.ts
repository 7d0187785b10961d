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
import { takeIn, withSetting } from '@percept/agent/internal';
import type { Runtime } from '@percept/agent/runtime';
import type { Door, DoorInput } from '@percept/ingest';
import type { Clock, Memory } from '@percept/store';
import type { Assets } from '@percept/host/internal';
import type { MediaSource } from './content-part.ts';

export interface IntakeParts {
  readonly door: Door;
  readonly runtime: Pick<Runtime, 'pool'>;
  readonly memory: Pick<Memory, 'get'>;
  readonly assets: Pick<Assets, 'resolve' | 'isHere'>;
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

  /** Through the one intake: the original is stored, and fitted when a model is asked about it. */
  async take(request: TakeRequest): Promise<Outcome<StoredBlock>> {
    const { source, tenant, kind, name, signal } = request;
    const input = await this.#inputOf(source, tenant);
    if (!input.ok) return input;
    const { door, runtime } = this.#parts;
    const { darkroom } = (await runtime.pool()).parts;
    const claimsPicture = kind === 'image' && source.kind === 'inline';
    const taken = await takeIn({ door, darkroom }, input.value, { name, signal, claimsPicture });
    if (!taken.ok) return taken;
    const { block } = taken.value;
    const isDrawing = kind === 'image' && block.mime === 'image/svg+xml';
    if (kind === undefined || block.type === kind || isDrawing) return accept(block);
    return refuse({
      refused: 'unsupported-type',
      message: `This is ${block.mime}, and not ${kind}.`,
      hint: 'Say what it is, or send what you said.',
    });
  }

  /** An asset of this host is taken from the store; what another host has is fetched, guarded. */
  async #inputOf(source: MediaSource, tenant: TenantId): Promise<Outcome<DoorInput>> {
    if (source.kind === 'inline') return accept({ kind: 'inline', text: source.data });
    const own = await this.bytes(source.url, tenant);
    if (own.ok) return accept({ kind: 'bytes', bytes: own.value });
    const isElsewhere = source.kind === 'url' && !this.#parts.assets.isHere(source.url);
    return isElsewhere ? accept({ kind: 'url', url: source.url }) : own;
  }

  /**
   * For keeping: what the door cannot take as media is kept as a file, with the reason. A file is served and downloaded;
   * it reaches no model without passing the door again.
   */
  async keep(
    input: DoorInput,
    name: string | undefined,
    signal: AbortSignal,
  ): Promise<Outcome<{ readonly block: StoredBlock; readonly notice?: string }>> {
    const origin = { kind: 'attachment', ...(name !== undefined && { name }) } as const;
    const { door } = this.#parts;
    const taken = await takeIn({ door }, input, { name, signal });
    if (taken.ok) return accept({ block: taken.value.block });
    if (!keptAsFile.has(taken.refusal.refused))
      return refuse(withSetting(taken.refusal, this.#parts.door));
    const file = await this.#parts.door.ingest(input, { signal, origin, expect: 'file' });
    if (file.ok) return accept({ block: file.value.block, notice: taken.refusal.message });
    // A full disk or a closed store is the reason then, and not what the file is.
    return keptAsFile.has(file.refusal.refused) ? taken : file;
  }

  /** The bytes of an asset of this host, as its URL would serve them. */
  async bytes(url: string, tenant: TenantId): Promise<Outcome<Uint8Array>> {
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
}
