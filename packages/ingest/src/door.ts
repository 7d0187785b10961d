// The door: the one way in. Whatever arrives leaves as a block whose bytes are stored, or as a refusal; nothing throws
// for what a stranger sent. Many large inputs at once wait for their turn instead of filling the memory.
import {
  doorLimits,
  refuse,
  type BlobId,
  type BlobStore,
  type DoorLimits,
  type FitTarget,
  type Outcome,
  type SourceType,
} from '@percept/core';
import { isBlobId, sourceTypes, withLimits } from '@percept/core/internal';
import {
  bound,
  bytes as bytesRule,
  call,
  checkOptions,
  group,
  has,
  limitsOf,
  listOf,
  maybe,
  oneOf,
  positive,
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
import { ByteBudget, defaultMaxBytesInFlight, maxReadAheadBytes } from './byte-budget.ts';
import { DecoderPool, type Decoder, type Isolation, type Sandbox } from './decoder/index.ts';
import { tiers } from './decoder/decoder.ts';
import { bitmapRules, completed, fitRules, ingestRules, keepRules } from './door-rules.ts';
import { inputOf, type MediaSource } from './media-source.ts';
import { quietly } from './progress.ts';
import {
  readClipboard,
  type Room,
  type SourceBytes,
  type SourceProgress,
  type TerminalRead,
} from './sources/index.ts';

export interface DoorOptions {
  readonly store: BlobStore;
  readonly limits?: Partial<DoorLimits>;
  readonly sandbox?: Sandbox;
  /** Which types of pictures come in: PNG, JPEG, GIF, WebP, AVIF, BMP and ICO without it. */
  readonly accept?: readonly SourceType[] | undefined;
  /** A folder that `warmDecoder` filled. */
  readonly codeCache?: string | undefined;
  /** Decoders that were started before the door was loaded; it closes them. Otherwise it starts its own. */
  readonly decoder?: DecoderPool | undefined;
  /** How many pictures are decoded at once. */
  readonly maxInFlight?: number;
  /**
   * How many bytes of inputs are held at once; further ones wait. The input that has waited longest always passes, however
   * large. Files and stored pictures are read only when it is nearly their turn: of those 12 MiB at once. Inputs are not
   * copied on their way to the decoder.
   */
  readonly maxBytesInFlight?: number;
}

export interface IngestRequest extends Omit<AdmissionRequest, 'target'> {
  /** For whom it is fitted: what is left out is the default. */
  readonly target?: Partial<FitTarget> | undefined;
  /** What it throws is dropped. */
  readonly onProgress?: ((progress: SourceProgress) => void) | undefined;
}

export type KeepRequest = Omit<IngestRequest, 'target' | 'region'>;

/** For whom a picture is fitted, by a whole target (`fitTarget(profile, 3)`), by single figures of one, or both. */
export interface FitRequest
  extends Partial<FitTarget>, Pick<AdmissionRequest, 'origin' | 'region' | 'signal' | 'onStage'> {
  readonly target?: Partial<FitTarget> | undefined;
}

/** Where a clipboard or a drop is read: nothing is taken from the process by itself. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The clipboard through the terminal, where there is one. */
  readonly terminal?: TerminalRead | undefined;
}

