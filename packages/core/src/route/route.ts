// Where media goes when the chosen model may not take it: one decision, the same for what a user attached and for what a
// tool returned. Media is never dropped in silence: it is taken, described, named in words, or the request fails clearly.
import type { MediaKind } from '../lens/media.ts';
import type { Refusal } from '../refusal.ts';

/** Who could put the media into words for a model that does not take it. */
export type DescriberChoice =
  | { readonly kind: 'none' }
  /** Nothing leaves the device. `chosen`: the user named it as the route. */
  | { readonly kind: 'local'; readonly chosen: boolean }
  /** A model named as the vision (or audio) route. Another provider than the chat's needs the user's consent. */
  | { readonly kind: 'remote'; readonly sameProvider: boolean; readonly consented: boolean };

export interface RouteQuestion {
  readonly media: MediaKind;
  /** Whether the chosen model takes this kind itself. */
  readonly taken: boolean;
  readonly strict: boolean;
  readonly describer: DescriberChoice;
}

export type Route =
  | { readonly route: 'native' }
  | { readonly route: 'describe'; readonly by: 'local' | 'remote' }
  | { readonly route: 'placeholder' }
  | { readonly route: 'none'; readonly refusal: Refusal };

/**
 * Strict: only the model itself, or a describer that the user chose, is a route. Otherwise whatever describer there is,
 * and words when there is none.
 */
export function route({ media, taken, strict, describer }: RouteQuestion): Route {
  if (taken) return { route: 'native' };
  switch (describer.kind) {
    case 'remote':
      // Fails closed: without consent the pixels stay here, whatever the strictness.
      if (describer.sameProvider || describer.consented) return { route: 'describe', by: 'remote' };
      return strict ? noRoute(media, consentHint) : { route: 'placeholder' };
    case 'local':
      if (describer.chosen || !strict) return { route: 'describe', by: 'local' };
      return noRoute(media, addRouteHint(media));
    case 'none':
      return strict ? noRoute(media, addRouteHint(media)) : { route: 'placeholder' };
  }
}

const capabilityFor = { image: 'vision-input', audio: 'audio-input', file: 'file input' } as const;

const consentHint =
  'The configured describer belongs to another provider: allow it in the configuration, choose one of the same provider, or set PERCEPT_STRICT_ROUTING=false to send words instead.';

function addRouteHint(media: MediaKind): string {
  const [role, setting, senses] =
    media === 'audio'
      ? (['audio', 'PERCEPT_AUDIO_MODEL', 'ears'] as const)
      : (['vision', 'PERCEPT_VISION_MODEL', 'eyes'] as const);
  return `Choose a model with ${capabilityFor[media]}, configure a model for the role "${role}" (${setting}), choose local ${senses} for it (${setting}=local), or set PERCEPT_STRICT_ROUTING=false to let local ${senses} or words take its place.`;
}

function noRoute(media: MediaKind, hint: string): Route {
  const message = `The chosen model does not take ${media} input, and no route for ${capabilityFor[media]} is configured.`;
  return { route: 'none', refusal: { refused: 'unavailable', message, hint } };
}

const words: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** A setting that is on or off, as people write it. Undefined: not a word that is known, which is said aloud. */
export function parseSwitch(value: string): boolean | undefined {
  return words.get(value.trim().toLowerCase());
}
