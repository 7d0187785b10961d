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
const texts = listOf(text);
const anything = {};

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

function oneOf(words: readonly string[]): JsonObject {
  return { type: 'string', enum: words };
}

/** What has to be there, then what may. */
function object(required: JsonObject, optional: JsonObject = {}): JsonObject {
  const names = Object.keys(required);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: { ...required, ...optional },
  };
}

/** And nothing else. */
function closed(required: JsonObject, optional?: JsonObject): JsonObject {
  return { ...object(required, optional), additionalProperties: false };
}

const event = object(
  { eventId: text, runId: text, type: text, payload: anything, timestamp: time, sequence: count },
  { nodeId: text, causationId: text, contentTrust: oneOf(['trusted', 'untrusted']) },
);

const snapshot = object(
  { runId: text, workflowId: text, status: oneOf(runStatuses) },
  {
    owner: anyObject,
    currentNodeId: text,
    startedAt: time,
    completedAt: time,
    nodeStates: anyObject,
    variables: anyObject,
    error: anyObject,
    interrupt: anyObject,
  },
);

const part = object(
  { type: oneOf(['text', 'image', 'audio', 'document', 'file']) },
  {
    text,
    mimeType: text,
    data: { type: 'string', description: 'Base64; `dataBase64` is the same.' },
    dataBase64: text,
    url: { type: 'string', description: 'Fetched by the guarded fetcher: public hosts only.' },
    mediaRef: { type: 'string', description: 'An asset URL of this host and this tenant.' },
  },
);

const message = object({
  role: oneOf(['system', 'user', 'assistant']),
  content: { oneOf: [text, listOf(part)] },
});

export const schemas = {
  error: closed({ error: text, message: text }, { details: anyObject }),
  capabilities: object({
    protocolVersion: text,
    supportedEnvelopes: texts,
    schemaVersions: anyObject,
    limits: anyObject,
  }),
  runRequest: closed(
    { workflowId: text },
    { inputs: anyObject, configurable: anyObject, tags: texts, metadata: anyObject },
  ),
  created: object({ runId: text, workflowId: text, status: text }),
  snapshot,
  runList: object({ runs: listOf(snapshot) }, { nextCursor: text }),
  cancelRequest: object({}, { reason: text }),
  forkRequest: closed(
    {},
    { fromSeq: count, mode: oneOf(['replay', 'branch']), runOptionsOverlay: anyObject },
  ),
  eventPage: object(
    { events: listOf(event), isComplete: { type: 'boolean' } },
    { lastSequence: { type: 'integer' }, hasMore: { type: 'boolean' } },
  ),
  bundle: object({
    bundleVersion: text,
    generatedAt: time,
    host: anyObject,
    run: anyObject,
    events: listOf(event),
    redactionApplied: { type: 'boolean' },
  }),
  resolveRequest: closed({ resumeValue: anyObject }),
  interrupt: object({ runId: text, nodeId: text, interruptId: text, kind: text, status: text }),
  resolved: object({ runId: text, nodeId: text, interruptId: text, status: text }),
  acceptRequest: object({ envelope: jsonOf(envelopeSchema) }),
  acceptance: object(
    { status: oneOf(['accepted', 'invalid', 'gated', 'breached']) },
    { reason: text, details: listOf(anyObject) },
  ),
  putRequest: closed({ contentBase64: text }, { contentType: text, name: text }),
  stored: object({ upload: text, url: text, bytes: count, contentType: text }),
  forgetRequest: closed({ upload: text }),
  forgotten: object({ upload: text }),
  callRequest: closed(
    { messages: listOf(message) },
    { model: text, requiredModelCapabilities: texts },
  ),
  drawRequest: closed({ prompt: text }, { from: text }),
  drawn: object({ images: listOf(anyObject) }),
  sayRequest: closed({ text, voiceId: text }),
  spoken: object({ audio: anyObject }),
  called: object(
    { content: text, finishReason: text, media: listOf(anyObject) },
    { model: text, made: listOf(anyObject) },
  ),
  workflow: object({ id: text, nodes: listOf(anyObject) }, { name: text, version: text }),
  workflowList: object({ workflows: listOf(anyObject), nodeKinds: texts }),
  gateRequest: object({}, { module: anyObject }),
  gateAnswer: object({ outcome: anyObject }),
  reset: object({}, { removed: count }),
  anything: anyObject,
} as const satisfies Readonly<Record<string, JsonObject>>;
