// The media type of a stored blob, told from its bytes. Bytes under a hash never change, so neither does their type: what
// was told once is remembered, in bounded memory.
import type { BlobId, BlobStore } from '@percept/core';
import { BoundedMap } from '@percept/core/internal';
import type { Sniffed } from '@percept/ingest';
import { maxKnownTypes, maxSniffBytes } from './limits.ts';

const unknownType = 'application/octet-stream';

export class MediaTypes {
  readonly #known = new BoundedMap<string>(maxKnownTypes);

  async of(id: BlobId, store: BlobStore, size: number): Promise<string> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (size > maxSniffBytes) return unknownType;
    const bytes = await store.get(id);
    return bytes.ok ? this.ofBytes(id, bytes.value) : unknownType;
  }

  async ofBytes(id: BlobId, bytes: Uint8Array): Promise<string> {
    const { sniff } = await import('@percept/ingest');
    const type = typeOfSniffed(sniff(bytes));
    this.#known.set(id, type);
    return type;
  }
}

export function typeOfSniffed(sniffed: Sniffed): string {
  switch (sniffed.kind) {
    case 'image':
    case 'audio':
    case 'vector':
    case 'document':
      return sniffed.mime;
    case 'text':
      return 'text/plain';
    case 'refused-image':
    case 'refused-audio':
    case 'video':
    case 'unknown':
    case 'empty':
      return unknownType;
  }
}
