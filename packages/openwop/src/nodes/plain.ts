// The nodes that need nothing from the outside: they pass values on, wait, fail on purpose, or ask a person.
import { setTimeout as sleep } from 'node:timers/promises';
import { inside, isRecord, readCount, readText } from '@percept/core/internal';
import { approvalActions, parseInterrupt, parseQuestions, type Interrupt } from '../interrupt.ts';
import {
  completed,
  failed,
  type NodeContext,
  type NodeKind,
  type NodeResult,
} from '../node-kind.ts';

export const noop: NodeKind = { typeId: 'core.noop', run: async () => completed() };

export const identity: NodeKind = {
  typeId: 'core.identity',
  run: async ({ inputs }) => completed(inputs),
};

export const fail: NodeKind = {
  typeId: 'core.fail',
  run: async ({ config }) =>
    failed('node_failed', readText(config['message']) ?? 'This node always fails.'),
};

/** Requires what no model has, so the gate always refuses it. */
export const insufficient: NodeKind = {
  typeId: 'conformance.modelCapability.insufficient',
  requiredModelCapabilities: ['nonexistent-capability-9b3f'],
  run: async () => completed(),
};

export function delay(maxDelayMs: number): NodeKind {
  return {
    typeId: 'core.delay',
    run: async ({ inputs, config, signal, startedAt, now }) => {
      const asked = readCount(inputs['delayMs'] ?? config['delayMs'] ?? 0);
      if (asked === undefined || asked > maxDelayMs)
        return failed('validation_error', `delayMs is a whole number from 0 to ${maxDelayMs}.`);
      // A host that died under the wait does not make it longer.
      const restMs = Math.max(0, startedAt + asked - now);
      await sleep(restMs, undefined, { signal }).catch(() => undefined);
      return signal.aborted ? { kind: 'stopped' } : completed({ waitedMs: asked });
    },
  };
}

export const approval: NodeKind = {
  typeId: 'core.approvalGate',
  check: (config) => (approvalOf(config) ? undefined : 'it needs a title and known actions.'),
  run: async (context) => {
    const interrupt = approvalOf(context.config);
    if (!interrupt) return failed('validation_error', 'The approval gate has no title.');
    const { answer } = context;
    if (answer === undefined) return { kind: 'suspended', interrupt };
    const action = readText(inside(answer, 'action'));
    return action === 'accept'
      ? completed({ action })
      : failed('approval_rejected', 'The approval was rejected.');
  },
};

function approvalOf(config: NodeContext['config']): Interrupt | undefined {
  const actions = config['actions'] ?? approvalActions;
  return parseInterrupt({ title: 'Approval', ...config, kind: 'approval', actions });
}

export const clarification: NodeKind = {
  typeId: 'core.clarificationGate',
  check: (config) =>
    parseQuestions(config['questions']) ? undefined : 'it needs questions with ids.',
  run: async ({ config, answer }): Promise<NodeResult> => {
    const questions = parseQuestions(config['questions']);
    if (!questions) return failed('validation_error', 'The clarification gate asks nothing.');
    if (answer === undefined)
      return { kind: 'suspended', interrupt: { kind: 'clarification', questions } };
    return completed(isRecord(answer) && isRecord(answer['answers']) ? { ...answer } : {});
  },
};
