// Whether a node may work with the model that is active, or with which other one. What was decided stands in the log before
// the node does anything.
import { gate, gateEvent, type ModelFacts } from './model-gate.ts';
import type { NodeKind } from './node-kind.ts';
import type { LiveRun } from './live-run.ts';
import type { WorkflowNode } from './workflow.ts';

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
  const find = (wanted: { readonly provider: string; readonly model: string }) =>
    facts.models.find(
      ({ provider, model }) => provider === wanted.provider && model === wanted.model,
    );
  const outcome = gate({
    required,
    ...(node.fallbackModel && { fallback: node.fallbackModel }),
    active: { ...facts.active, capabilities: [...facts.active.capabilities, ...facts.host] },
    substitutionSupported: facts.substitutionSupported,
    supportedProviders: facts.supportedProviders,
    capabilitiesOf: (model) => [...(find(model)?.capabilities ?? []), ...facts.host],
  });
  const event = gateEvent(outcome, node.id);
  if (event) await run.append({ ...event, nodeId: node.id });
  if (outcome.route === 'refuse')
    return {
      kind: 'refused',
      message: `The active model does not have: ${outcome.missingCapabilities.join(', ')}.`,
    };
  const substitute = outcome.route === 'substitute' ? node.fallbackModel : undefined;
  const name = substitute && find(substitute)?.name;
  return { kind: 'open', ...(name !== undefined && { substitute: name }) };
}
