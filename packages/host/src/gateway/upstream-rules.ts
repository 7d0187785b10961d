// What may be said of models and of what is done for them, by whoever opens a gateway or takes its `fetch`. A figure of a model that is
// misspelt would bound nothing. Apart from the gateway, which nobody loads to have this checked.
import { commonProfile, overrideProfile } from '@percept/core';
import { exact, flag, listOf, maybe, text, word, type Rule } from '@percept/core/internal/options';
import type { HealSettings, ModelOverride } from './upstream.ts';

const profileChange: Rule = (value, path) => {
  const changed = overrideProfile(commonProfile, value);
  return changed.ok ? undefined : `${path}: ${changed.refusal.hint.replace(/\.$/, '')}`;
};

export const modelOverrideRule = exact<ModelOverride>({
  model: word,
  capabilities: maybe(listOf(text)),
  profile: maybe(profileChange),
});

export const healRule = exact<HealSettings>({
  mediaOnly: maybe(flag),
  retention: maybe(flag),
  resize: maybe(flag),
  describe: maybe(flag),
});
