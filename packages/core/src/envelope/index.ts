export {
  mediaKinds,
  type ClarificationQuestion,
  type Display,
  type Envelope,
  type EnvelopeMeta,
  type EnvelopeSource,
  type MediaAudio,
  type MediaEnvelope,
  type MediaFile,
  type MediaImage,
  type MediaKindName,
  type MediaPayload,
  type MediaPlace,
  type PartialInfo,
  type ProtocolEnvelope,
  type ProtocolKind,
  type Rendering,
  type UniversalKind,
} from './envelope.ts';
export {
  isMediaEnvelope,
  parseEnvelope,
  type EnvelopeOptions,
  type ParsedEnvelope,
  type RefusedEnvelope,
} from './parse.ts';
export type { Issue, ObjectSchema, Schema } from './schema.ts';
export { envelopeSchema, payloadSchemas, schemaVersions } from './schemas.ts';
export { mediaEnvelope, type MediaEnvelopeRequest } from './build.ts';
export { redactEnvelope, type Redactor } from './redact.ts';
