// The lens's way to bytes where there is a store and a door: references are resolved from the one, and what does not fit
// a model is fitted by the other.
import { checkOptions, has } from '@percept/core/internal/options';
import type { BlobId, BlobStore, Outcome } from '@percept/core';
import type { HeldMedia, MediaPort } from '@percept/core/lens';
import type { Door } from '@percept/ingest';

/**
 * Where the middleware finds stored media and has it fitted.
 *
 * @example withPercept(model, { media: createMedia({ store: memory, door }) })
 */
export function createMedia(parts: { readonly store: BlobStore; readonly door: Door }): MediaPort {
  checkOptions('createMedia', parts, { store: has('put', 'get'), door: has('ingest') });
  const { store, door } = parts;
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
