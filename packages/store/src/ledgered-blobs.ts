// Files and ledger as one blob store. Bytes are staged outside the lock and published inside it, together with their
// row; a copy that is there already is trusted only while its row is live, seen under the lock. So a collector at work
// can never take away what a put has just acknowledged, except after the grace it is given.
import { accept, isBlobId, type BlobId, type BlobStore, type Outcome } from '@percept/core';
import { StoreError } from './error.ts';
import { refuseRead } from './failure.ts';
import { absentBlob, corruptBlob, digest, notAnId, type BlobFiles } from './fs/blob-files.ts';
import { VerifiedFiles, type BlobReader } from './fs/verified-file.ts';
import type { Clock } from './ports.ts';
import type { BlobLedger } from './sqlite/blob-ledger.ts';
import type { GroupCommit } from './sqlite/group-commit.ts';
import type { BlobHolder } from './sqlite/sqlite-session-record.ts';

export interface LedgeredBlobsParts {
  readonly commits: GroupCommit;
  readonly ledger: BlobLedger;
  readonly files: BlobFiles;
  readonly clock: Clock;
}

export class LedgeredBlobs implements BlobStore, BlobHolder {
  readonly #commits: GroupCommit;
  readonly #ledger: BlobLedger;
  readonly #files: BlobFiles;
  readonly #verified: VerifiedFiles;
  readonly #clock: Clock;

  constructor({ commits, ledger, files, clock }: LedgeredBlobsParts) {
    this.#commits = commits;
    this.#ledger = ledger;
    this.#files = files;
    this.#verified = new VerifiedFiles(files);
    this.#clock = clock;
  }

  async put(bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const id = digest(bytes);
    const present = await this.#files.read(id);
    if (present.ok) {
      const kept = await this.#commits.run(() => accept(this.#isKept(id, bytes.length)));
      if (!kept.ok) return kept;
      if (kept.value) return accept(id);
    }
    return this.#publish(id, bytes);
  }

  async get(id: BlobId): Promise<Outcome<Uint8Array>> {
    const read = await this.#files.read(id);
    if (read.ok || read.refusal.refused !== 'corrupt') return read;
    const quarantined = await this.#commits.run(() => accept(this.#files.quarantine(id)));
    return quarantined.ok && !quarantined.value ? this.#files.read(id) : corruptBlob(id);
  }

  /** For what is too large to hold: the same promise as `get`, piece by piece. */
  async open(id: BlobId): Promise<Outcome<BlobReader>> {
    const opened = await this.#verified.open(id);
    if (opened.ok || opened.refusal.refused !== 'corrupt') return opened;
    const quarantined = await this.#commits.run(() => accept(this.#files.quarantine(id)));
    return quarantined.ok && !quarantined.value ? this.#verified.open(id) : corruptBlob(id);
  }

  async size(id: BlobId): Promise<Outcome<number>> {
    if (!isBlobId(id)) return notAnId();
    const size = this.#files.sizeOf(id);
    if (size === undefined) return this.#files.isQuarantined(id) ? corruptBlob(id) : absentBlob(id);
    try {
      const row = await this.#commits.read(() => this.#ledger.find(id));
      return row === undefined || row.bytes === size ? accept(size) : corruptBlob(id);
    } catch (error) {
      return refuseRead(error);
    }
  }

  /** What a session refers to stays. */
  async remove(id: BlobId): Promise<void> {
    if (!isBlobId(id)) return;
    const removed = await this.#commits.run(() => {
      this.#ledger.condemnOne(id, this.#clock());
      return accept(this.sweep(id));
    });
    if (!removed.ok) throw new StoreError('directory-unusable', removed.refusal.message);
  }

  async *list(): AsyncIterable<BlobId> {
    let last: BlobId | undefined;
    do {
      const after = last;
      const page = await this.#commits.read(() => this.#ledger.livePage(after));
      last = page.at(-1)?.id;
      for (const { id } of page) yield id;
    } while (last !== undefined);
  }

  require(id: BlobId): Outcome<BlobId> {
    const row = this.#ledger.find(id);
    if (row === undefined || this.#files.sizeOf(id) !== row.bytes) return absentBlob(id);
    if (row.state === 'condemned') this.#ledger.revive(id);
    return accept(id);
  }

  refer(session: number, seq: number, id: BlobId): void {
    this.#ledger.refer(session, seq, id);
  }

  /** Under the lock: frees the blob if it is still condemned and still unreferenced. The file goes first. */
  sweep(id: BlobId): boolean {
    if (!this.#ledger.isDoomed(id)) return false;
    this.#files.unlink(id);
    this.#ledger.forget(id);
    return true;
  }

  #isKept(id: BlobId, bytes: number): boolean {
    return this.#files.sizeOf(id) === bytes && this.#ledger.touch(id, this.#clock());
  }

  async #publish(id: BlobId, bytes: Uint8Array): Promise<Outcome<BlobId>> {
    const staged = await this.#files.stage(id, bytes);
    if (!staged.ok) return staged;
    try {
      return await this.#commits.run(() => {
        staged.value.publish();
        this.#ledger.enliven(id, bytes.length, this.#clock());
        return accept(id);
      });
    } finally {
      staged.value.discard();
    }
  }
}
