// What the model behind a request takes. Configuration first, then its name. A model that nobody knows gets the pictures
// that its client sends: the client asked for them, and a refusal teaches us better.
import { commonProfile, overrideProfile, type ModelProfile } from '@percept/core';
import { profileOfSent } from '@percept/core/internal';
import type { LensWire } from '@percept/core/lens';
import type { ModelOverride, Upstream } from './upstream.ts';

export function profileOf(upstream: Upstream, wire: LensWire, model: string): ModelProfile {
  const own = upstream.models.find((entry) => covers(entry, model));
  const named = profileOfSent({
    provider: providerOf(upstream, wire),
    model,
    wire,
    ...(own?.capabilities && { capabilities: own.capabilities }),
  });
  const profile = named.id === commonProfile.id ? open(named) : named;
  if (!own?.profile) return profile;
  const changed = overrideProfile(profile, own.profile);
  // Checked when the gateway was made.
  return changed.ok ? changed.value : profile;
}

/** At the vendor's own address an unknown name is still one of the vendor's models; elsewhere it is anybody's. */
function providerOf({ vendor, own, family }: Upstream, wire: LensWire): string {
  if (wire === 'bedrock-converse' || family === 'bedrock') return 'amazon-bedrock';
  return own && vendor !== undefined ? vendor : 'compatible';
}

function covers({ model: pattern }: ModelOverride, model: string): boolean {
  return pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;
}

/** Nothing is known about it, so nothing is withheld but what no model takes. */
function open(profile: ModelProfile): ModelProfile {
  return {
    ...profile,
    id: 'unknown',
    image: {
      ...profile.image,
      types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
      maxBytes: 50_000_000,
      maxEdgePx: 65_535,
    },
    audioTypes: ['audio/wav', 'audio/mpeg'],
    fileTypes: ['application/pdf'],
    request: { ...profile.request, maxBytes: 64_000_000 },
  };
}
