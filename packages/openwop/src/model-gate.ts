// Whether a node may run on the active model: dispatch, substitute its declared fallback, or refuse before anything is
// sent. A fallback is tried once, and only where the host substitutes at all (RFC 0031 §B, RFC 0055 §A).
import type { Projection } from './acceptor.ts';
import type { FallbackModel, WorkflowNode } from './workflow.ts';
import type { NodeKind } from './node-kind.ts';
import type { LiveRun } from './live-run.ts';
import { modelIn, type GateModel, type ModelFacts } from './model-facts.ts';

export interface GateQuestion {
  readonly required: readonly string[];
  readonly fallback?: FallbackModel;
  readonly active: GateModel;
  readonly substitutionSupported: boolean;
  readonly supportedProviders: readonly string[];
  /** What the fallback can do; none when it is not known. */
  readonly capabilitiesOf: (model: FallbackModel) => readonly string[];
}

export type GateOutcome =
  | { readonly route: 'dispatch' }
  | {
      readonly route: 'substitute';
      readonly originalProvider: string;
      readonly originalModel: string;
      readonly fallbackProvider: string;
      readonly fallbackModel: string;
      readonly missingCapabilities: readonly string[];
    }
  | {
      readonly route: 'refuse';
      readonly provider: string;
      readonly model: string;
      readonly missingCapabilities: readonly string[];
      readonly fallbackAttempted: boolean;
    };

export function gate(question: GateQuestion): GateOutcome {
  const { required, fallback, active, substitutionSupported, supportedProviders } = question;
  const missing = without(required, active.capabilities);
  if (missing.length === 0) return { route: 'dispatch' };
  const refusal = {
    route: 'refuse',
    provider: active.provider,
    model: active.model,
    missingCapabilities: missing,
  } as const;
  if (!fallback || !substitutionSupported) return { ...refusal, fallbackAttempted: false };
  const usable =
    supportedProviders.includes(fallback.provider) &&
    without(required, question.capabilitiesOf(fallback)).length === 0;
  if (!usable) return { ...refusal, fallbackAttempted: true };
  return {
    route: 'substitute',
    originalProvider: active.provider,
    originalModel: active.model,
    fallbackProvider: fallback.provider,
    fallbackModel: fallback.model,
    missingCapabilities: missing,
  };
}

export function gateEvent(outcome: GateOutcome, nodeId: string): Projection | undefined {
  if (outcome.route === 'dispatch') return undefined;
  const { route, ...facts } = outcome;
  const what = route === 'substitute' ? 'substituted' : 'insufficient';
  return { type: `model.capability.${what}`, payload: { nodeId, ...facts } };
}

function without(required: readonly string[], offered: readonly string[]): readonly string[] {
  return [...new Set(required)].filter((capability) => !offered.includes(capability));
}

// Whether a node may work with the model that is active, or with which other one. What was decided stands in the log before
// the node does anything.
export type Gated =
  | { readonly kind: 'open'; readonly substitute?: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Decides, and tells the run's log where the decision is not simply yes. */
export async function gateNode(
  run: LiveRun,
  node: WorkflowNode,
  kind: NodeKind,
  models: () => Promise<ModelFacts>,
): Promise<Gated> {
  const required = [...(kind.requiredModelCapabilities ?? []), ...node.requiredModelCapabilities];
  if (required.length === 0) return { kind: 'open' };
  const facts = await models();
  const outcome = gate({
    required,
    ...(node.fallbackModel && { fallback: node.fallbackModel }),
    active: { ...facts.active, capabilities: [...facts.active.capabilities, ...facts.host] },
    substitutionSupported: facts.substitutionSupported,
    supportedProviders: facts.supportedProviders,
    capabilitiesOf: (model) => [...(modelIn(facts, model)?.capabilities ?? []), ...facts.host],
  });
  const event = gateEvent(outcome, node.id);
  if (event) await run.append({ ...event, nodeId: node.id });
  if (outcome.route === 'refuse')
    return {
      kind: 'refused',
      message: `The active model does not have: ${outcome.missingCapabilities.join(', ')}.`,
    };
  const substitute = outcome.route === 'substitute' ? node.fallbackModel : undefined;
  const name = substitute && modelIn(facts, substitute)?.name;
  return { kind: 'open', ...(name !== undefined && { substitute: name }) };
}
