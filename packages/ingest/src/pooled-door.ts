// What stands behind the door: whatever arrives is read, judged, decoded and stored by parts that are loaded with its first call. Many
// large inputs at once wait for their turn instead of filling the memory.
import { refuse, type BlobId, type BlobStore, type DoorLimits, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import { observed, type Observed } from '@percept/core/internal/observe';
import {
  bytes as bytesRule,
  call,
  checkOptions,
  group,
  maybe,
  word,
} from '@percept/core/internal/options';
import {
  admit,
  decodeBitmap,
  fitStored,
  glance,
  keep,
  takenBack,
  type AdmissionParts,
  type AdmissionRequest,
  type Admitted,
  type BitmapRequest,
  type DecodedBitmap,
  type Kept,
} from './admission/index.ts';
import { arrive, type DoorInput } from './arrival.ts';
import { ByteBudget } from './byte-budget.ts';
import { DecoderPool, type Decoder, type Isolation } from './decoder/index.ts';
import { bitmapRules, completed, fitRules, ingestRules, keepRules } from './door-rules.ts';
import type { Door, DoorOptions, FitRequest, IngestRequest, KeepRequest, Place } from './door.ts';
import { inputOf, type MediaSource } from './media-source.ts';
import { quietly } from './progress.ts';
import { release } from './release.ts';
import { readClipboard, type Room, type SourceBytes } from './sources/index.ts';
import { maxBytesInFlight, maxReadAheadBytes } from './limits.ts';

/** With options that were checked, and limits that are whole. */
export function openPooled(options: DoorOptions, limits: DoorLimits): Door {
  const pool = options.decoder ?? startPool(options, limits);
  return new PooledDoor(options.store, {
    limits,
    decoder: pool,
    budget: new ByteBudget(options.maxBytesInFlight ?? maxBytesInFlight),
    readAhead: new ByteBudget(maxReadAheadBytes),
    close: () => pool.close(),
    onEvent: options.onEvent,
  });
}

/** What doors onto several stores share. */
interface SharedParts {
  readonly limits: DoorLimits;
  readonly decoder: Decoder & { describe(): Promise<Outcome<Isolation>> };
  readonly budget: ByteBudget;
  readonly readAhead: ByteBudget;
  readonly close: () => Promise<void>;
  readonly onEvent: DoorOptions['onEvent'];
}

function startPool({ sandbox, accept, maxInFlight }: DoorOptions, limits: DoorLimits): DecoderPool {
  return new DecoderPool({
    limits,
    accept,
    ...(sandbox && { sandbox }),
    ...(maxInFlight !== undefined && { maxInFlight }),
  });
}

class PooledDoor implements Door {
  readonly #store: BlobStore;
  readonly limits: DoorLimits;
  readonly #shared: SharedParts;

  constructor(store: BlobStore, shared: SharedParts) {
    this.#store = store;
    this.limits = shared.limits;
    this.#shared = shared;
  }

  async ingest(source: MediaSource, asked: IngestRequest = {}): Promise<Outcome<Admitted>> {
    checkOptions('door.ingest', asked, ingestRules);
    const input = inputOf('door.ingest', source);
    return observed('door.ingest', () => this.#receive(input, asked, admit), this.#told(input));
  }

  async keep(source: MediaSource, asked: KeepRequest = {}): Promise<Outcome<Kept>> {
    checkOptions('door.keep', asked, keepRules);
    const input = inputOf('door.keep', source);
    return observed('door.keep', () => this.#receive(input, asked, keep), this.#told(input));
  }

  async fit(picture: BlobId | MediaSource, asked: FitRequest = {}): Promise<Outcome<Admitted>> {
    checkOptions('door.fit', asked, fitRules);
    const { origin, region, signal, onStage, target: whole, ...figures } = asked;
    const target = completed({ ...whole, ...figures });
    const request = { origin, region, signal, onStage: onStage && quietly(onStage), target };
    if (isBlobId(picture)) {
      const stored = (room: Room): Promise<Outcome<Admitted>> =>
        fitStored(this.#parts(room, signal), picture, request);
      return observed('door.fit', () => this.#duringRead(signal, stored), this.#told(undefined));
    }
    const input = inputOf('door.fit', picture);
    return observed('door.fit', () => this.#receive(input, request, admit), this.#told(input));
  }

  async ingestClipboard(
    place: Place,
    asked: IngestRequest = {},
  ): Promise<Outcome<readonly Outcome<Admitted>[]>> {
    checkOptions('door.ingestClipboard', place, {
      platform: word,
      env: group,
      cwd: word,
      terminal: maybe(call),
    });
    checkOptions('door.ingestClipboard', asked, ingestRules);
    const request = withQuietListeners(asked);
    const copied = await readClipboard({
      platform: place.platform,
      env: place.env,
      terminal: place.terminal,
      ...this.#sourceOptions(request),
    });
    if (!copied.ok) return copied;
    const value = await Promise.all(copied.value.map((source) => this.#take(source, request)));
    return { ok: true, value };
  }

  async bitmap(bytes: Uint8Array, request: BitmapRequest = {}): Promise<Outcome<DecodedBitmap>> {
    checkOptions('door.bitmap', { bytes }, { bytes: bytesRule });
    checkOptions('door.bitmap', request, bitmapRules);
    const parts = { decoder: this.#shared.decoder, limits: this.limits };
    const work = (): Promise<Outcome<DecodedBitmap>> =>
      this.#shared.budget.during(request.signal, async (room) =>
        (await room(bytes.length)) ? decodeBitmap(parts, bytes, request) : refuse(takenBack),
      );
    return observed('door.bitmap', work, { onEvent: this.#shared.onEvent });
  }

  isolation(): Promise<Outcome<Isolation>> {
    return this.#shared.decoder.describe();
  }

  onto(store: BlobStore): Door {
    return new PooledDoor(store, { ...this.#shared, close: async () => {} });
  }

  close(): Promise<void> {
    return this.#shared.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #told<T extends Admitted | Kept>(input: DoorInput | undefined): Observed<Outcome<T>> {
    return {
      onEvent: this.#shared.onEvent,
      facts: { input: input?.kind ?? 'stored' },
      result: (taken) =>
        taken.ok ? { bytes: taken.value.original.bytes, mime: taken.value.original.mime } : {},
    };
  }

  /** What is in memory already. */
  #take(source: SourceBytes, request: AdmissionRequest): Promise<Outcome<Admitted>> {
    return this.#shared.budget.during(request.signal, (room) =>
      admit(this.#parts(room, request.signal), source, request),
    );
  }

  #receive<T>(
    input: DoorInput,
    asked: IngestRequest,
    take: (
      parts: AdmissionParts,
      source: SourceBytes,
      request: AdmissionRequest,
    ) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const request = withQuietListeners(asked);
    if (request.signal?.aborted) return Promise.resolve(refuse(takenBack));
    const work = async (room: Room): Promise<Outcome<T>> => {
      const arrived = await arrive(input, {
        ...this.#sourceOptions(request),
        room,
        inspect: (head) => glance(head, request.expect),
      });
      if (!arrived.ok) return arrived;
      const { parts, wasUsed } = watched(this.#parts(room, request.signal));
      const outcome = await take(parts, arrived.value, request);
      if (!outcome.ok && !wasUsed() && isReadHere(input))
        release(new Uint8Array(arrived.value.bytes.buffer));
      return outcome;
    };
    return input.kind === 'path'
      ? this.#duringRead(request.signal, work)
      : this.#shared.budget.during(request.signal, work);
  }

  /** Of what can be read at any time. It stands in both queues from the start, so that nobody waits for who waits for them. */
  #duringRead<T>(signal: AbortSignal | undefined, work: (room: Room) => Promise<T>): Promise<T> {
    return this.#shared.readAhead.during(signal, (ahead) =>
      this.#shared.budget.during(signal, (room) =>
        work(async (bytes) => (await ahead(bytes)) && (await room(bytes))),
      ),
    );
  }

  #parts(room: Room, signal: AbortSignal | undefined): AdmissionParts {
    const store = this.#store;
    const put: BlobStore['put'] = async (bytes) =>
      signal?.aborted ? refuse(takenBack) : store.put(bytes);
    return { store, put, decoder: this.#shared.decoder, limits: this.limits, room };
  }

  #sourceOptions(request: Asked): {
    readonly maxBytes: number;
    readonly signal: AbortSignal | undefined;
    readonly onProgress: IngestRequest['onProgress'];
  } {
    const { signal, onProgress } = request;
    return { maxBytes: this.limits.maxSourceBytes, signal, onProgress };
  }
}

/** Its bytes are in memory that was made for them alone. */
function isReadHere({ kind }: DoorInput): boolean {
  return kind === 'path' || kind === 'stream' || kind === 'url';
}

/** Bytes that neither a decoder nor a store was asked for are nobody's when they are refused: they go at once. */
function watched({ put, decoder, ...parts }: AdmissionParts): {
  readonly parts: AdmissionParts;
  readonly wasUsed: () => boolean;
} {
  let used = false;
  const watching = {
    ...parts,
    get put() {
      used = true;
      return put;
    },
    get decoder() {
      used = true;
      return decoder;
    },
  };
  return { parts: watching, wasUsed: () => used };
}

type Asked = AdmissionRequest & Pick<IngestRequest, 'onProgress'>;

function withQuietListeners({ target, ...request }: IngestRequest): Asked {
  const { onStage, onProgress } = request;
  return {
    ...request,
    ...(target && { target: completed(target) }),
    ...(onStage && { onStage: quietly(onStage) }),
    ...(onProgress && { onProgress: quietly(onProgress) }),
  };
}
