// What is known about a model before it is called: what it takes, from where we know it, and the profile that follows. A
// profile never promises what the capabilities deny.
import {
  accept,
  overrideProfile,
  resolveProfile,
  type ModelProfile,
  type Outcome,
} from '@percept/core';
import {
  modelCapabilities,
  type CapabilityRule,
  type KnownCapabilities,
} from '@percept/core/internal/route';
import type { ModelSpec } from '../config/index.ts';
import { packageName } from './language-model.ts';

export interface KnownModel {
  readonly spec: ModelSpec;
  readonly profile: ModelProfile;
  readonly capabilities: readonly string[];
  readonly knownFrom: KnownCapabilities['knownFrom'];
}

export interface Knowledge {
  /** What the provider's or server's own metadata says. */
  readonly metadata?: readonly string[] | undefined;
  /** Looked at before the built-in table of names. */
  readonly rules?: readonly CapabilityRule[] | undefined;
}

export function knowModel(spec: ModelSpec, knowledge: Knowledge = {}): Outcome<KnownModel> {
  const known = modelCapabilities(spec.model, { configured: spec.capabilities, ...knowledge });
  const { capabilities } = known;
  const fitting = resolveProfile({ provider: packageName(spec), model: spec.model, capabilities });
  const profile = spec.profile ? overrideProfile(fitting, spec.profile) : accept(fitting);
  if (!profile.ok) {
    const message = `The profile of ${spec.name} cannot be used.`;
    return { ok: false, refusal: { ...profile.refusal, message } };
  }
  return accept({ spec, profile: profile.value, ...known });
}
