// What a conversation knows of its media beside their bytes: which two hashes are one picture, and what was put off.
import type { BlobId } from '@percept/core';

export interface KnownMedia {
  /** What was attached, for pixels that a look at the whole of it showed. */
  wholeOf(blob: BlobId): BlobId;
  /** What was put off stays so until somebody asks for it, so that a prompt's prefix stays as it is. */
  putOff(blob: BlobId, describer: string): PutOff | undefined;
  /** Without numbers it was asked for. */
  notePutOff(blob: BlobId, describer: string, how: PutOff | undefined): void;
}

/** What the words in its place say. */
export interface PutOff {
  readonly maxPerTurn: number;
  /** Pictures of that request that nobody looked at. */
  readonly unseen: number;
}

/** Of a conversation that keeps no record. */
export function knownInMemory(): KnownMedia {
  const putOff = new Map<string, PutOff | undefined>();
  return {
    wholeOf: (blob) => blob,
    putOff: (blob, by) => putOff.get(`${blob} ${by}`),
    notePutOff: (blob, by, how) => void putOff.set(`${blob} ${by}`, how),
  };
}
