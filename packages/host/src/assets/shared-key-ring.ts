// The keys of asset handles where several processes serve one memory: they lie where the grants lie, so a URL that one of
// them made is good at all of them. A new key signs nothing before every process has had time to see it.
import { createSecretKey, randomBytes } from 'node:crypto';
import type { Outcome } from '@percept/core';
import type { SharedKey, SharedKeys } from '@percept/store';
import { minReloadMs, newKeyId, retiredOf, type KeyRing, type StoredKey } from './key-ring.ts';
import { maxKeyRingAgeMs } from './limits.ts';

export interface SharedKeyRingOptions {
  readonly keys: SharedKeys;
  readonly clock?: () => number;
}

/** Those who start at once on an empty memory make the same first key. */
const firstId = 'first';
const settleMs = 60_000;

/** Throws when the keys cannot be had: a host without them could neither mint nor serve. */
export async function openSharedKeyRing(options: SharedKeyRingOptions): Promise<KeyRing> {
  const { keys: shared, clock = Date.now } = options;
  const list = async (): Promise<readonly StoredKey[]> =>
    taken(await shared.list('assets')).map(loaded);
  let keys = await list();
  if (keys.length === 0) {
    taken(await shared.add('assets', newKey(firstId, clock())));
    keys = await list();
  }
  let loadedAt = clock();
  let loading: Promise<boolean> | undefined;
  const reload = (): Promise<boolean> => {
    if (clock() - loadedAt < minReloadMs) return Promise.resolve(false);
    loading ??= list()
      .then((found) => {
        const isNew = found.some(({ id }) => !keys.some((key) => key.id === id));
        keys = found.length > 0 ? found : keys;
        return isNew;
      })
      // A running host keeps what it knows when the server is away.
      .catch(() => false)
      .finally(() => {
        loadedAt = clock();
        loading = undefined;
      });
    return loading;
  };
  return {
    active() {
      if (clock() - loadedAt >= maxKeyRingAgeMs) void reload();
      const settled = keys.filter(({ createdAt }) => createdAt <= clock() - settleMs);
      const key = settled.at(-1) ?? keys[0];
      if (!key) throw new Error('There is no key for asset handles.');
      return key;
    },
    find: (id) => keys.find((key) => key.id === id),
    refresh: reload,
    async rotate() {
      const key = newKey(newKeyId(), clock());
      taken(await shared.add('assets', key));
      keys = await list();
      return loaded(key);
    },
    async retire(inUse) {
      keys = await list();
      const ids = retiredOf(keys, inUse, clock());
      if (ids.length > 0) taken(await shared.remove('assets', ids));
      keys = keys.filter(({ id }) => !ids.includes(id));
      return ids;
    },
  };
}

function loaded({ id, secret, createdAt }: SharedKey): StoredKey {
  return { id, secret: createSecretKey(secret), createdAt };
}

function newKey(id: string, createdAt: number): SharedKey {
  return { id, secret: randomBytes(32), createdAt };
}

function taken<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`The keys for asset handles cannot be had: ${outcome.refusal.message}`);
}
