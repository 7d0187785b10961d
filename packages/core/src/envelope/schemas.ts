// Our schemas for envelopes and their payloads, as data: published in the API document, checked by `parseEnvelope`. They
// accept a part of what the upstream schemas accept: a payload has exactly one of url and base64, and nothing unknown.
import { displays, envelopeSources, type UniversalKind } from './envelope.ts';
import type { ObjectSchema, Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const name128: Schema = { type: 'string', minLength: 1, maxLength: 128 };
const kind: Schema = { type: 'string', minLength: 1, maxLength: 256 };
const anyObject: Schema = { type: 'object' };

const renderingSchema: ObjectSchema = {
  type: 'object',
  description: 'How the payload may be drawn. A hint: it never decides whether a payload is valid.',
  properties: {
    display: { type: 'string', enum: displays, description: 'The family of renderer.' },
    mimeType: {
      type: 'string',
      description: 'The media type, when display is image, audio or file.',
    },
    lang: { type: 'string', description: 'The language, when display is code.' },
    alt: { type: 'string', description: 'The same in words, for whoever cannot see or hear it.' },
    title: { type: 'string', description: 'A caption, or the head of a card.' },
  },
  additionalProperties: false,
};

/**
 * The JSON Schema of the frame of an envelope.
 *
 * @example new Ajv2020().compile(envelopeSchema);
 */
export const envelopeSchema: ObjectSchema = {
  type: 'object',
  required: ['type', 'envelopeId', 'correlationId', 'payload', 'meta'],
  properties: {
    type: kind,
    schemaVersion: { type: 'integer', minimum: 0, description: 'Absent means 0.' },
    envelopeId: name128,
    correlationId: name128,
    nodeId: name128,
    payload: { description: 'Its schema is the one of the type.' },
    meta: {
      type: 'object',
      required: ['source', 'ts'],
      properties: {
        source: { type: 'string', enum: envelopeSources },
        ts: { type: 'string', format: 'date-time' },
        contentTrust: { type: 'string', enum: ['trusted', 'untrusted'] },
        traceparent: text,
        label: { type: 'string', maxLength: 256 },
        rendering: renderingSchema,
      },
      additionalProperties: false,
    },
    partial: {
      type: 'object',
      required: ['isPartial', 'index', 'total'],
      properties: {
        isPartial: { type: 'boolean' },
        index: { type: 'integer', minimum: 0 },
        total: { type: 'integer', minimum: -1 },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

function media(family: string, own: Readonly<Record<string, Schema>>): ObjectSchema {
  return {
    type: 'object',
    required: ['bytes'],
    properties: {
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
      bytes: { type: 'integer', minimum: 0, description: 'The size of the asset.' },
      mimeType: { type: 'string', pattern: `^${family}[a-z0-9][a-z0-9!#$&^_.+-]*$` },
      alt: text,
      ...own,
    },
    additionalProperties: false,
    oneOf: [{ required: ['url'] }, { required: ['base64'] }],
  };
}

/**
 * The payload of every universal kind.
 *
 * @example new Ajv2020().compile(payloadSchemas['media.image']);
 */
export const payloadSchemas: Readonly<Record<UniversalKind, ObjectSchema>> = {
  'clarification.request': {
    type: 'object',
    required: ['questions'],
    properties: {
      reasoning: text,
      questions: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['id', 'question'],
          properties: {
            id: name128,
            question: { type: 'string', minLength: 1 },
            schema: anyObject,
            context: anyObject,
          },
          additionalProperties: false,
        },
      },
      contextType: { type: 'string', maxLength: 128 },
    },
    additionalProperties: false,
  },
  'schema.request': {
    type: 'object',
    required: ['envelopeType'],
    properties: {
      reasoning: text,
      envelopeType: kind,
      reason: { type: 'string', maxLength: 1024 },
    },
    additionalProperties: false,
  },
  'schema.response': {
    type: 'object',
    required: ['envelopeType', 'ack'],
    properties: { envelopeType: kind, ack: { type: 'boolean', const: true } },
    additionalProperties: false,
  },
  error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      reasoning: text,
      code: name128,
      message: { type: 'string', minLength: 1 },
      details: anyObject,
    },
    additionalProperties: false,
  },
  'media.image': media('image/', {}),
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
