// What each model would do with media, computed from the runtime's plan at this moment: never a constant, never a guess.
import { chatOf } from '@percept/agent/internal';
import { type Bridge, type Choice, type LoopModel } from '@percept/agent';
import type { RuntimePlan } from '@percept/agent/runtime';
import { commonProfile, sees, type ModelProfile } from '@percept/core';
import { maxRawImageBytes } from '@percept/core/internal';
import type { MediaKind } from '@percept/core/internal/route';
import type { MediaRoute, ModelCard, ModelLimits } from '@percept/contract';

/** How local eyes are called when they answer. */
export const localName = 'local eyes';
const thisDevice = 'this device';

export type ChooseRoute = Bridge['route'];

/** One card for every model; where none is configured, one for local eyes. */
export function cardsOf(plan: RuntimePlan, choose: ChooseRoute): readonly ModelCard[] {
  const models = plan.picker.list();
  return models.length === 0 ? [localCard(plan)] : models.map((m) => cardOf(m, plan, choose));
}

export function activeName(plan: RuntimePlan): string {
  return plan.picker.main()?.name ?? localName;
}

function cardOf(model: LoopModel, plan: RuntimePlan, choose: ChooseRoute): ModelCard {
  const { name, host, profile, price, maxContextTokens } = model;
  const known = plan.catalogue.models.find(({ spec }) => spec.name === name);
  const chat = chatOf(host, profile);
  const via = (kind: MediaKind): MediaRoute => routeOf(kind, choose(kind, chat));
  return {
    name,
    kind: 'model',
    host,
    capabilities: known?.capabilities ?? [],
    knownFrom: known?.knownFrom ?? 'nothing',
    image: via('image'),
    audio: via('audio'),
    file: { route: documentRoute(profile) },
    limits: limitsOf(profile),
    ...(price && { price: { ...price } }),
    ...(maxContextTokens !== undefined && { maxContextTokens }),
  };
}

function documentRoute(profile: ModelProfile): 'native' | 'pages' | 'text' {
  if (profile.fileTypes.length > 0) return 'native';
  return sees(profile) ? 'pages' : 'text';
}

function localCard(plan: RuntimePlan): ModelCard {
  const told = (kind: 'image' | 'audio', missing: string): MediaRoute =>
    plan.describes(kind, undefined)
      ? { route: 'described', by: localName, host: thisDevice, place: 'device' }
      : { route: 'refused', message: missing, hint: howToHave };
  return {
    name: localName,
    kind: 'local',
    host: thisDevice,
    capabilities: [],
    knownFrom: thisDevice,
    image: told('image', 'Local eyes are not installed, and no model is configured.'),
    audio: told('audio', 'Nobody here understands speech: its models are not installed.'),
    file: { route: 'pages' },
    limits: limitsOf(commonProfile),
  };
}

const howToHave =
  'Set PERCEPT_MODEL to a model that does, or bring the local models: percept models lists them.';

function routeOf(kind: MediaKind, choice: Choice): MediaRoute {
  switch (choice.kind) {
    case 'native':
      return { route: 'native' };
    case 'describe': {
      const { model, host, place } = choice.by;
      return { route: 'described', by: model, host, place };
    }
    case 'placeholder':
      return {
        route: 'words',
        message: `The model is told that ${kind === 'audio' ? 'a sound' : 'a picture'} was attached, and does not get it.`,
      };
    case 'none':
      return { route: 'refused', message: choice.refusal.message, hint: choice.refusal.hint };
  }
}

function limitsOf({ image, audioTypes, fileTypes, request }: ModelProfile): ModelLimits {
  return {
    imageTypes: image.types,
    maxImageBytes: maxRawImageBytes(image),
    maxImageEdgePx: image.maxEdgePx,
    usefulEdgePx: image.usefulEdgePx,
    maxImagesPerRequest: request.maxImages,
    maxBytesPerRequest: request.maxBytes,
    audioTypes,
    fileTypes,
  };
}
