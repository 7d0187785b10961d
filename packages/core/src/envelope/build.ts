// Envelopes from stored media: what we emit carries its true size, its type and its words for whoever cannot see it, by
// URL or, below the cap, inline.
import { bound, checkOptions, either, group, maybe, oneOf, shape, text, word } from '../options.ts';
import type { StoredBlock } from '../block.ts';
import type {
  EnvelopeMeta,
  MediaAudio,
  MediaEnvelope,
  MediaFile,
  MediaImage,
  MediaPlace,
} from './envelope.ts';
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
  const { block, alt, title, envelopeId, correlationId, nodeId } = request;
  const rendering = {
    display: block.type,
    mimeType: block.mime,
    alt,
    ...(title !== undefined && { title }),
  } as const;
  const frame = {
    envelopeId,
    correlationId,
    ...(nodeId !== undefined && { nodeId }),
    meta: { ...request.meta, rendering },
  };
  switch (block.type) {
    case 'image': {
      const payload: MediaImage = payloadOf(request);
      return {
        type: 'media.image',
        schemaVersion: schemaVersions['media.image'],
        ...frame,
        payload,
      };
    }
    case 'audio': {
      const duration = block.durationMs;
      const payload: MediaAudio = {
        ...payloadOf(request),
        ...(duration !== undefined && { durationSeconds: duration / 1000 }),
      };
      return {
        type: 'media.audio',
        schemaVersion: schemaVersions['media.audio'],
        ...frame,
        payload,
      };
    }
    case 'file': {
      const payload: MediaFile = {
        ...payloadOf(request),
        ...(block.name !== undefined && { name: block.name }),
      };
      return { type: 'media.file', schemaVersion: schemaVersions['media.file'], ...frame, payload };
    }
  }
}

function payloadOf({ block, place, alt }: MediaEnvelopeRequest): MediaImage {
  return { ...place, bytes: block.bytes, mimeType: block.mime, alt };
}
