// Core's one routing decision, asked for each describer in order of preference: the configured model, then local eyes. The
// first that may look does; where none may, the first answer stands, so that the user learns what is missing.
import type { Refusal } from '@percept/core';
import { route, type MediaKind, type Route } from '@percept/core/internal/route';
import { isConsented, type PerceptConfig } from '../config/index.ts';
import type { ModelCatalogue } from '../models/index.ts';
import type { Describer } from './describer.ts';
import { remoteDescribers } from './remote-describer.ts';

export interface RouteOptions {
  /** In order of preference. */
  readonly describers: readonly Describer[];
  readonly strict: boolean;
  /** Hosts, with or without their port, or `*`. */
  readonly consent: readonly string[];
  /** Whether local eyes and ears were named as the route. */
  readonly localChosen: { readonly image: boolean; readonly audio: boolean };
}

/** From configuration: the looking and the listening model before local eyes and ears, the user's strictness and consent. */
export function routingOf(
  { bridge, strictRouting: strict, consent }: PerceptConfig,
  catalogue: ModelCatalogue,
  local: readonly Describer[],
): RouteOptions {
  const describers = [...remoteDescribers(catalogue, bridge), ...local];
  return { describers, strict, consent, localChosen: catalogue.localChosen };
}

/** The model that the media is meant for. */
export interface Chat {
  /** Who receives the conversation anyway. */
  readonly host: string;
  readonly takes: Readonly<Record<MediaKind, boolean>>;
}

export type Choice =
  | { readonly kind: 'native' }
  | { readonly kind: 'describe'; readonly by: Describer }
  | { readonly kind: 'placeholder' }
  | { readonly kind: 'none'; readonly refusal: Refusal };

export function chooseRoute(media: MediaKind, chat: Chat, options: RouteOptions): Choice {
  const { describers, strict } = options;
  const taken = chat.takes[media];
  const able = ableFor(media, chat, describers);
  let first: Choice | undefined;
  for (const describer of able) {
    const choice = ofRoute(
      route({ media, taken, strict, describer: asCandidate(describer, media, chat, options) }),
      describer,
    );
    if (choice.kind === 'native' || choice.kind === 'describe') return choice;
    first ??= choice;
  }
  return first ?? ofRoute(route({ media, taken, strict, describer: { kind: 'none' } }));
}

/** A guessed one of the reader's own host before one that merely runs on this machine. */
function ableFor(
  media: MediaKind,
  { host: reader }: Chat,
  describers: readonly Describer[],
): readonly Describer[] {
  if (media === 'file') return [];
  const may = describers.filter(
    ({ kinds, onlyFor }) => kinds.includes(media) && (onlyFor ?? reader) === reader,
  );
  return [
    ...may.filter(({ onlyFor }) => onlyFor !== undefined),
    ...may.filter(({ onlyFor }) => onlyFor === undefined),
  ];
}

function asCandidate(
  { place, host }: Describer,
  media: MediaKind,
  chat: Chat,
  { localChosen, consent }: RouteOptions,
): Parameters<typeof route>[0]['describer'] {
  if (place === 'device')
    return { kind: 'local', chosen: media === 'audio' ? localChosen.audio : localChosen.image };
  return {
    kind: 'remote',
    sameProvider: host === chat.host,
    consented: isConsented(host, consent),
  };
}

function ofRoute(decision: Route, by?: Describer): Choice {
  switch (decision.route) {
    case 'native':
      return { kind: 'native' };
    case 'describe':
      return by ? { kind: 'describe', by } : { kind: 'placeholder' };
    case 'placeholder':
      return { kind: 'placeholder' };
    case 'none':
      return { kind: 'none', refusal: decision.refusal };
  }
}
