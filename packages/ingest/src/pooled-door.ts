// What stands behind the door: whatever arrives is read, judged, decoded and stored by parts that are loaded with its first call. Many
// large inputs at once wait for their turn instead of filling the memory.
import { accept, refuse, type BlobStore, type DoorLimits, type Outcome } from '@percept/core';
import { definedOf, isBlobId } from '@percept/core/internal';
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
  type DecodedBitmap,
  type Kept,
} from './admission/index.ts';
import { arrive, type DoorInput } from './arrival.ts';
import { ByteBudget } from './byte-budget.ts';
import { DecoderPool, type Decoder, type Isolation } from './decoder/index.ts';
import { bitmapRules, completed, fitRules, ingestRules, keepRules } from './door-rules.ts';
import type { Door, DoorOptions, IngestRequest } from './door.ts';
import { inputOf } from './media-source.ts';
import { quietly } from './progress.ts';
import { release } from './release.ts';
import {
  readClipboard,
  type Inspect,
  type Room,
  type SourceBytes,
  type SourceOptions,
} from './sources/index.ts';
import { maxBytesInFlight, maxReadAheadBytes } from './limits.ts';

/** With options that were checked, and limits that are whole. */
export function openPooled(options: DoorOptions, limits: DoorLimits): Door {
  const { decoder = startPool(options, limits), onEvent } = options;
  return doorOnto(options.store, {
    limits,
    decoder,
    budget: new ByteBudget(options.maxBytesInFlight ?? maxBytesInFlight),
    readAhead: new ByteBudget(maxReadAheadBytes),
    close: () => decoder.close(),
    onEvent,
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
  return new DecoderPool({ limits, accept, ...definedOf({ sandbox, maxInFlight }) });
}

function doorOnto(store: BlobStore, shared: SharedParts): Door {
  const { limits, decoder, budget, readAhead, onEvent } = shared;

  function told<T extends Admitted | Kept>(input: DoorInput | undefined): Observed<Outcome<T>> {
    return {
      onEvent,
      facts: { input: input?.kind ?? 'stored' },
      result: (taken) =>
        taken.ok ? { bytes: taken.value.original.bytes, mime: taken.value.original.mime } : {},
    };
  }

  function partsFor(room: Room, signal: AbortSignal | undefined): AdmissionParts {
    const put: BlobStore['put'] = async (bytes) =>
      signal?.aborted ? refuse(takenBack) : store.put(bytes);
    return { store, put, decoder, limits, room };
  }

  function sourceOptions({ signal, onProgress }: Asked): Omit<SourceOptions, 'room'> {
    return { maxBytes: limits.maxSourceBytes, signal, onProgress };
  }

  /** What is in memory already. */
  function take(source: SourceBytes, request: AdmissionRequest): Promise<Outcome<Admitted>> {
    return budget.during(request.signal, (room) =>
      admit(partsFor(room, request.signal), source, request),
    );
  }

  /** Of what can be read at any time. It stands in both queues from the start, so that nobody waits for who waits for them. */
  function duringRead<T>(
    signal: AbortSignal | undefined,
    work: (room: Room) => Promise<T>,
  ): Promise<T> {
    return readAhead.during(signal, (ahead) =>
      budget.during(signal, (room) =>
        work(async (bytes) => (await ahead(bytes)) && (await room(bytes))),
      ),
    );
  }

  function receive<T>(
    input: DoorInput,
    asked: IngestRequest,
    admitted: (
      parts: AdmissionParts,
      source: SourceBytes,
      request: AdmissionRequest,
    ) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const request = withQuietListeners(asked);
    const { signal } = request;
    if (signal?.aborted) return Promise.resolve(refuse(takenBack));
    const work = async (room: Room): Promise<Outcome<T>> => {
      const inspect: Inspect = (head) => glance(head, request.expect);
      const arrived = await arrive(input, { ...sourceOptions(request), room, inspect });
      if (!arrived.ok) return arrived;
      const { parts, wasUsed } = watched(partsFor(room, signal));
      const outcome = await admitted(parts, arrived.value, request);
      if (!outcome.ok && !wasUsed() && isReadHere(input))
        release(new Uint8Array(arrived.value.bytes.buffer));
      return outcome;
    };
    return input.kind === 'path' ? duringRead(signal, work) : budget.during(signal, work);
  }

  const door: Door = {
    limits,
    async ingest(source, asked = {}) {
      checkOptions('door.ingest', asked, ingestRules);
      const input = inputOf('door.ingest', source);
      return observed('door.ingest', () => receive(input, asked, admit), told(input));
    },
    async keep(source, asked = {}) {
      checkOptions('door.keep', asked, keepRules);
      const input = inputOf('door.keep', source);
      return observed('door.keep', () => receive(input, asked, keep), told(input));
    },
    async fit(picture, asked = {}) {
      checkOptions('door.fit', asked, fitRules);
      const { origin, region, signal, onStage, target: whole, ...figures } = asked;
      const target = completed({ ...whole, ...figures });
      const request = { origin, region, signal, onStage: onStage && quietly(onStage), target };
      if (isBlobId(picture)) {
        const stored = (room: Room): Promise<Outcome<Admitted>> =>
          fitStored(partsFor(room, signal), picture, request);
        return observed('door.fit', () => duringRead(signal, stored), told(undefined));
      }
      const input = inputOf('door.fit', picture);
      return observed('door.fit', () => receive(input, request, admit), told(input));
    },
    async ingestClipboard(place, asked = {}) {
      const rules = { platform: word, env: group, cwd: word, terminal: maybe(call) };
      checkOptions('door.ingestClipboard', place, rules);
      checkOptions('door.ingestClipboard', asked, ingestRules);
      const request = withQuietListeners(asked);
      const { platform, env, terminal } = place;
      const options = { platform, env, terminal, ...sourceOptions(request) };
      const copied = await readClipboard(options);
      if (!copied.ok) return copied;
      return accept(await Promise.all(copied.value.map((source) => take(source, request))));
    },
    async bitmap(bytes, request = {}) {
      checkOptions('door.bitmap', { bytes }, { bytes: bytesRule });
      checkOptions('door.bitmap', request, bitmapRules);
      const work = (): Promise<Outcome<DecodedBitmap>> =>
        budget.during(request.signal, async (room) =>
          (await room(bytes.length))
            ? decodeBitmap({ decoder, limits }, bytes, request)
            : refuse(takenBack),
        );
      return observed('door.bitmap', work, { onEvent });
    },
    isolation: () => decoder.describe(),
    onto: (other) => doorOnto(other, { ...shared, close: async () => {} }),
    close: shared.close,
    [Symbol.asyncDispose]: shared.close,
  };
  return door;
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
