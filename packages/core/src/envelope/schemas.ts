// Our schemas for envelopes and their payloads, as data: published in the API document, checked by `parseEnvelope`. They
// accept a part of what the upstream schemas accept: a payload has exactly one of url and base64, and nothing unknown.
import { displays, envelopeSources, type UniversalKind } from './envelope.ts';
import type { ObjectSchema, Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const words: Schema = { type: 'string', minLength: 1 };
const name128: Schema = { type: 'string', minLength: 1, maxLength: 128 };
const kind: Schema = { type: 'string', minLength: 1, maxLength: 256 };
const count: Schema = { type: 'integer', minimum: 0 };
const anyObject: Schema = { type: 'object' };

type Members = Readonly<Record<string, Schema>>;

/** What has to be there, then what may, and nothing else. */
function closed(required: Members, optional: Members = {}): ObjectSchema {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  };
}

const renderingSchema: ObjectSchema = {
  ...closed(
    {},
    {
      display: { type: 'string', enum: displays, description: 'The family of renderer.' },
      mimeType: {
        type: 'string',
        description: 'The media type, when display is image, audio or file.',
      },
      lang: { type: 'string', description: 'The language, when display is code.' },
      alt: { type: 'string', description: 'The same in words, for whoever cannot see or hear it.' },
      title: { type: 'string', description: 'A caption, or the head of a card.' },
    },
  ),
  description: 'How the payload may be drawn. A hint: it never decides whether a payload is valid.',
};

/**
 * The JSON Schema of the frame of an envelope.
 *
 * @example new Ajv2020().compile(envelopeSchema);
 */
export const envelopeSchema: ObjectSchema = closed(
  {
    type: kind,
    envelopeId: name128,
    correlationId: name128,
    payload: { description: 'Its schema is the one of the type.' },
    meta: closed(
      {
        source: { type: 'string', enum: envelopeSources },
        ts: { type: 'string', format: 'date-time' },
      },
      {
        contentTrust: { type: 'string', enum: ['trusted', 'untrusted'] },
        traceparent: text,
        label: { type: 'string', maxLength: 256 },
        rendering: renderingSchema,
      },
    ),
  },
  {
    schemaVersion: { type: 'integer', minimum: 0, description: 'Absent means 0.' },
    nodeId: name128,
    partial: closed({
      isPartial: { type: 'boolean' },
      index: count,
      total: { type: 'integer', minimum: -1 },
    }),
  },
);

function media(family: string, own: Members = {}): ObjectSchema {
  return {
    ...closed(
      { bytes: { type: 'integer', minimum: 0, description: 'The size of the asset.' } },
      {
        url: {
          type: 'string',
          format: 'uri',
          pattern: '^https?://',
          description: 'Where the asset is served: absolute, scoped to a tenant, not guessable.',
        },
        base64: {
          type: 'string',
          minLength: 4,
          description: 'The asset itself, at most maxInlineMediaBytes of it.',
        },
        mimeType: { type: 'string', pattern: `^${family}[a-z0-9][a-z0-9!#$&^_.+-]*$` },
        alt: text,
        ...own,
      },
    ),
    oneOf: [{ required: ['url'] }, { required: ['base64'] }],
  };
}

const question = closed(
  { id: name128, question: words },
  { schema: anyObject, context: anyObject },
);

/**
 * The payload of every universal kind.
 *
 * @example new Ajv2020().compile(payloadSchemas['media.image']);
 */
export const payloadSchemas: Readonly<Record<UniversalKind, ObjectSchema>> = {
  'clarification.request': closed(
    { questions: { type: 'array', minItems: 1, items: question } },
    { reasoning: text, contextType: { type: 'string', maxLength: 128 } },
  ),
  'schema.request': closed(
    { envelopeType: kind },
    { reasoning: text, reason: { type: 'string', maxLength: 1024 } },
  ),
  'schema.response': closed({ envelopeType: kind, ack: { type: 'boolean', const: true } }),
  error: closed({ code: name128, message: words }, { reasoning: text, details: anyObject }),
  'media.image': media('image/'),
  'media.audio': media('audio/', { durationSeconds: { type: 'number', minimum: 0 } }),
  'media.file': media('[a-z0-9][a-z0-9!#$&^_.+-]*/', { name: text }),
};

/**
 * The version of every universal kind that we speak, as a host advertises it.
 *
 * @example schemaVersions['media.image']; // 1
 */
export const schemaVersions: Readonly<Record<UniversalKind, number>> = {
  'clarification.request': 1,
  'schema.request': 1,
  'schema.response': 1,
  error: 1,
  'media.image': 1,
  'media.audio': 1,
  'media.file': 1,
};
