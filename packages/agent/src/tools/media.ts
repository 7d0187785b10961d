// The lens's way to bytes where there is a store and a door: references are resolved from the one, and what does not fit
// a model is fitted by the other.
import type { BlobStore, Outcome } from '@percept/core';
import type { HeldMedia, MediaPort } from '@percept/core/lens';
import type { Door } from '@percept/ingest';

/** @example withPercept(model, { media: createMedia({ store: memory, door }) }) */
export function createMedia({
  store,
  door,
}: {
  readonly store: BlobStore;
  readonly door: Door;
}): MediaPort {
  const held = async (reading: Promise<Outcome<Uint8Array>>): Promise<Outcome<HeldMedia>> => {
    const bytes = await reading;
    return bytes.ok ? { ok: true, value: { bytes: bytes.value } } : bytes;
  };
  return {
    resolve: (blob) => held(store.get(blob)),
    refit: async (bytes, target) => {
      const fitted = await door.ingest({ kind: 'bytes', bytes }, { target, expect: 'image' });
      return fitted.ok ? held(store.get(fitted.value.block.sha256)) : fitted;
    },
  };
}