export interface Door extends AsyncDisposable {
  readonly limits: DoorLimits;
  /**
   * Takes it in and fits it to one reader: the original and what leaves are both stored. A text is a path, an `http:` or
   * `https:` address or a data URL; whoever passes on a text of somebody else says what it is: `{ kind: 'inline', text }`.
   * @example const { block } = unwrap(await door.ingest('chart.png'));
   */
  ingest(source: MediaSource, request?: IngestRequest): Promise<Outcome<Admitted>>;
  /**
   * Takes it in and stores the original only, once it is known that it can be shown. Whoever sends it later fits it.
   * @example const kept = await door.keep(file);
   */
  keep(source: MediaSource, request?: KeepRequest): Promise<Outcome<Kept>>;
  /**
   * A picture for one reader: one that is stored, by its name, or one that is taken in for it. The answer is the same for the
   * same picture and target, so it may be remembered by both.
   * @example await door.fit(bytes, { maxEdgePx: 300 });
   * @example await door.fit(kept.value.original.sha256, { target: fitTarget(profile, 3) });
   */
  fit(picture: BlobId | MediaSource, request?: FitRequest): Promise<Outcome<Admitted>>;
  /** The picture, or the files, that were copied. */
  ingestClipboard(
    place: Place,
    request?: IngestRequest,
  ): Promise<Outcome<readonly Outcome<Admitted>[]>>;
  /** Bare pixels for whoever looks here. Nothing is stored. */
  bitmap(bytes: Uint8Array, request?: BitmapRequest): Promise<Outcome<DecodedBitmap>>;
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
  checkOptions('openDoor', options, {
    store: has('put', 'get'),
    limits: limitsOf(doorLimits),
    sandbox: maybe(oneOf(['required', 'preferred', ...tiers])),
    accept: maybe(listOf(oneOf(sourceTypes))),
    codeCache: maybe(word),
    decoder: maybe(has('bitmap', 'describe')),
    maxInFlight: maybe(positive),
    maxBytesInFlight: maybe(bound),
  });
  const limits: DoorLimits = withLimits(doorLimits, options.limits);
  const pool = options.decoder ?? startPool(options, limits);
  const budget = new ByteBudget(options.maxBytesInFlight ?? defaultMaxBytesInFlight);
  return new PooledDoor(options.store, limits, pool, budget);
}

function startPool(
  { codeCache, sandbox, accept, maxInFlight }: DoorOptions,
  limits: DoorLimits,
): DecoderPool {
  return new DecoderPool({
    limits,
    codeCache,
    accept,
    ...(sandbox && { sandbox }),
    ...(maxInFlight !== undefined && { maxInFlight }),
  });
}

class PooledDoor implements Door {
  readonly #store: BlobStore;
  readonly limits: DoorLimits;
  readonly #decoder: Decoder & { describe(): Promise<Outcome<Isolation>> };
  readonly #budget: ByteBudget;
  readonly #readAhead = new ByteBudget(maxReadAheadBytes);

  constructor(store: BlobStore, limits: DoorLimits, decoder: DecoderPool, budget: ByteBudget) {
    this.#store = store;
    this.limits = limits;
    this.#decoder = decoder;
    this.#budget = budget;
  }

  async ingest(source: MediaSource, asked: IngestRequest = {}): Promise<Outcome<Admitted>> {
    checkOptions('door.ingest', asked, ingestRules);
    return this.#receive(inputOf('door.ingest', source), asked, admit);
  }

  async keep(source: MediaSource, asked: KeepRequest = {}): Promise<Outcome<Kept>> {
    checkOptions('door.keep', asked, keepRules);
    return this.#receive(inputOf('door.keep', source), asked, keep);
  }

  async fit(picture: BlobId | MediaSource, asked: FitRequest = {}): Promise<Outcome<Admitted>> {
    checkOptions('door.fit', asked, fitRules);
    const { origin, region, signal, onStage, target: whole, ...figures } = asked;
    const target = completed({ ...whole, ...figures });
    const request = { origin, region, signal, onStage: onStage && quietly(onStage), target };
    if (!isBlobId(picture)) return this.#receive(inputOf('door.fit', picture), request, admit);
    return this.#duringRead(signal, (room) => fitStored(this.#parts(room), picture, request));
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
    const parts = { decoder: this.#decoder, limits: this.limits };
    return this.#budget.during(request.signal, async (room) =>
      (await room(bytes.length)) ? decodeBitmap(parts, bytes, request) : refuse(takenBack),
    );
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

  /** What is in memory already. */
  #take(source: SourceBytes, request: AdmissionRequest): Promise<Outcome<Admitted>> {
    return this.#budget.during(request.signal, (room) => admit(this.#parts(room), source, request));
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
      return arrived.ok ? take(this.#parts(room), arrived.value, request) : arrived;
    };
    return input.kind === 'path'
      ? this.#duringRead(request.signal, work)
      : this.#budget.during(request.signal, work);
  }

  /** Of what can be read at any time. It stands in both queues from the start, so that nobody waits for who waits for them. */
  #duringRead<T>(signal: AbortSignal | undefined, work: (room: Room) => Promise<T>): Promise<T> {
    return this.#readAhead.during(signal, (ahead) =>
      this.#budget.during(signal, (room) =>
        work(async (bytes) => (await ahead(bytes)) && (await room(bytes))),
      ),
    );
  }

  #parts(room: Room): AdmissionParts {
    return { store: this.#store, decoder: this.#decoder, limits: this.limits, room };
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
