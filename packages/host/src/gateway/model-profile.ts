// What the model behind a request takes. Configuration first, then its name. A model that nobody knows gets the pictures
// that its client sends: the client asked for them, and a refusal teaches us better.
import { commonProfile, overrideProfile, resolveProfile, type ModelProfile } from '@percept/core';
import type { LensWire } from '@percept/core/lens';
import { modelCapabilities } from '@percept/core/route';
import type { Family } from './target.ts';
import type { ModelOverride, Upstream } from './upstream.ts';

/** The vendor's own hosts: there an unknown name is still one of the vendor's models. */
const vendorHosts: Readonly<Record<Family, RegExp>> = {
  openai: /(^|\.)openai\.(com|azure\.com)$/,
  anthropic: /(^|\.)anthropic\.com$/,
  gemini: /(^|\.)googleapis\.com$/,
};

const vendorNames: Readonly<Record<Family, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
};

export function profileOf(upstream: Upstream, wire: LensWire, model: string): ModelProfile {
  const own = upstream.models.find((entry) => covers(entry, model));
  const provider = vendorHosts[upstream.family].test(upstream.hostname)
    ? vendorNames[upstream.family]
    : 'compatible';
  const named = resolveProfile({ provider, model, wire });
  const base = named.id === commonProfile.id ? open(named) : named;
  const known = modelCapabilities(model, { configured: own?.capabilities });
  const profile = known.knownFrom === 'nothing' ? base : limited(base, known.capabilities);
  if (!own?.profile) return profile;
  const changed = overrideProfile(profile, own.profile);
  // Checked when the gateway was made.
  return changed.ok ? changed.value : profile;
}

function covers({ model: pattern }: ModelOverride, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;
}

/** Nothing is known about it, so nothing is withheld but what no model takes. */
function open(profile: ModelProfile): ModelProfile {
  return {
    ...profile,
    id: 'unknown',
    image: { ...profile.image, types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] },
    audioTypes: ['audio/wav', 'audio/mpeg'],
    fileTypes: ['application/pdf'],
    request: { maxImages: 100, maxBytes: 64_000_000 },
  };
}

/** Pictures are withheld only from a model that is known not to see. Sound is left to the wire's own rules. */
function limited(profile: ModelProfile, capabilities: readonly string[]): ModelProfile {
  if (capabilities.includes('vision-input')) return profile;
  return {
    ...profile,
    id: `${profile.id}+text-only`,
    image: { ...profile.image, types: [] },
    audioTypes: capabilities.includes('audio-input') ? profile.audioTypes : [],
    fileTypes: [],
  };
}
