// Sounds and files leave as they came: they are probed, stored and described, never rewritten.
import { accept, type Outcome, type StoredBlock } from '@percept/core';
import { definedOf } from '@percept/core/internal';
import { probeAudio } from '../probe/audio/probe-audio.ts';
import type { SoundProbe } from '../probe/audio/sound.ts';
import type { SourceBytes } from '../sources/index.ts';
import {
  originOf,
  storedSource,
  type AdmissionParts,
  type AdmissionRequest,
  type Admitted,
} from './request.ts';
import type { WayIn } from './way-in.ts';

export async function admitAsItCame(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
  way: Exclude<WayIn, { kind: 'image' }>,
): Promise<Outcome<Admitted>> {
  const probed: Outcome<SoundProbe> =
    way.kind === 'audio' ? probeAudio(source.bytes, way.mime, parts.limits) : accept({});
  if (!probed.ok) return probed;
  request.onStage?.('storing');
  const stored = await parts.put(source.bytes);
  if (!stored.ok) return stored;
  const original = { sha256: stored.value, mime: way.mime, bytes: source.bytes.length };
  const { sha256, bytes } = original;
  const frame = { source: storedSource, sha256, bytes, origin: originOf(request, source) };
  const { name } = source;
  const { durationMs } = probed.value;
  const block: StoredBlock =
    way.kind === 'audio'
      ? { type: 'audio', ...frame, mime: way.mime, ...definedOf({ durationMs, name }) }
      : { type: 'file', ...frame, mime: way.mime, ...definedOf({ name }) };
  return accept({ block, original, steps: [], warnings: [] });
}
