// The one way in for whatever a person or a client attaches, on every face: the bytes are judged, the original is stored,
// and nothing is fitted, because nobody knows yet which model will look. What has no way in is refused by its true reason.
import {
  accept,
  refuse,
  type BlobSource,
  type FileBlock,
  type Origin,
  type Outcome,
  type Refusal,
  type StoredBlock,
} from '@percept/core';
import { definedOf, readAudioType, readImageType } from '@percept/core/internal';
import { arrive } from '@percept/ingest/internal';
import {
  sniff,
  type Door,
  type DoorInput,
  type IngestRequest,
  type KeepRequest,
} from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import { sizeHint } from '../config/index.ts';
import { attachmentName } from './attachment-name.ts';

export interface IntakeParts {
  readonly door: Door;
  /** Without it only pictures, sounds, drawings, texts and PDF files are known. */
  readonly darkroom?: Darkroom | undefined;
}

export interface TakeOptions extends Pick<IngestRequest, 'signal' | 'onStage' | 'onProgress'> {
  /** Without it, what the source is called. */
  readonly name?: string | undefined;
  /** Whoever sends a picture means one: an error page in its place is not taken as a text. */
  readonly claimsPicture?: boolean | undefined;
}

export interface Taken {
  /** Of the original, as it came. */
  readonly block: StoredBlock;
  readonly warnings: readonly string[];
}

/** @example await takeIn({ door, darkroom }, { kind: 'path', path, cwd, access }, { signal }) */
export async function takeIn(
  parts: IntakeParts,
  input: DoorInput,
  options: TakeOptions = {},
): Promise<Outcome<Taken>> {
  const { signal, onProgress } = options;
  const arrived = await arrive(input, {
    maxBytes: parts.door.limits.maxSourceBytes,
    signal,
    onProgress,
    inspect: () => accept(undefined),
  });
  if (!arrived.ok) return refuse(withSetting(arrived.refusal, parts.door));
  const { bytes, declaredType } = arrived.value;
  const called = options.name ?? arrived.value.name;
  const named = definedOf({ name: called === undefined ? undefined : attachmentName(called) });
  const origin: Origin = { kind: 'attachment', ...named };
  const given = { bytes, ...named };
  const request = { signal, onStage: options.onStage, origin };
  const { kind } = sniff(bytes);
  const claims =
    options.claimsPicture === true ||
    /^image\/(?!svg)/.test(declaredType ?? '') ||
    /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(named.name ?? '');
  if (kind === 'image' || kind === 'audio' || (claims && kind !== 'vector'))
    return keepMedia(parts.door, given, { ...request, ...(claims && { expect: 'image' }) });
  return keepFile(parts, given, request);
}

/** The door does not know by which setting it was told how large a file may be. */
export function withSetting(refusal: Refusal, { limits }: Pick<Door, 'limits'>): Refusal {
  const isTooLarge = refusal.limit?.name === 'maxBytes';
  return isTooLarge ? { ...refusal, hint: sizeHint({ maxBytes: limits.maxSourceBytes }) } : refusal;
}

interface Given {
  readonly bytes: Uint8Array;
  readonly name?: string;
}

async function keepMedia(
  door: Door,
  given: Given,
  request: KeepRequest & { readonly origin: Origin },
): Promise<Outcome<Taken>> {
  const kept = await door.keep({ kind: 'bytes', ...given }, request);
  if (!kept.ok) return kept;
  const { original, picture: written, durationMs, warnings } = kept.value;
  // What may not leave is shown by what was written from it.
  const { sha256, width, height, bytes, mime } = written ?? original;
  const frame = { source: { kind: 'blob' }, sha256, bytes, origin: request.origin } as const;
  const picture = readImageType(mime);
  if (picture && width !== undefined && height !== undefined) {
    // Only what moves, or was another file, says more of its original than the block does.
    const saysMore = written !== undefined || original.frames !== undefined;
    const block = { type: 'image', ...frame, mime: picture, width, height } as const;
    return accept({ block: saysMore ? { ...block, original } : block, warnings });
  }
  const sound = readAudioType(original.mime);
  if (!sound) throw new Error('What was kept as media is neither a picture nor a sound.');
  const block = { type: 'audio', ...frame, mime: sound } as const;
  return accept({ block: { ...block, ...definedOf({ durationMs, name: given.name }) }, warnings });
}

async function keepFile(
  { door, darkroom }: IntakeParts,
  given: Given,
  request: IngestRequest & { readonly origin: Origin },
): Promise<Outcome<Taken>> {
  const input = { kind: 'bytes', ...given } as const;
  const known = darkroom?.typeOf(given);
  if (known && !known.ok) return known;
  const unreadable = await checkDocument(given, darkroom, request.signal);
  if (unreadable) return unreadable;
  // Without a darkroom the door says what it is.
  if (!known && sniff(given.bytes).kind !== 'vector') {
    const judged = await door.ingest(input, request);
    return judged.ok ? accept({ block: judged.value.block, warnings: [] }) : judged;
  }
  const kept = await door.ingest(input, { ...request, expect: 'file' });
  if (!kept.ok) return kept;
  const { block } = kept.value;
  const file: FileBlock<BlobSource> = {
    type: 'file',
    source: { kind: 'blob' },
    mime: known?.value ?? block.mime,
    sha256: block.sha256,
    bytes: block.bytes,
    origin: request.origin,
    ...(given.name !== undefined && { name: given.name }),
  };
  return accept({ block: file, warnings: kept.value.warnings });
}

/** A document that cannot be opened is no document: it would be sent with every request and read by nobody. */
async function checkDocument(
  given: Given,
  darkroom: Darkroom | undefined,
  signal: AbortSignal | undefined,
): Promise<Outcome<never> | undefined> {
  const sniffed = sniff(given.bytes);
  if (sniffed.kind !== 'document' || sniffed.mime !== 'application/pdf') return undefined;
  const read = await darkroom?.read(given, { pages: { first: 1, last: 1 }, maxChars: 1 }, signal);
  return read && !read.ok ? refuse(read.refusal) : undefined;
}
