// Reading a large blob in pieces without ever giving away a wrong byte. The first reader hashes the whole file and keeps
// a digest of every piece; from then on each piece is held against its digest before anybody sees it.
import { createHash, hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { accept, type BlobId, type Outcome } from '@percept/core';
import { BoundedMap, isBlobId, sharing } from '@percept/core/internal';
import { refuseRead } from '../failure.ts';
import { maxProofs, storeLimits } from '../limits.ts';
import { absentBlob, corruptBlob, notAnId, type BlobFiles } from './blob-files.ts';
import { openRegular, readBytes } from './disk.ts';

export interface BlobReader extends AsyncDisposable {
  readonly bytes: number;
  /** The bytes from `start` up to and without `end`, piece by piece. Throws when the copy is not what was put. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

const pieceBytes = 256 * 1024;

interface Proof {
  readonly bytes: number;
  readonly pieces: readonly string[];
}

export class VerifiedFiles {
  readonly #files: BlobFiles;
  readonly #proofs = new BoundedMap<Proof>(maxProofs);
  /** However many ask at once, the file is hashed once. */
  readonly #share = sharing<BlobId, Proof | undefined>();

  constructor(files: BlobFiles) {
    this.#files = files;
  }

  /** `corrupt` leaves the file where it is: whoever knows the lock moves it to quarantine. */
  async open(id: BlobId): Promise<Outcome<BlobReader>> {
    if (!isBlobId(id)) return notAnId();
    try {
      const opened = await openRegular(this.#files.fileOf(id));
      if (opened.kind === 'absent')
        return this.#files.isQuarantined(id) ? corruptBlob(id) : absentBlob(id);
      if (opened.kind === 'irregular') return corruptBlob(id);
      const proof = await this.#proofOf(id, opened.file, opened.bytes);
      if (proof?.bytes === opened.bytes) return accept(this.#reader(id, opened.file, proof));
      await opened.file.close();
      return corruptBlob(id);
    } catch (error) {
      return refuseRead(error);
    }
  }

  async #proofOf(id: BlobId, file: FileHandle, bytes: number): Promise<Proof | undefined> {
    const known = this.#proofs.get(id);
    if (known) return known;
    if (bytes > storeLimits.maxBlobBytes) return undefined;
    try {
      return await this.#share(id, async () => {
        const proof = await prove(id, file, bytes);
        if (proof) this.#proofs.set(id, proof);
        return proof;
      });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  #reader(id: BlobId, file: FileHandle, proof: Proof): BlobReader {
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= file.close());
    return {
      bytes: proof.bytes,
      read: (start, end) => this.#pieces(id, file, proof, start, Math.min(end, proof.bytes)),
      close,
      [Symbol.asyncDispose]: close,
    };
  }

  async *#pieces(
    id: BlobId,
    file: FileHandle,
    proof: Proof,
    start: number,
    end: number,
  ): AsyncIterable<Uint8Array> {
    for (let at = start; at < end;) {
      const index = Math.floor(at / pieceBytes);
      const from = index * pieceBytes;
      const piece = await readPiece(file, from, proof.bytes);
      if (hash('sha256', piece, 'base64url') !== proof.pieces[index]) {
        // Whoever opens it next judges the whole file again, and moves it to quarantine.
        this.#proofs.delete(id);
        throw new Error(corruptBlob(id).refusal.message);
      }
      const upTo = Math.min(end, from + piece.length);
      yield piece.subarray(at - from, upTo - from);
      at = upTo;
    }
  }
}

async function prove(id: BlobId, file: FileHandle, bytes: number): Promise<Proof | undefined> {
  const whole = createHash('sha256');
  const digests: string[] = [];
  for (let at = 0; at < bytes; at += pieceBytes) {
    const piece = await readPiece(file, at, bytes);
    whole.update(piece);
    digests.push(hash('sha256', piece, 'base64url'));
  }
  return whole.digest('hex') === id ? { bytes, pieces: digests } : undefined;
}

function readPiece(file: FileHandle, at: number, bytes: number): Promise<Uint8Array> {
  return readBytes(file, Math.min(pieceBytes, bytes - at), at);
}
