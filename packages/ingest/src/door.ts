// The door: the one way in. Whatever arrives leaves as a block whose bytes are stored, or as a refusal; nothing throws
// for what a stranger sent. A door that is only open costs nothing: what reads and decodes is loaded with the first call.
import {
  doorLimits,
  refuse,
  type BlobId,
  type BlobStore,
  type CallEvent,
  type DoorLimits,
  type FitTarget,
  type Outcome,
  type SourceType,
} from '@percept/core';
import { EventEmitter } from 'node:events';
import { fewFilesHint, inside, reasonOf, sourceTypes, withLimits } from '@percept/core/internal';
import {
  bound,
  call,
  checkOptions,
  has,
  limitsOf,
  listOf,
  maybe,
  oneOf,
  positive,
} from '@percept/core/internal/options';
import type {
  AdmissionRequest,
  Admitted,
  BitmapRequest,
  DecodedBitmap,
  Kept,
} from './admission/index.ts';
import type { DecoderPool, Isolation, Sandbox } from './decoder/index.ts';
import { tiers } from './decoder/decoder.ts';
import { noDecoder } from './decoder/refusals.ts';
import type { MediaSource } from './media-source.ts';
import type { SourceProgress, TerminalRead } from './sources/index.ts';

export interface DoorOptions {
  readonly store: BlobStore;
  readonly limits?: Partial<DoorLimits>;
  readonly sandbox?: Sandbox;
  /** Which types of pictures come in: PNG, JPEG, GIF, WebP, AVIF, BMP and ICO without it. */
  readonly accept?: readonly SourceType[] | undefined;
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
  /** Told of every call when it has ended. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
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
  /**
   * The same door with its limits and decoders, onto another store: that of one tenant, say. Closing it ends nothing.
   * @example const theirs = door.onto(storeOfTenant);
   */
  onto(store: BlobStore): Door;
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
    decoder: maybe(has('bitmap', 'describe')),
    maxInFlight: maybe(positive),
    maxBytesInFlight: maybe(bound),
    onEvent: maybe(call),
  });
  const limits: DoorLimits = withLimits(doorLimits, options.limits);
  const start = async (): Promise<Door> =>
    (await import('./pooled-door.ts')).openPooled(options, limits);
  return loadedLater(limits, start, () => options.decoder?.close());
}

/** `unused`: what there is to close where nothing was started. */
function loadedLater(limits: DoorLimits, start: () => Promise<Door>, unused: () => unknown): Door {
  let loaded: Promise<Door> | undefined;
  let isClosed = false;

  async function open(): Promise<Door> {
    const door = await start();
    if (isClosed) await door.close();
    return door;
  }

  /** What could not be loaded is tried anew the next time. */
  async function load(): Promise<Door> {
    const loading = (loaded ??= open());
    try {
      return await loading;
    } catch (error) {
      if (loaded === loading) loaded = undefined;
      throw error;
    }
  }

  /** A process that may open no more files cannot even load what is behind the door: that is said. */
  async function ask<T>(call: (door: Door) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    let door;
    try {
      door = await load();
    } catch (error) {
      const reason = reasonOf(error);
      if (fewFilesHint(reason) === undefined) throw error;
      return refuse(noDecoder([reason]));
    }
    return call(door);
  }

  const opened: Door = {
    limits,
    ingest(source, request) {
      holdErrors(source);
      return ask((door) => door.ingest(source, request));
    },
    keep(source, request) {
      holdErrors(source);
      return ask((door) => door.keep(source, request));
    },
    fit(picture, request) {
      holdErrors(picture);
      return ask((door) => door.fit(picture, request));
    },
    ingestClipboard: (place, request) => ask((door) => door.ingestClipboard(place, request)),
    bitmap: (bytes, request) => ask((door) => door.bitmap(bytes, request)),
    isolation: () => ask((door) => door.isolation()),
    onto(store) {
      checkOptions('door.onto', { store }, { store: has('put', 'get') });
      return loadedLater(
        limits,
        async () => (await load()).onto(store),
        () => undefined,
      );
    },
    async close() {
      isClosed = true;
      if (loaded) await (await loaded).close();
      else await unused();
    },
    [Symbol.asyncDispose]: () => opened.close(),
  };
  return opened;
}

/** A stream of Node that fails before anybody reads it would end the process; whoever reads it is told all the same. */
function holdErrors(source: unknown): void {
  const stream = inside(source, 'stream');
  if (stream instanceof EventEmitter) stream.once('error', () => undefined);
}
