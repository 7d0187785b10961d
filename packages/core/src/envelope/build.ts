// Envelopes from stored media: what we emit carries its true size, its type and its words for whoever cannot see it, by
// URL or, below the cap, inline.
import { bound, checkOptions, either, group, maybe, oneOf, shape, text, word } from '../options.ts';
import type { StoredBlock } from '../block.ts';
import type { EnvelopeMeta, MediaAudio, MediaEnvelope, MediaFile, MediaPlace } from './envelope.ts';
import { definedOf } from '../defined.ts';
import { schemaVersions } from './schemas.ts';

export interface MediaEnvelopeRequest {
  readonly block: StoredBlock;
  /** Of these very bytes: `block.sha256` names them. */
  readonly place: MediaPlace;
  readonly alt: string;
  readonly title?: string;
  readonly envelopeId: string;
  readonly correlationId: string;
  readonly nodeId?: string;
  readonly meta: Omit<EnvelopeMeta, 'rendering'>;
}

/**
 * The envelope of one stored piece of media, by URL or inline.
 *
 * @example mediaEnvelope({ block, place: { url }, alt: 'Revenue by quarter', envelopeId, correlationId, meta: { source: 'system', ts } })
 */
export function mediaEnvelope(request: MediaEnvelopeRequest): MediaEnvelope {
  checkOptions('mediaEnvelope', request, {
    block: shape({ type: oneOf(['image', 'audio', 'file']), mime: word, bytes: bound }),
    place: either('is { url } or { base64 }', shape({ url: word }), shape({ base64: text })),
    alt: text,
    title: maybe(text),
    envelopeId: word,
    correlationId: word,
    nodeId: maybe(word),
    meta: group,
  });
  const { block, place, alt, title, envelopeId, correlationId, nodeId, meta } = request;
  const type = `media.${block.type}` as const;
  const rendering = { display: block.type, mimeType: block.mime, alt, ...definedOf({ title }) };
  return {
    type,
    schemaVersion: schemaVersions[type],
    envelopeId,
    correlationId,
    ...definedOf({ nodeId }),
    meta: { ...meta, rendering },
    payload: { ...place, bytes: block.bytes, mimeType: block.mime, alt, ...ownFacts(block) },
  };
}

/** What only a sound, or only a file, has. */
function ownFacts(
  block: StoredBlock,
): Pick<MediaAudio, 'durationSeconds'> & Pick<MediaFile, 'name'> {
  if (block.type === 'file') return definedOf({ name: block.name });
  const duration = block.type === 'audio' ? block.durationMs : undefined;
  return duration === undefined ? {} : { durationSeconds: duration / 1000 };
}
