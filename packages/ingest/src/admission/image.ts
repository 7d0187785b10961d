// A picture: bounded by its structure, decoded in a cell, fitted to the target, and stored beside its original. What fits
// leaves as it came, less its metadata.
import {
  accept,
  defaultFit,
  resolveRegion,
  wholePixels,
  type BlobSource,
  type BlobStore,
  type ImageBlock,
  type ImageType,
  type Original,
  type Outcome,
  type Rect,
} from '@percept/core';
import { orientedSize, type Picture } from '../fit/index.ts';
import { probe, type Probe } from '../probe/index.ts';
import type { SourceBytes } from '../sources/index.ts';
import { stripMetadata } from '../strip/index.ts';
import {
  originOf,
  storedSource,
  storeUnlessAborted,
  type AdmissionParts,
  type AdmissionRequest,
  type AdmissionStep,
  type Admitted,
} from './request.ts';

export async function admitImage(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  mime: ImageType,
): Promise<Outcome<Admitted>> {
  const { bytes } = source;
  const probed = probe(bytes, mime, parts.limits);
  if (!probed.ok) return probed;
  const facts = probed.value;
  const target = request.target ?? defaultFit;
  const clean = stripMetadata(bytes, mime);
  const { width, height, frames, orientation, hasAlpha, hasColourProfile } = facts;
  const shown = resolveRegion(request.region, orientedSize(facts, orientation));
  if (!shown.ok) return shown;
  const region = request.region && wholePixels(shown.value);
  const decoded = await parts.decoder.run(
    // The decoder sees what may leave, so that a picture whose metadata alone is too heavy passes unchanged.
    {
      bytes: clean,
      mime,
      width,
      height,
      frames,
      orientation,
      hasAlpha,
      hasColourProfile,
      target,
      ...(region && { region }),
    },
    {
      ...(request.signal && { signal: request.signal }),
      ...(request.onStage && { onProgress: request.onStage }),
    },
  );
  if (!decoded.ok) return decoded;
  request.onStage?.('storing');
  return keepImage(parts.store, request, {
    source,
    facts,
    clean,
    picture: decoded.value,
    shown: region ?? shown.value,
  });
}

interface Developed {
  readonly source: SourceBytes;
  readonly facts: Probe;
  /** The source without metadata; the same array when there was none. */
  readonly clean: Uint8Array;
  readonly picture: Picture;
  readonly shown: Rect;
}

async function keepImage(
  store: BlobStore,
  request: AdmissionRequest,
  { source, facts, clean, picture, shown }: Developed,
): Promise<Outcome<Admitted>> {
  const kept = await storeUnlessAborted(store, source.bytes, request);
  if (!kept.ok) return kept;
  const upright = orientedSize(facts, facts.orientation);
  const original: Original = {
    sha256: kept.value,
    mime: facts.mime,
    bytes: source.bytes.length,
    width: upright.width,
    height: upright.height,
    ...(facts.frames > 1 && { frames: facts.frames }),
  };
  const leaving =
    picture.kind === 'encoded' ? picture : { bytes: clean, mime: facts.mime, ...picture };
  const same = leaving.bytes === source.bytes;
  const fitted = same ? kept : await storeUnlessAborted(store, leaving.bytes, request);
  if (!fitted.ok) return fitted;
  const block: ImageBlock<BlobSource> = {
    type: 'image',
    source: storedSource,
    mime: leaving.mime,
    sha256: fitted.value,
    width: leaving.width,
    height: leaving.height,
    bytes: leaving.bytes.length,
    origin: originOf(request, source),
    ...(!same && { original }),
  };
  const steps: readonly AdmissionStep[] = [
    ...(picture.kind === 'encoded' ? picture.steps : []),
    ...(facts.metadataBytes > 0 ? (['metadata-removed'] as const) : []),
  ];
  return accept({ block, original, shown, steps, warnings: imageWarnings(facts, shown, block) });
}

function imageWarnings(facts: Probe, shown: Rect, block: ImageBlock): string[] {
  const warnings: string[] = [];
  if (shown.width !== block.width || shown.height !== block.height) {
    warnings.push(
      `downscaled from ${shown.width}×${shown.height} to ${block.width}×${block.height}`,
    );
  }
  if (facts.frames > 1) warnings.push(`a still: the source has ${facts.frames} frames`);
  if (facts.trailingBytes > 0) {
    warnings.push(`${facts.trailingBytes} bytes after the end of the picture were cut off`);
  }
  return warnings;
}
