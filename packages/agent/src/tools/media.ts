// The lens's way to bytes where there is a store and a door: references are resolved from the one, and what does not fit
// a model is fitted by the other.
import type { Workspace } from './workspace.ts';
import { checkOptions, has, word } from '@percept/core/internal/options';
import type { BlobId, Outcome, TenantId } from '@percept/core';
import type { HeldMedia, MediaPort } from '@percept/core/lens';
import type { Door } from '@percept/ingest';
import type { Memory } from '@percept/store';

/**
 * Where the middleware finds the stored media of one tenant, and has it fitted. A name of somebody else's media is unknown.
 *
 * @example withPercept(model, { media: createMedia({ memory, tenant, door }) })
 */
export function createMedia(parts: {
  readonly memory: Pick<Memory, 'forTenant'>;
  /** Whose media it is: `localTenant` for the person at this machine. */
  readonly tenant: TenantId;
  readonly door: Door;
}): MediaPort {
  checkOptions('createMedia', parts, {
    memory: has('forTenant'),
    tenant: word,
    door: has('ingest', 'onto'),
  });
  const store = parts.memory.forTenant(parts.tenant);
  return mediaPort({ store, door: parts.door.onto(store) });
}

/** Of a store that belongs to its asker already. */
export function mediaPort({ store, door }: Pick<Workspace, 'store' | 'door'>): MediaPort {
  const held = async (blob: BlobId): Promise<Outcome<HeldMedia>> => {
    const bytes = await store.get(blob);
    return bytes.ok ? { ok: true, value: { bytes: bytes.value, blob } } : bytes;
  };
  return {
    resolve: held,
    refit: async (bytes, target) => {
      const fitted = await door.ingest({ kind: 'bytes', bytes }, { target, expect: 'image' });
      return fitted.ok ? held(fitted.value.block.sha256) : fitted;
    },
  };
}
