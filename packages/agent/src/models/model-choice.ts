// The models that a session may speak with, as a tool loop asks for them: what is known about each, and a way to open it.
// Opening loads the provider's package, once.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProfile } from '@percept/core';
import { hostOf, type Price } from '../config/index.ts';
import type { KnownModel } from './known-model.ts';
import { languageModel } from './language-model.ts';
import type { ModelCatalogue } from './model-catalogue.ts';

interface Picked {
  readonly name: string;
  readonly host: string;
  readonly profile: ModelProfile;
  readonly capabilities: readonly string[];
  readonly maxContextTokens?: number;
  readonly price?: Price;
  open(): Promise<LanguageModelV4>;
}

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
