// From bytes to a block, or to a stored original that is fitted when its reader is known.
import { overLimit, definedOf } from '@percept/core/internal';
import { accept, refuse, type BlobId, type Outcome } from '@percept/core';
import type { SourceBytes } from '../sources/index.ts';
import { admitImage, keepImage } from './image.ts';
import { admitAsItCame } from './kept.ts';
import {
  takenBack,
  type AdmissionParts,
  type AdmissionRequest,
  type Admitted,
  type StoredFit,
  type Kept,
} from './request.ts';
import { wayIn, type WayIn } from './way-in.ts';

export { decodeBitmap, type BitmapRequest, type DecodedBitmap } from './bitmap.ts';
export {
  takenBack,
  type AdmissionParts,
  type AdmissionRequest,
  type AdmissionStep,
  type Admitted,
  type Expectation,
  type StoredFit,
  type Kept,
} from './request.ts';
export { glance } from './way-in.ts';

export async function admit(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
): Promise<Outcome<Admitted>> {
  const way = await open(parts, source, request);
  if (!way.ok) return way;
  if (way.value.kind === 'image') return admitImage(parts, source, request, way.value.mime);
  return admitAsItCame(parts, source, request, way.value);
}

/** The original alone: decoded once to know that it can be shown, and stored as it came. */
export async function keep(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
): Promise<Outcome<Kept>> {
  const way = await open(parts, source, request);
  if (!way.ok) return way;
  if (way.value.kind === 'image') return keepImage(parts, source, request, way.value.mime);
  const admitted = await admitAsItCame(parts, source, request, way.value);
  if (!admitted.ok) return admitted;
  const { block, original, warnings } = admitted.value;
  const { durationMs } = block.type === 'audio' ? block : { durationMs: undefined };
  return accept({
    kind: way.value.kind,
    original,
    warnings,
    ...definedOf({ durationMs, name: source.name }),
  });
}

/** A picture of the store, fitted; its original stays where it is. */
export async function fitStored(
  parts: AdmissionParts,
  original: BlobId,
  request: StoredFit,
): Promise<Outcome<Admitted>> {
  const size = await parts.store.size(original);
  if (!size.ok) return size;
  if ((await parts.room?.(size.value)) === false) return refuse(takenBack);
  const bytes = await parts.store.get(original);
  if (!bytes.ok) return bytes;
  const source = { bytes: bytes.value };
  const way = await open(parts, source, { ...request, expect: 'image' });
  if (!way.ok) return way;
  // Only a picture passes where one is expected.
  if (way.value.kind !== 'image') throw new Error('What is no picture passed as one.');
  return admitImage(parts, source, request, way.value.mime, original);
}

async function open(
  { limits: { maxSourceBytes }, room }: AdmissionParts,
  source: SourceBytes,
  { signal, expect }: AdmissionRequest,
): Promise<Outcome<WayIn>> {
  if (signal?.aborted) return refuse(takenBack);
  const { length } = source.bytes;
  if (length > maxSourceBytes) {
    const hint = 'Make it smaller before sending it.';
    return refuse(overLimit('maxSourceBytes', maxSourceBytes, length, hint));
  }
  if ((await room?.(length)) === false) return refuse(takenBack);
  return wayIn(source, expect);
}
