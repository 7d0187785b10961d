// The workflows that conformance suites look for, made of real model nodes: the same ids, the same variables, and what the
// fixture nodes do by themselves is done by a scripted model behind `percept.ask`.
import { createHash } from 'node:crypto';
import { isRecord } from '@percept/core/internal';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { drawing, failure, text, type CapturedRequest, type Reply } from 'percept/conformance';
import type { StageOptions } from './openwop-stage.ts';

/** Which of the two a test file walks on; `openwop-model-nodes.test.ts` walks all of them once more on models. */
export type Nodes = 'fixture' | 'model';

const ask = (prompt: string, more: object = {}): object => ({
  typeId: 'percept.ask',
  config: { prompt, ...more },
});

function oneNode(id: string, node: object, variables: readonly object[] = []): object {
  return { id: `conformance-${id}`, nodes: [node], variables };
}

const delayMs = { name: 'delayMs', type: 'number', required: true, defaultValue: 1000 };

const workflows: readonly object[] = [
  oneNode('noop', { id: 'noop', ...ask('Say done.') }),
  oneNode('failure', { id: 'fail', ...ask('Fail.') }),
  {
    id: 'conformance-multi-node',
    nodes: ['a', 'b', 'c'].map((id) => ({ id, ...ask('Say done.') })),
    edges: [
      { sourceNodeId: 'a', targetNodeId: 'b' },
      { sourceNodeId: 'b', targetNodeId: 'c' },
    ],
  },
  oneNode(
    'identity',
    {
      id: 'echo',
      ...ask('Say done.'),
      inputs: { payload: { type: 'variable', variableName: 'payload' } },
    },
    [{ name: 'payload', type: 'object', required: true }],
  ),
  oneNode('idempotent', { id: 'noop', ...ask('Say done.') }, [
    { name: 'nonce', type: 'string', required: true },
  ]),
  oneNode('cancellable', { id: 'wait', ...ask('Wait for ever.') }, [delayMs]),
  oneNode('delay', { id: 'wait', ...ask('Wait a moment.') }, [delayMs]),
  {
    id: 'conformance-approval',
    nodes: [
      { id: 'draft', ...ask('Say done.') },
      {
        id: 'gate',
        typeId: 'core.approvalGate',
        config: { title: 'Conformance approval', actions: ['accept', 'reject'] },
      },
    ],
    edges: [{ sourceNodeId: 'draft', targetNodeId: 'gate' }],
  },
  oneNode('clarification', { id: 'ask', ...ask('Ask.', { envelopes: ['error'] }) }),
  oneNode('model-capability-insufficient', {
    id: 'insufficient-node',
    ...ask('Say done.'),
    requiredModelCapabilities: ['nonexistent-capability-9b3f'],
  }),
  oneNode(
    'media-emit',
    {
      id: 'emit',
      typeId: 'percept.ask',
      inputs: { prompt: { type: 'variable', variableName: 'prompt' } },
    },
    [{ name: 'prompt', type: 'string', required: false, defaultValue: 'Make 1024.' }],
  ),
];

const question = JSON.stringify({
  type: 'clarification.request',
  schemaVersion: 1,
  payload: { questions: [{ id: 'q1', question: 'Which colour do you like best?' }] },
  meta: { source: 'user', contentTrust: 'trusted' },
});

/** Says and makes what the newest message asks for. */
async function script({ body }: CapturedRequest): Promise<Reply> {
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const asked = JSON.stringify(messages.findLast((one) => isRecord(one) && one['role'] === 'user'));
  const [, sound] = /Make (\d+)\./.exec(asked) ?? [];
  if (sound !== undefined) return make(Number(sound));
  if (asked.includes('Fail.')) return failure(400, 'This model always fails.');
  if (asked.includes('Wait a moment.')) await sleep(300, undefined, { ref: false });
  if (asked.includes('Wait for ever.')) await sleep(600_000, undefined, { ref: false });
  return text(asked.includes('Ask.') ? question : 'Done.');
}

const headerBytes = 44;

/** A picture that is above every cap, because no encoder makes noise smaller, and a sound of so many bytes. */
async function make(soundBytes: number): Promise<Reply> {
  const pixels = createHash('shake256', { outputLength: 400 * 400 * 3 }).digest();
  const picture = await sharp(pixels, { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  return drawing(
    'Here.',
    { mime: 'image/png', base64: picture.toString('base64') },
    { mime: 'audio/pcm', base64: Buffer.alloc(soundBytes - headerBytes).toString('base64') },
  );
}

export function modelNodes({
  workflows: more = [],
  script: own = script,
}: StageOptions): StageOptions {
  return { workflows: [...workflows, ...more], script: own };
}
