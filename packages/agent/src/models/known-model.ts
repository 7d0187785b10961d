// What is known about a model before it is called: what it takes, from where we know it, and the profile that follows. A
// profile never promises what the capabilities deny.
import {
  accept,
  commonProfile,
  overrideProfile,
  resolveProfile,
  type ModelProfile,
  type Outcome,
} from '@percept/core';
import {
  modelCapabilities,
  type CapabilityRule,
  type KnownCapabilities,
} from '@percept/core/route';
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
  const base = resolveProfile({ provider: packageName(spec), model: spec.model });
  const fitting = limitTo(base, known.capabilities);
  const profile = spec.profile ? overrideProfile(fitting, spec.profile) : accept(fitting);
  if (!profile.ok) {
    const message = `The profile of ${spec.name} cannot be used.`;
    return { ok: false, refusal: { ...profile.refusal, message } };
  }
  return accept({ spec, profile: profile.value, ...known });
}

/** A text-only profile has an id of its own, so that nothing cached for the seeing one is taken for it. */
function limitTo(profile: ModelProfile, capabilities: readonly string[]): ModelProfile {
  const seesImages = capabilities.includes('vision-input');
  const hears = capabilities.includes('audio-input');
  const { types } = profile.image;
  const image = {
    ...profile.image,
    types: seesImages ? (types.length > 0 ? types : commonProfile.image.types) : [],
  };
  const audioTypes = hears
    ? profile.audioTypes.length > 0
      ? profile.audioTypes
      : (['audio/wav', 'audio/mpeg'] as const)
    : [];
  return {
    ...profile,
    id: seesImages ? profile.id : `${profile.id}+text-only`,
    image,
    audioTypes,
    fileTypes: seesImages ? profile.fileTypes : [],
  };
}
