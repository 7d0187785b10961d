// The models that a session may speak with, as a tool loop asks for them: what is known about each, and a way to open it.
// Opening loads the provider's package, once.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { hostOf } from '../config/index.ts';
import type { LoopModel } from '../loop/model.ts';
import type { KnownModel } from './known-model.ts';
import { languageModel } from './language-model.ts';
import type { ModelCatalogue } from './model-catalogue.ts';

type Picked = LoopModel & Required<Pick<LoopModel, 'capabilities'>>;

export interface ModelChoice {
  list(): readonly Picked[];
  main(): Picked | undefined;
}

export function modelChoiceOf({ models, main }: ModelCatalogue): ModelChoice {
  const picked = new Map(models.map((known) => [known, pick(known)]));
  return {
    list: () => [...picked.values()],
    main: () => main && picked.get(main),
  };
}

function pick({ spec, profile, capabilities }: KnownModel): Picked {
  let opening: Promise<LanguageModelV4> | undefined;
  return {
    name: spec.name,
    host: hostOf(spec.baseUrl),
    profile,
    capabilities,
    ...(spec.maxContextTokens !== undefined && { maxContextTokens: spec.maxContextTokens }),
    ...(spec.price && { price: spec.price }),
    open: () => (opening ??= languageModel(spec)),
  };
}
