// Media as a lens found it, in words that belong to no wire. Bytes are never copied here: base64 stays the string that it
// was, bytes stay the array that they were.
import type { BlobId } from '../ids.ts';

export type MediaKind = 'image' | 'audio' | 'file';

export type MediaData =
  | { readonly kind: 'base64'; readonly base64: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A URL that the provider fetches for itself. */
  | { readonly kind: 'url'; readonly url: string }
  /** A `media:` reference: only the host can resolve it. */
  | { readonly kind: 'blob'; readonly blob: BlobId }
  /** A file that the provider already holds. */
  | { readonly kind: 'handle'; readonly handle: unknown }
  /** A media part without media in it. */
  | { readonly kind: 'nothing' };

export interface Media {
  readonly kind: MediaKind;
  /** As declared: `image` alone and lies included. */
  readonly mime?: string;
  readonly data: MediaData;
  readonly name?: string;
  /** Where the host holds these bytes, if it said so. */
  readonly blob?: BlobId;
  /** Readable, but never as it stands: base64 in lines, bytes as numbers. */
  readonly mangled?: boolean;
  /** The part as it stood in the body, for knobs (`detail`, `providerOptions`) that move along with it. */
  readonly raw?: unknown;
}

/** What the first and last bytes say, or what the host knows about a blob. */
export interface MediaFacts {
  /** Undefined: no type that we know. */
  readonly mime?: string;
  readonly width?: number;
  readonly height?: number;
  /** Raw bytes; undefined for a URL or a handle. */
  readonly bytes?: number;
  /** Whether the file ends where its format says it ends. */
  readonly complete: boolean;
}

export function kindOfType(mime: string): MediaKind {
  if (mime.startsWith('image')) return 'image';
  if (mime.startsWith('audio')) return 'audio';
  return 'file';
}
