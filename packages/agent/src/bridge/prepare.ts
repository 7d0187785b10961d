// Media on its way to a describer goes through the door like everything else: sniffed, bounded, decoded fully and fitted
// to who will look. What is damaged, or has no pixels of its own, ends here.
import {
  accept,
  refuse,
  type BlobId,
  type BlobStore,
  type FitTarget,
  type Outcome,
} from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { Door } from '@percept/ingest';
import type { DescribedKind } from './describer.ts';

export interface Prepared {
  readonly kind: DescribedKind;
  readonly bytes: Uint8Array;
  /** Of these bytes. */
  readonly sha256: BlobId;
  readonly mime: string;
  readonly width?: number;
  readonly height?: number;
}

export interface PrepareParts {
  readonly door: Door;
  readonly store: BlobStore;
}

export async function prepare(
  { door, store }: PrepareParts,
  media: HeldMedia,
  kind: DescribedKind,
  target: FitTarget,
  signal: AbortSignal,
): Promise<Outcome<Prepared>> {
  const taken = await door.ingest(
    { kind: 'bytes', bytes: media.bytes, ...(media.name !== undefined && { name: media.name }) },
    { expect: kind === 'image' ? 'image' : 'media', target, signal },
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
