// The shapes of requests and answers, as data for the API document. Written from what the code answers; the tests hold
// both against each other.
import type { JsonObject } from '@percept/core';
import { envelopeSchema } from '@percept/core/envelope';
import { jsonOf } from '@percept/core/internal';
import { runStatuses } from './run-state.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const anyObject = { type: 'object' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const texts = { type: 'array', items: text } as const;

const event: JsonObject = {
  type: 'object',
  required: ['eventId', 'runId', 'type', 'payload', 'timestamp', 'sequence'],
  properties: {
    eventId: text,
    runId: text,
    nodeId: text,
    type: text,
    payload: {},
    timestamp: time,
    sequence: count,
    causationId: text,
    contentTrust: { type: 'string', enum: ['trusted', 'untrusted'] },
  },
};

const snapshot: JsonObject = {
  type: 'object',
  required: ['runId', 'workflowId', 'status'],
  properties: {
    runId: text,
    workflowId: text,
    status: { type: 'string', enum: runStatuses },
    owner: anyObject,
    currentNodeId: text,
    startedAt: time,
    completedAt: time,
    nodeStates: anyObject,
    variables: anyObject,
    error: anyObject,
    interrupt: anyObject,
  },
};

const part: JsonObject = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: ['text', 'image', 'audio', 'document', 'file'] },
    text,
    mimeType: text,
    data: { type: 'string', description: 'Base64; `dataBase64` is the same.' },
    dataBase64: text,
    url: { type: 'string', description: 'Fetched by the guarded fetcher: public hosts only.' },
    mediaRef: { type: 'string', description: 'An asset URL of this host and this tenant.' },
  },
};

export const schemas = {
  error: {
    type: 'object',
    required: ['error', 'message'],
    properties: { error: text, message: text, details: anyObject },
    additionalProperties: false,
  },
  capabilities: {
    type: 'object',
    required: ['protocolVersion', 'supportedEnvelopes', 'schemaVersions', 'limits'],
  },
  runRequest: {
    type: 'object',
    required: ['workflowId'],
    properties: {
      workflowId: text,
      inputs: anyObject,
      configurable: anyObject,
      tags: texts,
      metadata: anyObject,
    },
    additionalProperties: false,
  },
  created: {
    type: 'object',
    required: ['runId', 'workflowId', 'status'],
    properties: { runId: text, workflowId: text, status: text },
  },
  snapshot,
  runList: {
    type: 'object',
    required: ['runs'],
    properties: { runs: { type: 'array', items: snapshot }, nextCursor: text },
  },
  cancelRequest: { type: 'object', properties: { reason: text } },
  forkRequest: {
    type: 'object',
    properties: {
      fromSeq: count,
      mode: { type: 'string', enum: ['replay', 'branch'] },
      runOptionsOverlay: anyObject,
    },
    additionalProperties: false,
  },
  eventPage: {
    type: 'object',
    required: ['events', 'isComplete'],
    properties: {
      events: { type: 'array', items: event },
      lastSequence: { type: 'integer' },
      hasMore: { type: 'boolean' },
      isComplete: { type: 'boolean' },
    },
  },
  bundle: {
    type: 'object',
    required: ['bundleVersion', 'generatedAt', 'host', 'run', 'events', 'redactionApplied'],
  },
  resolveRequest: {
    type: 'object',
    required: ['resumeValue'],
    properties: { resumeValue: anyObject },
    additionalProperties: false,
  },
  interrupt: {
    type: 'object',
    required: ['runId', 'nodeId', 'interruptId', 'kind', 'status'],
    properties: { runId: text, nodeId: text, interruptId: text, kind: text, status: text },
  },
  resolved: {
    type: 'object',
    required: ['runId', 'nodeId', 'interruptId', 'status'],
    properties: { runId: text, nodeId: text, interruptId: text, status: text },
  },
  acceptRequest: {
    type: 'object',
    required: ['envelope'],
    properties: { envelope: jsonOf(envelopeSchema) },
  },
  acceptance: {
    type: 'object',
    required: ['status'],
    properties: {
      status: { type: 'string', enum: ['accepted', 'invalid', 'gated', 'breached'] },
      reason: text,
      details: { type: 'array', items: anyObject },
    },
  },
  putRequest: {
    type: 'object',
    required: ['contentBase64'],
    properties: { contentBase64: text, contentType: text, name: text },
    additionalProperties: false,
  },
  stored: {
    type: 'object',
    required: ['upload', 'url', 'bytes', 'contentType'],
    properties: { upload: text, url: text, bytes: count, contentType: text },
  },
  forgetRequest: {
    type: 'object',
    required: ['upload'],
    properties: { upload: text },
    additionalProperties: false,
  },
  forgotten: { type: 'object', required: ['upload'], properties: { upload: text } },
  callRequest: {
    type: 'object',
    required: ['messages'],
    properties: {
      messages: {
        type: 'array',
        items: {
          type: 'object',
          required: ['role', 'content'],
          properties: {
            role: { type: 'string', enum: ['system', 'user', 'assistant'] },
            content: { oneOf: [text, { type: 'array', items: part }] },
          },
        },
      },
      model: text,
      requiredModelCapabilities: texts,
    },
    additionalProperties: false,
  },
  drawRequest: {
    type: 'object',
    required: ['prompt'],
    properties: { prompt: text, from: text },
    additionalProperties: false,
  },
  drawn: {
    type: 'object',
    required: ['images'],
    properties: { images: { type: 'array', items: anyObject } },
  },
  sayRequest: {
    type: 'object',
    required: ['text', 'voiceId'],
    properties: { text, voiceId: text },
    additionalProperties: false,
  },
  spoken: { type: 'object', required: ['audio'], properties: { audio: anyObject } },
  called: {
    type: 'object',
    required: ['content', 'finishReason', 'media'],
    properties: {
      content: text,
      finishReason: text,
      model: text,
      media: { type: 'array' },
      made: { type: 'array' },
    },
  },
  workflow: {
    type: 'object',
    required: ['id', 'nodes'],
    properties: { id: text, name: text, version: text, nodes: { type: 'array' } },
  },
  workflowList: {
    type: 'object',
    required: ['workflows', 'nodeKinds'],
    properties: { workflows: { type: 'array' }, nodeKinds: texts },
  },
  gateRequest: { type: 'object', properties: { module: anyObject } },
  gateAnswer: { type: 'object', required: ['outcome'], properties: { outcome: anyObject } },
  reset: { type: 'object', properties: { removed: count } },
  anything: anyObject,
} as const satisfies Readonly<Record<string, JsonObject>>;
