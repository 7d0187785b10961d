// The door: the one way in. Whatever arrives leaves as a block whose bytes are stored, or as a refusal; nothing throws
// for what a stranger sent.
import { doorLimits, type BlobStore, type DoorLimits, type Outcome } from '@percept/core';
import { stat } from 'node:fs/promises';
import {
  admit,
  developBitmap,
  glance,
  type AdmissionRequest,
  type Admitted,
  type BitmapRequest,
} from './admission/index.ts';
import { arrive, type DoorInput } from './arrival.ts';
import { DecoderPool, type Decoder, type Isolation, type Sandbox } from './decoder/index.ts';
import type { Bitmap } from './fit/index.ts';
import {
  parseDrop,
  readClipboard,
  type DropItem,
  type SourceBytes,
  type SourceProgress,
} from './sources/index.ts';

export interface DoorOptions {
  readonly store: BlobStore;
  readonly limits?: Partial<DoorLimits>;
  readonly sandbox?: Sandbox;
  /** How many pictures are decoded at once. */
  readonly maxInFlight?: number;
}

export interface IngestRequest extends AdmissionRequest {
  readonly onProgress?: ((progress: SourceProgress) => void) | undefined;
}

/** Where a clipboard or a drop is read: nothing is taken from the process by itself. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export interface Door extends AsyncDisposable {
  ingest(input: DoorInput, request?: IngestRequest): Promise<Outcome<Admitted>>;
  /** The picture, or the files, that were copied. */
  ingestClipboard(
    place: Place,
    request?: IngestRequest,
  ): Promise<Outcome<readonly Outcome<Admitted>[]>>;
  /** What a terminal pasted: files when all of it names files, or undefined when it is text. URLs are not fetched. */
  ingestDrop(
    text: string,
    place: Place,
    request?: IngestRequest,
  ): Promise<readonly Outcome<Admitted>[] | undefined>;
  /** Bare pixels for whoever looks here. Nothing is stored. */
  bitmap(bytes: Uint8Array, request?: BitmapRequest): Promise<Outcome<Bitmap>>;
  /** What stands between a hostile picture and this process, as it is in force. */
  isolation(): Promise<Outcome<Isolation>>;
  close(): Promise<void>;
}

/**
 * Opens the door onto a store. Decoders start with the first picture and end with `close`.
 *
 * @example
 * await using door = openDoor({ store: memory });
 * const shot = await door.ingest({ kind: 'bytes', bytes });
 * if (shot.ok) console.log(shot.value.block.sha256);
 */
export function openDoor(options: DoorOptions): Door {
  const limits: DoorLimits = { ...doorLimits, ...options.limits };
  const pool = new DecoderPool({
    limits,
    ...(options.sandbox && { sandbox: options.sandbox }),
    ...(options.maxInFlight !== undefined && { maxInFlight: options.maxInFlight }),
  });
  return new PooledDoor(options.store, limits, pool);
}

class PooledDoor implements Door {
  readonly #store: BlobStore;
  readonly #limits: DoorLimits;
  readonly #decoder: Decoder & { describe(): Promise<Outcome<Isolation>> };

  constructor(store: BlobStore, limits: DoorLimits, decoder: DecoderPool) {
    this.#store = store;
    this.#limits = limits;
    this.#decoder = decoder;
  }

  async ingest(input: DoorInput, request: IngestRequest = {}): Promise<Outcome<Admitted>> {
    const arrived = await arrive(input, {
      ...this.#sourceOptions(request),
      inspect: (head) => glance(head, request.expect),
    });
    return arrived.ok ? this.#admit(arrived.value, request) : arrived;
  }

  async ingestClipboard(
    place: Place,
    request: IngestRequest = {},
  ): Promise<Outcome<readonly Outcome<Admitted>[]>> {
    const copied = await readClipboard({
      platform: place.platform,
      env: place.env,
      ...this.#sourceOptions(request),
    });
    if (!copied.ok) return copied;
    const value = await Promise.all(copied.value.map((source) => this.#admit(source, request)));
    return { ok: true, value };
  }

  async ingestDrop(
    text: string,
    place: Place,
    request: IngestRequest = {},
  ): Promise<readonly Outcome<Admitted>[] | undefined> {
    const items = await parseDrop(text, {
      exists: isFile,
      platform: place.platform,
      maxBytes: this.#limits.maxSourceBytes,
    });
    // A URL in a paste is somebody's text until a person says that it may be fetched.
    if (!items || items.some((item) => item.kind === 'url')) return undefined;
    return Promise.all(items.map((item) => this.#takeDropped(item, place, request)));
  }

  bitmap(bytes: Uint8Array, request: BitmapRequest = {}): Promise<Outcome<Bitmap>> {
    return developBitmap({ decoder: this.#decoder, limits: this.#limits }, bytes, request);
  }

  isolation(): Promise<Outcome<Isolation>> {
    return this.#decoder.describe();
  }

  close(): Promise<void> {
    return this.#decoder.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #takeDropped(
    item: DropItem,
    place: Place,
    request: IngestRequest,
  ): Promise<Outcome<Admitted>> {
    switch (item.kind) {
      case 'path': {
        const access = { followLinks: 'user-chosen' } as const;
        return this.ingest({ kind: 'path', path: item.path, cwd: place.cwd, access }, request);
      }
      case 'bytes':
        return item.source.ok ? this.#admit(item.source.value, request) : item.source;
      case 'url':
        return this.ingest({ kind: 'url', url: item.url }, request);
    }
  }

  #admit(source: SourceBytes, request: IngestRequest): Promise<Outcome<Admitted>> {
    const parts = { store: this.#store, decoder: this.#decoder, limits: this.#limits };
    return admit(parts, source, request);
  }

  #sourceOptions(request: IngestRequest): {
    readonly maxBytes: number;
    readonly signal: AbortSignal | undefined;
    readonly onProgress: IngestRequest['onProgress'];
  } {
    const { signal, onProgress } = request;
    return { maxBytes: this.#limits.maxSourceBytes, signal, onProgress };
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
