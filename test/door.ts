// One door for everything that a test process opens, as a server has one for all of its tenants: decoders start once, and not with each
// store. Tests about the door itself, its limits and its decoders open their own.
import type { BlobStore } from '@percept/core';
import { openDoor, type Door } from '@percept/ingest';
import { VolatileBlobStore } from '@percept/store/testing';

const shared = openDoor({ store: new VolatileBlobStore() });

/** Closing it ends nothing. */
export function doorOnto(store: BlobStore): Door {
  return shared.onto(store);
}
