// Sounds and files leave as they came: they are probed, stored and described, never rewritten.
import {
  accept,
  type AudioBlock,
  type BlobSource,
  type FileBlock,
  type Original,
  type Outcome,
} from '@percept/core';
import { probeAudio } from '../probe/audio/probe-audio.ts';
import type { SourceBytes } from '../sources/index.ts';
import {
  originOf,
  storedSource,
  type AdmissionParts,
  type AdmissionRequest,
  type Admitted,
} from './request.ts';

export async function admitAudio(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  mime: AudioBlock['mime'],
): Promise<Outcome<Admitted>> {
  const probed = probeAudio(source.bytes, mime, parts.limits);
  if (!probed.ok) return probed;
  const kept = await keep(parts, source, request, mime);
  if (!kept.ok) return kept;
  const { durationMs } = probed.value;
  const block: AudioBlock<BlobSource> = {
    type: 'audio',
    ...kept.value.frame,
    mime,
    ...(durationMs !== undefined && { durationMs }),
    ...(source.name !== undefined && { name: source.name }),
  };
  return accept({ block, original: kept.value.original, steps: [], warnings: [] });
}

export async function admitFile(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  mime: string,
): Promise<Outcome<Admitted>> {
  const kept = await keep(parts, source, request, mime);
  if (!kept.ok) return kept;
  const block: FileBlock<BlobSource> = {
    type: 'file',
    ...kept.value.frame,
    mime,
    ...(source.name !== undefined && { name: source.name }),
  };
  return accept({ block, original: kept.value.original, steps: [], warnings: [] });
}

/** Stores bytes that leave as they came. */
async function keep(
  { put }: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  mime: string,
): Promise<
  Outcome<{
    frame: Pick<FileBlock<BlobSource>, 'source' | 'sha256' | 'bytes' | 'origin'>;
    original: Original;
  }>
> {
  request.onStage?.('storing');
  const kept = await put(source.bytes);
  if (!kept.ok) return kept;
  const sha256 = kept.value;
  const bytes = source.bytes.length;
  return accept({
    frame: { source: storedSource, sha256, bytes, origin: originOf(request, source) },
    original: { sha256, mime, bytes },
  });
}
