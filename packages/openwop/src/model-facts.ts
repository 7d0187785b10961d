// What the runtime is configured with at this moment, as far as gates and discovery ask.
import type { RuntimePlan } from '@percept/agent/runtime';
import { hostCapabilities } from './host-making.ts';
import type { FallbackModel } from './workflow.ts';

export interface GateModel extends FallbackModel {
  readonly capabilities: readonly string[];
}

export interface ModelFacts {
  readonly active: GateModel;
  readonly models: readonly (GateModel & { readonly name: string })[];
  readonly supportedProviders: readonly string[];
  readonly substitutionSupported: boolean;
  readonly modalities: readonly Modality[];
  /** What the host makes beside its models, in the words of a pack that needs it. */
  readonly host: readonly string[];
}

export function modelIn(
  { models }: Pick<ModelFacts, 'models'>,
  wanted: FallbackModel,
): ModelFacts['models'][number] | undefined {
  return models.find(
    ({ provider, model }) => provider === wanted.provider && model === wanted.model,
  );
}

export const modalities = ['text', 'image', 'audio', 'document'] as const;
export type Modality = (typeof modalities)[number];

export function modelFacts(plan: RuntimePlan): ModelFacts {
  const { catalogue } = plan;
  const models = catalogue.models.map(({ spec, capabilities }) => ({
    name: spec.name,
    provider: spec.provider,
    model: spec.model,
    capabilities,
  }));
  const main = catalogue.main;
  const active: GateModel = main
    ? { provider: main.spec.provider, model: main.spec.model, capabilities: main.capabilities }
    : { provider: 'percept', model: 'local-eyes', capabilities: [] };
  const reader = plan.picker.main();
  const takes = (kind: 'image' | 'audio', capability: string): boolean =>
    active.capabilities.includes(capability) || plan.describes(kind, reader);
  return {
    active,
    models,
    supportedProviders: [...new Set(models.map(({ provider }) => provider))],
    substitutionSupported: models.length > 1,
    host: hostCapabilities(plan.makers),
    modalities: [
      'text',
      ...(takes('image', 'vision-input') ? (['image'] as const) : []),
      ...(takes('audio', 'audio-input') ? (['audio'] as const) : []),
    ],
  };
}
