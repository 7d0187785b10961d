// The workflows that conformance suites look for, and two of our own to begin with. Ours by behaviour: what each one must
// do is known, how it is written is our business.
import type { JsonObject } from '@percept/core';

function oneNode(id: string, node: JsonObject, declared: readonly JsonObject[] = []): JsonObject {
  return { id, name: id, version: '1.0', nodes: [node], edges: [], variables: declared };
}

/** Every input is the variable of the same name. */
function variables(...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [name, { type: 'variable', variableName: name }] as const),
  );
}

const delayNode: JsonObject = { id: 'wait', typeId: 'core.delay', inputs: variables('delayMs') };

function delayVariable(defaultValue: number): JsonObject {
  return { name: 'delayMs', type: 'number', required: true, defaultValue };
}

export const fixtures: readonly JsonObject[] = [
  oneNode('conformance-noop', { id: 'noop', typeId: 'core.noop' }),
  oneNode('conformance-failure', { id: 'fail', typeId: 'core.fail' }),
  {
    id: 'conformance-multi-node',
    nodes: ['a', 'b', 'c'].map((id) => ({ id, typeId: 'core.noop' })),
    edges: [
      { sourceNodeId: 'a', targetNodeId: 'b' },
      { sourceNodeId: 'b', targetNodeId: 'c' },
    ],
  },
  oneNode(
    'conformance-identity',
    { id: 'echo', typeId: 'core.identity', inputs: variables('payload') },
    [{ name: 'payload', type: 'object', required: true }],
  ),
  oneNode('conformance-idempotent', { id: 'noop', typeId: 'core.noop' }, [
    { name: 'nonce', type: 'string', required: true },
  ]),
  oneNode('conformance-cancellable', delayNode, [delayVariable(30_000)]),
  oneNode('conformance-delay', delayNode, [delayVariable(1000)]),
  oneNode('conformance-approval', {
    id: 'gate',
    typeId: 'core.approvalGate',
    config: { title: 'Conformance approval', actions: ['accept', 'reject'] },
  }),
  oneNode('conformance-clarification', {
    id: 'ask',
    typeId: 'core.clarificationGate',
    config: { questions: [{ id: 'q1', question: 'Which colour do you like best?' }] },
  }),
  oneNode('conformance-model-capability-insufficient', {
    id: 'insufficient-node',
    typeId: 'conformance.modelCapability.insufficient',
  }),
  oneNode(
    'conformance-media-emit',
    { id: 'emit', typeId: 'conformance.media.emit', inputs: variables('soundBytes') },
    [{ name: 'soundBytes', type: 'number', required: false, defaultValue: 1024 }],
  ),
];

export const starters: readonly JsonObject[] = [
  oneNode(
    'percept-ask',
    { id: 'ask', typeId: 'percept.ask', inputs: variables('prompt', 'media') },
    [
      { name: 'prompt', type: 'string', required: true },
      { name: 'media', type: 'array', required: false, defaultValue: [] },
    ],
  ),
  oneNode(
    'percept-view',
    { id: 'view', typeId: 'percept.view', inputs: variables('text', 'name') },
    [
      { name: 'text', type: 'string', required: true },
      { name: 'name', type: 'string', required: false, defaultValue: 'source.md' },
    ],
  ),
];
