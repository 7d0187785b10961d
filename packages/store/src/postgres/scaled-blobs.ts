// Rows and copies as one blob store. A copy is announced, written under a name of its own, and only then made to count
// in one transaction: no lock is held while bytes travel, and whatever dies on the way leaves nothing but garbage that
// the collector knows about.
import { accept, refuse, type BlobId, type Outcome } from '@percept/core';
import { isBlobId, sharing } from '@percept/core/internal';
import { StoreError } from '../error.ts';
import { absentBlob, blobTooLarge, digest, notAnId } from '../fs/blob-files.ts';
import { storeLimits } from '../limits.ts';
import type { Clock } from '../ports.ts';
import type { MemoryBlobs } from '../sql/assemble.ts';
import { holdBlobs, liveIds } from '../sql/blob-rows.ts';
import { accepted } from '../sql/work.ts';
import { newCopy, type BlobBackend } from './blob-backend.ts';
import {
  announce,
  discard,
  findBlob,
  forgetDiscards,
  giveUpOne,
  markDamaged,
  publish,
  touch,
  type Publication,
} from './copy-rows.ts';
import type { PostgresDatabase } from './database.ts';
import { maxPutRounds } from './limits.ts';

export interface ScaledBlobsParts {
  readonly database: PostgresDatabase;
  readonly backend: BlobBackend;
  readonly clock: Clock;
}

const pieceBytes = 256 * 1024;

export function scaledBlobs({ database, backend, clock }: ScaledBlobsParts): MemoryBlobs {
  /** Equal bytes that are put at the same moment travel once. */
  const share = sharing<BlobId, Outcome<BlobId>>();

  async function keepOrPublish(id: BlobId, bytes: Uint8Array): Promise<Outcome<BlobId>> {
    for (let round = 0; round < maxPutRounds; round += 1) {
      const lost = await keep(id, bytes.length);
      if (!lost.ok) return lost;
      if (lost.value === 'kept') return accept(id);
      const published = await publishCopy(id, bytes, lost.value.replaces);
      if (!published.ok || published.value !== 'lapsed')
        return published.ok ? accept(id) : published;
    }
    return refuse({
      refused: 'unavailable',
      message: `The blob ${id} was collected again and again while it was put.`,
      hint: 'Let the collector leave a grace, and try again.',
    });
  }

  /** Whether the blob is there already; if its copy is lost or damaged, which one has to be replaced. */
  async function keep(
    id: BlobId,
    bytes: number,
  ): Promise<Outcome<'kept' | { readonly replaces: string | undefined }>> {
    const touched = await database.write(accepted(() => touch(id, clock())));
    if (!touched.ok) return touched;
    const row = touched.value;
    if (!row || row.damaged) return accept({ replaces: row?.copy });
    const size = await backend.size(row);
    if (size.ok && size.value === bytes) return accept('kept');
    if (size.ok || size.refusal.refused === 'absent' || size.refusal.refused === 'corrupt')
      return accept({ replaces: row.copy });
    return size;
  }

  async function publishCopy(
    id: BlobId,
    bytes: Uint8Array,
    replaces: string | undefined,
  ): Promise<Outcome<Publication>> {
    const copy = newCopy(id);
    const announced = await database.jot(accepted(() => announce(copy, clock())));
    if (!announced.ok) return announced;
    const written = await backend.write(copy, bytes);
    if (!written.ok) {
      await database.jot(accepted(() => discard([copy], clock())));
      return written;
    }
    return database.write(
      accepted(() => publish({ copy, bytes: bytes.length, now: clock(), replaces })),
    );
  }

  async function get(id: BlobId): Promise<Outcome<Uint8Array>> {
    if (!isBlobId(id)) return notAnId();
    let seen: string | undefined;
    for (let round = 0; round < maxPutRounds; round += 1) {
      const found = await database.read(accepted(() => findBlob(id)));
      if (!found.ok) return found;
      const row = found.value;
      if (!row) return absentBlob(id);
      // The same copy that was not there a moment ago: it is lost, and not merely replaced meanwhile.
      if (row.copy === seen) return absentBlob(id);
      const read = await backend.read(row);
      if (read.ok) return read;
      if (read.refusal.refused === 'corrupt') {
        await database.jot(accepted(() => markDamaged(row, clock())));
        return read;
      }
      if (read.refusal.refused !== 'absent') return read;
      seen = row.copy;
    }
    return absentBlob(id);
  }

  return {
    hold: holdBlobs,

    async put(bytes) {
      if (bytes.length > storeLimits.maxBlobBytes) return blobTooLarge(bytes.length);
      const id = digest(bytes);
      // The caller may change its bytes while they travel.
      return share(id, () => keepOrPublish(id, new Uint8Array(bytes)));
    },

    get,

    /** What comes over a network is verified as a whole before any of it is given away, so it is held. */
    async open(id) {
      const read = await get(id);
      if (!read.ok) return read;
      const bytes = read.value;
      const close = async (): Promise<void> => undefined;
      return accept({
        bytes: bytes.length,
        async *read(start, end) {
          for (let at = start; at < Math.min(end, bytes.length); at += pieceBytes)
            yield bytes.subarray(at, Math.min(at + pieceBytes, end));
        },
        close,
        [Symbol.asyncDispose]: close,
      });
    },

    async size(id) {
      if (!isBlobId(id)) return notAnId();
      return database.read(function* () {
        const row = yield* findBlob(id);
        return row ? accept(row.bytes) : absentBlob(id);
      });
    },

    /** What a session refers to stays. A copy that cannot be deleted now is deleted by the collector. */
    async remove(id) {
      if (!isBlobId(id)) return;
      const given = await database.write(accepted(() => giveUpOne(id, clock())));
      if (!given.ok) throw new StoreError('server-unreachable', given.refusal.message);
      const copy = given.value;
      if (!copy || !(await backend.remove(copy)).ok) return;
      await database.jot(accepted(() => forgetDiscards([copy])));
    },

    list: () => liveIds(database, 'server-unreachable'),
  };
}
