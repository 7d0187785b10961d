// Pictures fitted to a model, for the gateway alone: they go through the same door as everything else, but nothing of what
// strangers send through here is written to disk. Fitted ones are kept in memory, because the next request of the same
// conversation holds them again.
import { createHash } from 'node:crypto';
import {
  accept,
  parseBlobId,
  refuse,
  type BlobId,
  type FitTarget,
  type Outcome,
} from '@percept/core';
import { isPassing, overBytes, peek } from '@percept/core/internal/lens';
import { type HeldMedia, type MediaPort } from '@percept/core/lens';
import { openDoor, type Door, type DoorOptions } from '@percept/ingest';
import { BoundedMap, sharing } from '@percept/core/internal';
import { localTenant, type TenantStore } from '@percept/store';

export interface Fitting extends AsyncDisposable {
  readonly port: MediaPort;
  /** Of nobody else: what passes through is named by no request. */
  readonly store: TenantStore;
  readonly door: Door;
}

export function createFitting(maxBytes: number, options: Omit<DoorOptions, 'store'> = {}): Fitting {
  const cache = new BoundedMap<Uint8Array>(maxBytes, (bytes) => bytes.length);
  const fitted = new BoundedMap<BlobId>(10_000);
  /** Many requests may hold the same picture at the same time: it is fitted once. */
  const share = sharing<string, Outcome<HeldMedia>>();
  const store = heldStore(cache);
  // Nothing is started before it is asked; what is wrong about its options is told at once.
  const door = openDoor({ ...options, store });
  const fit = async (
    bytes: Uint8Array,
    target: FitTarget,
    key: string,
  ): Promise<Outcome<HeldMedia>> => {
    const taken = await door.ingest({ kind: 'bytes', bytes }, { target, expect: 'image' });
    if (!taken.ok) return taken;
    const { sha256 } = taken.value.block;
    fitted.set(key, sha256);
    // The original is in the request itself.
    const original = digest(bytes);
    if (original !== sha256) cache.delete(original);
    const found = cache.get(sha256);
    return found ? accept({ bytes: found }) : refuse(pushedOut);
  };
  const checked = new BoundedMap<Outcome<unknown>>(10_000);
  const check: MediaPort['check'] = async (bytes) => {
    // Sound and documents are known by their frame; pictures are decoded.
    if (!peek(overBytes(bytes)).mime?.startsWith('image/')) return accept(undefined);
    const key = digest(bytes);
    const known = checked.get(key);
    if (known) return known;
    const kept = await door.keep({ kind: 'bytes', bytes }, { expect: 'image' });
    cache.delete(key);
    const outcome = kept.ok ? accept(undefined) : kept;
    if (!isPassing(outcome)) checked.set(key, outcome);
    return outcome;
  };
  const refit: MediaPort['refit'] = (bytes, target) => {
    const key = `${digest(bytes)} ${JSON.stringify(target)}`;
    const known = fitted.get(key);
    const held = known && cache.get(known);
    if (held) return Promise.resolve(accept({ bytes: held }));
    return share(key, () => fit(bytes, target, key));
  };
  return {
    // A reference names what the host stores; here it would be somebody else's.
    port: { resolve: () => Promise.resolve(refuse(notHere)), refit, check },
    store,
    door,
    [Symbol.asyncDispose]: async () => {
      await door.close();
    },
  };
}

function heldStore(cache: BoundedMap<Uint8Array>): TenantStore {
  const get = (id: BlobId): Promise<Outcome<Uint8Array>> => {
    const found = cache.get(id);
    return Promise.resolve(found ? accept(found) : refuse(pushedOut));
  };
  return {
    tenant: localTenant,
    put: (bytes) => {
      const id = parseBlobId(digest(bytes));
      if (id.ok) cache.set(id.value, bytes);
      return Promise.resolve(id);
    },
    get,
    size: async (id) => {
      const found = await get(id);
      return found.ok ? accept(found.value.length) : found;
    },
    remove: (id) => Promise.resolve(cache.delete(id)),
    list: () => nothing(),
  };
}

async function* nothing(): AsyncGenerator<BlobId> {
  // The cache has no collector.
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const notHere = {
  refused: 'absent',
  message: 'The gateway resolves no references.',
  hint: 'Send the bytes.',
} as const;

const pushedOut = {
  refused: 'absent',
  message: 'The picture is no longer held.',
  hint: 'Send it again.',
} as const;
