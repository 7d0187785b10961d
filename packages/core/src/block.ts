// Media blocks: what a message holds instead of bytes. A block carries facts about the media and never policy or
// provider knobs. Only a `blob` source is persisted, and only the other two can be serialised to a wire: `StoredBlock`
// and `WireBlock` are disjoint by type.
import type { BlobId } from './ids.ts';
import type { AudioType, ImageType } from './media-type.ts';

export interface Base64Source {
  readonly kind: 'base64';
  readonly data: string;
}
export interface UrlSource {
  readonly kind: 'url';
  readonly url: string;
}
export interface BlobSource {
  readonly kind: 'blob';
}
export type WireSource = Base64Source | UrlSource;
export type Source = WireSource | BlobSource;

/** Where the media came from decides whether it can be seen again. */
export type Origin =
  /** Pasted or attached: it exists nowhere else, so it is never evicted. */
  | { readonly kind: 'attachment'; readonly name?: string }
  /** The result of looking at `ref`: looking again restores it. */
  | {
      readonly kind: 'perception';
      readonly ref: string;
      readonly page?: number;
      readonly region?: string;
      /** Of the bytes that were looked at: another one means that the source has changed. */
      readonly source?: BlobId;
    }
  /** A model made it. It is kept under its hash, so viewing its `media:` name shows it again. */
  | { readonly kind: 'made'; readonly model: string; readonly name?: string };

/** The true facts of a source whose block is smaller than it was. */
export interface Original {
  readonly sha256: BlobId;
  readonly mime: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  /** More than one: the source moves, and the block is a still of it. */
  readonly frames?: number;
}

export interface Frame<S extends Source = Source> {
  readonly source: S;
  /** SHA-256 of the bytes that this block stands for. With a `blob` source it is also the address. */
  readonly sha256: BlobId;
  readonly bytes: number;
  readonly origin: Origin;
  readonly original?: Original;
}

export interface ImageBlock<S extends Source = Source> extends Frame<S> {
  readonly type: 'image';
  readonly mime: ImageType;
  readonly width: number;
  readonly height: number;
}

export interface AudioBlock<S extends Source = Source> extends Frame<S> {
  readonly type: 'audio';
  readonly mime: AudioType;
  readonly durationMs?: number;
  readonly name?: string;
}

export interface FileBlock<S extends Source = Source> extends Frame<S> {
  readonly type: 'file';
  readonly mime: string;
  readonly name?: string;
}

export type MediaBlock<S extends Source = Source> = ImageBlock<S> | AudioBlock<S> | FileBlock<S>;
export type StoredBlock = MediaBlock<BlobSource>;
export type WireBlock = MediaBlock<WireSource>;

export function isStored(block: MediaBlock): block is StoredBlock {
  return block.source.kind === 'blob';
}

/** What people and models call it: the name of a file, or the reference that was looked at. */
export function nameOf({ origin, ...block }: MediaBlock): string | undefined {
  return origin.kind === 'perception'
    ? origin.ref
    : (origin.name ?? (block.type === 'image' ? undefined : block.name));
}
