// One look, whoever asks for it: told before, or validated, fitted, sent, and remembered. Media on its way goes through the door
// like everything else: what is damaged, or has no pixels of its own, ends there. Equal looks at the same time are one; a look
// that failed or was cancelled leaves nothing behind.
import { accept, refuse, type BlobId, type BlobStore, type Outcome } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { Door } from '@percept/ingest';
import type { BridgeSettings } from '../config/index.ts';
import type { Span } from '../tools/index.ts';
import { attempt } from './attempt.ts';
import { cacheKey, type DescriptionCache } from './description-cache.ts';
import type { DescribedKind, Describer, LookRequest, Told } from './describer.ts';
import type { BridgeEvent } from './event.ts';
import { cancelled } from './failure.ts';
import type { SharedWork } from './shared-work.ts';

export interface LookParts {
  readonly door: Door;
  readonly store: BlobStore;
  readonly cache: DescriptionCache;
  readonly shared: SharedWork<Outcome<Told>>;
  readonly settings: BridgeSettings;
  readonly emit: (event: BridgeEvent) => void;
}

export interface Sight {
  readonly media: HeldMedia;
  readonly kind: DescribedKind;
  readonly blob: BlobId;
  readonly by: Describer;
  readonly question?: string | undefined;
  readonly span?: Span | undefined;
}

export interface Prepared extends Pick<
  LookRequest,
  'kind' | 'bytes' | 'mime' | 'width' | 'height'
> {
  /** Of these bytes. */
  readonly sha256: BlobId;
}

export function remembered(
  { cache, settings }: LookParts,
  sight: Sight,
): Promise<Told | undefined> {
  return cache.find(keyOf(sight, settings));
}

/** Sniffed, bounded, decoded fully and fitted to whoever will look. */
export async function prepare(
  { door, store }: LookParts,
  { media: { bytes, name }, kind, by }: Sight,
  signal: AbortSignal,
): Promise<Outcome<Prepared>> {
  const taken = await door.ingest(
    { kind: 'bytes', bytes, ...(name !== undefined && { name }) },
    { expect: kind === 'image' ? 'image' : 'media', target: by.fit, signal },
  );
  if (!taken.ok) return taken;
  const { block } = taken.value;
  if (block.type !== kind)
    return refuse({
      refused: 'unsupported-type',
      message: `This was sent as ${kind} and is ${block.mime}.`,
      hint: 'Send it as what it is.',
    });
  const held = await store.get(block.sha256);
  if (!held.ok) return held;
  const size = block.type === 'image' ? { width: block.width, height: block.height } : {};
  return accept({ kind, bytes: held.value, sha256: block.sha256, mime: block.mime, ...size });
}

/** @example await look(parts, { media, kind: 'image', blob, by }, prepared, signal) */
export async function look(
  parts: LookParts,
  sight: Sight,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Outcome<Told>> {
  const { cache, shared, settings, emit } = parts;
  const { by, question, span, kind, blob } = sight;
  // Another file with the same pixels, or a look at what was fitted from it, is the same look.
  const sent = keyOf({ ...sight, blob: prepared.sha256 }, settings);
  const facts = { media: kind, blob, model: by.model, host: by.host };
  const asked = question !== undefined;
  const told = await shared.run(sent, signal, async (own) => {
    const before = await cache.find(sent);
    if (before) return accept(before);
    const found = await attempt(
      by,
      {
        ...prepared,
        ...(question !== undefined && { question }),
        ...(span && { span }),
        bill: (charge) => emit({ type: 'look-billed', charge }),
      },
      {
        timeoutMs: settings.timeoutMs,
        retries: by.place === 'remote' ? settings.retries : 0,
        signal: own,
        onStart: (number) => {
          if (by.place === 'remote') emit({ type: 'media-sent', ...facts, attempt: number, asked });
        },
        onFailure: ({ refused: failure }, number, retrying) =>
          emit({ type: 'describer-failed', ...facts, failure, attempt: number, retrying }),
      },
    );
    if (found.ok) await cache.keep(sent, found.value);
    return found;
  });
  if (told?.ok && prepared.sha256 !== blob) await cache.keep(keyOf(sight, settings), told.value);
  return told ?? refuse(cancelled);
}

/** Remembered, or looked at now. */
export async function tell(
  parts: LookParts,
  sight: Sight,
  signal: AbortSignal,
): Promise<Outcome<Told>> {
  const known = await remembered(parts, sight);
  if (known) return accept(known);
  const prepared = await prepare(parts, sight, signal);
  return prepared.ok ? look(parts, sight, prepared.value, signal) : prepared;
}

function keyOf({ blob, by, question, span }: Sight, { promptVersion }: BridgeSettings): string {
  return cacheKey({ blob, describer: by, promptVersion, question, span });
}
