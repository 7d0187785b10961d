// Nodes that draw and speak on purpose. What they make are media events of the run, by URL, with what they cost beside it.
import type { Produced } from '@percept/agent';
import { printable, readText } from '@percept/core/internal';
import { type JsonObject, type Outcome } from '@percept/core';
import {
  imageGeneration,
  madeFacts,
  speechSynthesis,
  type HostMaking,
  type MakeOrder,
} from '../host-making.ts';
import {
  completed,
  failed,
  textsOnly,
  usageEvent,
  type NodeContext,
  type NodeKind,
} from '../node-kind.ts';

export function drawNode(making: HostMaking): NodeKind {
  return {
    typeId: 'percept.draw',
    requiredModelCapabilities: [imageGeneration],
    check: textsOnly(['prompt', 'from', 'alt']),
    run: async (context) => {
      const maker = await making.maker('image');
      return make(context, 'picture', maker && ((order) => making.draw(maker, order)));
    },
  };
}

export function sayNode(making: HostMaking): NodeKind {
  return {
    typeId: 'percept.say',
    requiredModelCapabilities: [speechSynthesis],
    check: textsOnly(['text', 'voice', 'alt']),
    run: async (context) => {
      const maker = await making.maker('speech');
      return make(context, 'sound', maker && ((order) => making.say(maker, order)));
    },
  };
}

async function make(
  { config, inputs, tenant, signal, nodeId, emit, emitMedia }: NodeContext,
  output: 'picture' | 'sound',
  work: ((order: MakeOrder) => Promise<Outcome<Produced>>) | undefined,
) {
  if (!work) return failed('host_capability_missing', 'No model is configured that makes this.');
  const fields: JsonObject = { ...config, ...inputs };
  const made = await work({ tenant, fields, signal });
  if (!made.ok)
    return signal.aborted
      ? ({ kind: 'stopped' } as const)
      : failed('making_refused', `${made.refusal.message} ${made.refusal.hint}`);
  const { block, charge } = made.value;
  await emit(usageEvent(nodeId, charge.host, charge));
  const by = `made by ${printable(charge.model, 100)}`;
  const alt = readText(fields['alt']) ?? `${output === 'picture' ? 'Picture' : 'Sound'} ${by}`;
  const told = await emitMedia({ block, alt, form: 'url', contentTrust: 'untrusted' });
  if (!told.ok) return failed('making_refused', told.refusal.message);
  return completed({ [output]: madeFacts(made.value, told.value.url) });
}
