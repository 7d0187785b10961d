// The AI envelope (seed 001): a closed frame around a payload that its `type` selects. These are the shapes after
// `parseEnvelope`; whatever comes from outside is `unknown` until then.
import type { Json, JsonObject } from '../json.ts';

/** What an LLM says to the engine, whatever the host does otherwise. */
export const protocolKinds = [
  'clarification.request',
  'schema.request',
  'schema.response',
  'error',
] as const;
export type ProtocolKind = (typeof protocolKinds)[number];

/**
 * The kinds of envelopes that carry media.
 *
 * @example mediaKinds.includes(envelope.type);
 */
export const mediaKinds = ['media.image', 'media.audio', 'media.file'] as const;
export type MediaKindName = (typeof mediaKinds)[number];

export const universalKinds = [...protocolKinds, ...mediaKinds] as const;
export type UniversalKind = (typeof universalKinds)[number];

/** Seed 001 §B. */
export const displays = ['markdown', 'code', 'card', 'image', 'audio', 'file'] as const;
export type Display = (typeof displays)[number];

export const envelopeSources = ['ai-generation', 'user', 'system'] as const;
export type EnvelopeSource = (typeof envelopeSources)[number];

/** A hint for whoever draws the payload. It carries no secret, and no payload needs it to be valid. */
export interface Rendering {
  readonly display?: Display;
  readonly mimeType?: string;
  readonly lang?: string;
  readonly alt?: string;
  readonly title?: string;
}

export interface EnvelopeMeta {
  readonly source: EnvelopeSource;
  /** RFC 3339, with its offset. */
  readonly ts: string;
  readonly contentTrust?: 'trusted' | 'untrusted';
  readonly traceparent?: string;
  readonly label?: string;
  readonly rendering?: Rendering;
}

export interface PartialInfo {
  readonly isPartial: boolean;
  readonly index: number;
  /** -1 while the number is not known. */
  readonly total: number;
}

interface Frame<Kind extends string, Payload> {
  readonly type: Kind;
  /** A whole number; an envelope without one is of version 0. */
  readonly schemaVersion: number;
  readonly envelopeId: string;
  readonly correlationId: string;
  readonly nodeId?: string;
  readonly payload: Payload;
  readonly meta: EnvelopeMeta;
  readonly partial?: PartialInfo;
}

/** Any envelope: of a universal kind, or of a vendor's, whose payload is the vendor's business. */
export type Envelope = Frame<string, Json>;

/** Exactly one of the two: where the asset is served, or the asset itself. */
export type MediaPlace =
  | { readonly url: string; readonly base64?: never }
  | { readonly base64: string; readonly url?: never };

// Aliases and not interfaces: only those are known to be JSON.
type MediaFacts = {
  /** The size of the asset itself, not of its base64. */
  readonly bytes: number;
  readonly mimeType?: string;
  readonly alt?: string;
};

export type MediaImage = MediaFacts & MediaPlace;
export type MediaAudio = MediaFacts & MediaPlace & { readonly durationSeconds?: number };
export type MediaFile = MediaFacts & MediaPlace & { readonly name?: string };
export type MediaPayload = MediaImage | MediaAudio | MediaFile;

export type MediaEnvelope =
  | Frame<'media.image', MediaImage>
  | Frame<'media.audio', MediaAudio>
  | Frame<'media.file', MediaFile>;

export type ClarificationQuestion = {
  readonly id: string;
  readonly question: string;
  readonly schema?: JsonObject;
  readonly context?: JsonObject;
};

export type ProtocolEnvelope =
  | Frame<
      'clarification.request',
      {
        readonly questions: readonly ClarificationQuestion[];
        readonly reasoning?: string;
        readonly contextType?: string;
      }
    >
  | Frame<
      'schema.request',
      { readonly envelopeType: string; readonly reasoning?: string; readonly reason?: string }
    >
  | Frame<'schema.response', { readonly envelopeType: string; readonly ack: true }>
  | Frame<
      'error',
      {
        readonly code: string;
        readonly message: string;
        readonly reasoning?: string;
        readonly details?: JsonObject;
      }
    >;
