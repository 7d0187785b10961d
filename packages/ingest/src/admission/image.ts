// A picture: bounded by its structure, decoded in isolation, fitted to the target, and stored beside its original. What
// leaves was written here; of what fits the pixels are exactly those that came.
import {
  accept,
  type BlobId,
  type BlobSource,
  type DoorLimits,
  type FitTarget,
  type ImageBlock,
  type Original,
  type Outcome,
  type Rect,
  type SourceType,
} from '@percept/core';
import { defaultFit, readImageType, resolveRegion, wholePixels } from '@percept/core/internal';
import type { DecodeOptions } from '../decoder/index.ts';
import { orientedSize } from '../fit/index.ts';
import type { Probe } from '../probe/index.ts';
import type { SourceBytes } from '../sources/index.ts';
import { examine, jobOf } from './examine.ts';
import {
  originOf,
  storedSource,
  type AdmissionParts,
  type AdmissionRequest,
  type Admitted,
  type Kept,
} from './request.ts';
import { sourceWarnings, wordsFor } from './warnings.ts';

/** `stored`: the original is in the store already, under this name. */
export async function admitImage(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  mime: SourceType,
  stored?: BlobId,
): Promise<Outcome<Admitted>> {
  const probed = examine(source.bytes, mime, parts.limits);
  if (!probed.ok) return probed;
  const facts = probed.value;
  const shown = resolveRegion(request.region, orientedSize(facts, facts.orientation));
  if (!shown.ok) return shown;
  const region = request.region && wholePixels(shown.value);
  const whole = jobOf(source.bytes, facts, request.target ?? defaultFit);
  const job = { ...whole, ...(region && { region }) };
  const decoded = await parts.decoder.run(job, decodeOptions(request));
  if (!decoded.ok) return decoded;
  request.onStage?.('storing');
  const kept = stored ? accept(stored) : await parts.put(source.bytes);
  if (!kept.ok) return kept;
  const original = originalOf(kept.value, source.bytes, facts);
  const { bytes, mime: type, width, height, steps, notes } = decoded.value;
  const fitted = await parts.put(bytes);
  if (!fitted.ok) return fitted;
  const isOriginal = fitted.value === original.sha256;
  const block: ImageBlock<BlobSource> = {
    type: 'image',
    source: storedSource,
    mime: type,
    sha256: fitted.value,
    width,
    height,
    bytes: bytes.length,
    origin: originOf(request, source),
    ...(!isOriginal && { original }),
  };
  const seen = region ?? shown.value;
  return accept({
    block,
    original,
    shown: seen,
    steps: [...steps, ...(facts.metadataBytes > 0 ? (['metadata-removed'] as const) : [])],
    warnings: [...resized(seen, block), ...sourceWarnings(facts), ...wordsFor(notes)],
  });
}

/**
 * Stores the picture as it came, after it was decoded once and thrown away. Of what may not leave (a BMP, a TIFF) the same
 * pixels are stored beside it, in a file that may.
 */
export async function keepImage(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  mime: SourceType,
): Promise<Outcome<Kept>> {
  const probed = examine(source.bytes, mime, parts.limits);
  if (!probed.ok) return probed;
  const mayLeave = readImageType(mime) !== undefined;
  const job = jobOf(source.bytes, probed.value, mayLeave ? checkedAt : wholeSize(parts.limits));
  const { decoder } = parts;
  const options = decodeOptions(request);
  const checked = await (mayLeave ? decoder.check(job, options) : decoder.run(job, options));
  if (!checked.ok) return checked;
  request.onStage?.('storing');
  const stored = await parts.put(source.bytes);
  if (!stored.ok) return stored;
  const { value: found } = checked;
  const written = found.kind === 'encoded' && (await parts.put(found.bytes));
  if (written && !written.ok) return written;
  return accept({
    kind: 'image',
    original: originalOf(stored.value, source.bytes, probed.value),
    ...(found.kind === 'encoded' &&
      written && {
        picture: {
          sha256: written.value,
          mime: found.mime,
          bytes: found.bytes.length,
          width: found.width,
          height: found.height,
        },
      }),
    warnings: [...sourceWarnings(probed.value), ...wordsFor(checked.value.notes)],
    ...(source.name !== undefined && { name: source.name }),
  });
}

/** Small, so that a photograph is shrunk while it is read: every byte of it is decoded all the same. */
const checkedAt: FitTarget = { ...defaultFit, maxEdgePx: 64, maxPixels: 64 * 64 };

/** Every pixel that came: who looks at it is not known yet. */
function wholeSize({ maxSourceEdgePx, maxSourcePixels, maxSourceBytes }: DoorLimits): FitTarget {
  return {
    imageTypes: defaultFit.imageTypes,
    maxBytes: maxSourceBytes,
    maxEdgePx: maxSourceEdgePx,
    maxPixels: maxSourcePixels,
  };
}

function decodeOptions({ signal, onStage }: AdmissionRequest): DecodeOptions {
  return { ...(signal && { signal }), ...(onStage && { onProgress: onStage }) };
}

function originalOf(sha256: BlobId, bytes: Uint8Array, facts: Probe): Original {
  const { mime, frames } = facts;
  const { width, height } = orientedSize(facts, facts.orientation);
  return { sha256, mime, bytes: bytes.length, width, height, ...(frames > 1 && { frames }) };
}

function resized(shown: Rect, block: ImageBlock): string[] {
  if (shown.width === block.width && shown.height === block.height) return [];
  return [`downscaled from ${shown.width}×${shown.height} to ${block.width}×${block.height}`];
}
