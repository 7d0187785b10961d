// The store as one tenant sees it: what its own records refer to, and what was put through this very store. Whatever else lies in the
// memory, whoever's it is, is answered like something that never was: bytes have no owner, and can be named by whoever learnt their hash.
// What nobody refers to (`percept ingest` without a session) is of whoever owns the machine.
import {
  accept,
  refuse,
  type BlobId,
  type BlobStore,
  type Outcome,
  type TenantId,
} from '@percept/core';
import { BoundedMap, isBlobId } from '@percept/core/internal';
import { localTenant } from '@percept/core/internal/tenant';
import type { Database } from './database.ts';
import { readBlobId, toBytes } from './rows.ts';
import { query } from './work.ts';

/** A store that belongs to somebody: nothing that resolves names of media takes another kind. */
export interface TenantStore extends BlobStore {
  readonly tenant: TenantId;
}

export function tenantBlobs(database: Database, blobs: BlobStore, tenant: TenantId): TenantStore {
  /** What was put and may be in no record yet; a program that runs for months does not remember without end. */
  const put = new BoundedMap<BlobId>(10_000);

  async function referred(from: string, values: readonly string[]): Promise<readonly BlobId[]> {
    const found = await database.read(function* () {
      const rows = yield* query(`SELECT DISTINCT refs.blob AS blob ${from}`, values);
      return accept(rows.map((row) => readBlobId(row, 'blob')));
    });
    return found.ok ? found.value : [];
  }

  async function whenOwn<T>(id: BlobId, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (put.get(id) !== undefined) return read();
    const known = await database.readOne(function* () {
      const sql = `SELECT refs.session AS session ${ofTenant} AND refs.blob = $2 LIMIT 1`;
      const [own] = yield* query(sql, [tenant, toBytes(id)]);
      if (own || tenant !== localTenant) return accept(own !== undefined);
      const [held] = yield* query('SELECT session FROM refs WHERE blob = $1 LIMIT 1', [
        toBytes(id),
      ]);
      return accept(held === undefined);
    });
    if (!known.ok) return known;
    return known.value ? read() : unknownBlob(id);
  }

  return {
    tenant,
    async put(bytes, options) {
      const stored = await blobs.put(bytes, options);
      if (stored.ok) put.set(stored.value, stored.value);
      return stored;
    },
    get: (id, options) => whenOwn(id, () => blobs.get(id, options)),
    size: (id) => whenOwn(id, () => blobs.size(id)),
    /** Only the collector removes, and it works on the memory itself. */
    async remove() {},
    async *list() {
      const own = new Set([
        ...[...put.keys()].filter(isBlobId),
        ...(await referred(ofTenant, [tenant])),
      ]);
      yield* own;
      if (tenant !== localTenant) return;
      const held = new Set(await referred('FROM refs', []));
      for await (const id of blobs.list()) if (!own.has(id) && !held.has(id)) yield id;
    },
  };
}

const ofTenant =
  'FROM refs JOIN sessions ON sessions.key = refs.session WHERE sessions.tenant = $1';

function unknownBlob(id: BlobId): Outcome<never> {
  return refuse({
    refused: 'absent',
    message: `There is no stored media ${id.slice(0, 12)}….`,
    hint: 'Attach its bytes, or view its file.',
  });
}
