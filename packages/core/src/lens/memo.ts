// What a session has already worked out, held by the very objects that it was worked out from: a message that leaves the
// history takes its memo along, and memory does not grow with the number of requests.
import type { BlobId } from '../ids.ts';
import { decodeBase64, looksLikeBase64, overBase64, overBytes } from './base64.ts';
import type { Lens } from './lens.ts';
import type { Media, MediaData, MediaFacts } from './media.ts';
import { peek } from './peek.ts';
import { sha256 } from './sha256.ts';
import type { MessageView } from './view.ts';

export class Memo {
  readonly #views = new WeakMap<object, MessageView>();
  readonly #facts = new WeakMap<MediaData, MediaFacts | 'unreadable'>();
  readonly #hashes = new WeakMap<MediaData, BlobId>();
  readonly #prints = new WeakMap<MediaData, string>();

  view(lens: Lens, message: unknown): MessageView {
    if (typeof message !== 'object' || message === null) return lens.read(message);
    const known = this.#views.get(message);
    if (known) return known;
    const view = lens.read(message);
    this.#views.set(message, view);
    return view;
  }

  /** What inline media says about itself; undefined for a URL, a reference or a handle; `unreadable` when it is not base64. */
  facts(media: Media): MediaFacts | 'unreadable' | undefined {
    const { data } = media;
    if (data.kind !== 'base64' && data.kind !== 'bytes') return undefined;
    const known = this.#facts.get(data);
    if (known) return known;
    const found = inspect(data);
    this.#facts.set(data, found);
    return found;
  }

  /** Equal media has equal prints; whoever finds two equal prints compares the media. */
  fingerprint(data: MediaData): string | undefined {
    const known = this.#prints.get(data);
    if (known !== undefined) return known;
    const print = fingerprintOf(data);
    if (print !== undefined) this.#prints.set(data, print);
    return print;
  }

  /** The name under which a store would hold these bytes. */
  hash(media: Media): BlobId | undefined {
    const { data } = media;
    if (data.kind === 'blob') return data.blob;
    const known = this.#hashes.get(data);
    if (known) return known;
    const bytes = bytesOf(data);
    if (!bytes) return undefined;
    const hash = sha256(bytes);
    this.#hashes.set(data, hash);
    return hash;
  }
}

function inspect(
  data: Extract<MediaData, { kind: 'base64' | 'bytes' }>,
): MediaFacts | 'unreadable' {
  if (data.kind === 'bytes') return peek(overBytes(data.bytes));
  return looksLikeBase64(data.base64) ? peek(overBase64(data.base64)) : 'unreadable';
}

/** The bytes of inline media, or undefined when they are not here or not base64. */
export function bytesOf(data: MediaData): Uint8Array | undefined {
  if (data.kind === 'bytes') return data.bytes;
  return data.kind === 'base64' ? decodeBase64(data.base64) : undefined;
}

const samples = 16;
const sampleLetters = 24;

/** A few letters from all over. A whole payload would be a poor key: engines hash long strings by their length alone. */
function fingerprintOf(data: MediaData): string | undefined {
  if (data.kind === 'blob') return data.blob;
  if (data.kind !== 'base64' && data.kind !== 'bytes') return undefined;
  const { length } = data.kind === 'base64' ? data.base64 : data.bytes;
  const step = Math.max(sampleLetters, Math.floor(length / samples));
  let print = `${data.kind} ${length}`;
  for (let at = 0; at < length; at += step)
    print +=
      data.kind === 'base64'
        ? data.base64.slice(at, at + sampleLetters)
        : ` ${data.bytes.subarray(at, at + sampleLetters).join()}`;
  return print;
}

export function sameMedia(one: MediaData, other: MediaData): boolean {
  if (one === other) return true;
  if (one.kind === 'base64' && other.kind === 'base64') return one.base64 === other.base64;
  if (one.kind === 'blob' && other.kind === 'blob') return one.blob === other.blob;
  if (one.kind !== 'bytes' || other.kind !== 'bytes' || one.bytes.length !== other.bytes.length)
    return false;
  return one.bytes.every((byte, index) => byte === other.bytes[index]);
}
