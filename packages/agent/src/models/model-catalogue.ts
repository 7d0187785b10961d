// Who answers, who looks and who listens, at this moment: from configuration, then from what runs on this machine. Local
// eyes stand behind everyone, and whatever was not chosen by name is said.
import { accept, sees, type Outcome } from '@percept/core';
import { definedOf, printable } from '@percept/core/internal';
import {
  modelCapabilities,
  reservedCapabilities,
  type CapabilityRule,
} from '@percept/core/internal/route';
import {
  hostOf,
  isConsented,
  isLocalServer,
  isLoopback,
  type ModelSpec,
  type PerceptConfig,
  type RoleChoice,
} from '../config/index.ts';
import type { FoundServer } from './discover.ts';
import { knowModel, type KnownModel } from './known-model.ts';

export interface ModelCatalogue {
  /** Undefined: nothing is configured and nothing runs here; local eyes answer. */
  readonly main?: KnownModel;
  /** The model that looks for one that cannot see. */
  readonly vision?: KnownModel;
  readonly audio?: KnownModel;
  /** Where no model was named for a role: all that could look or listen. Whom for is decided by the reader's host. */
  readonly able?: { readonly image: readonly KnownModel[]; readonly audio: readonly KnownModel[] };
  /** Who draws and who speaks on purpose. They are asked for nothing else, so they are not among the models. */
  readonly image?: KnownModel;
  readonly speech?: KnownModel;
  /** Whether local eyes (or ears) were named as the route. */
  readonly localChosen: { readonly image: boolean; readonly audio: boolean };
  readonly models: readonly KnownModel[];
  /** For people, one sentence each. */
  readonly notices: readonly string[];
}

export function buildCatalogue(
  config: PerceptConfig,
  found: readonly FoundServer[] = [],
): Outcome<ModelCatalogue> {
  const models: KnownModel[] = [];
  const notices = [...config.notes];
  for (const spec of [...config.models, ...found.flatMap(specsOf)]) {
    const known = knowModel(spec, {
      metadata: metadataOf(spec, found),
      rules: rulesOf(spec, config),
    });
    if (!known.ok) return known;
    if (!models.some(({ spec: other }) => isSame(other, spec))) models.push(known.value);
  }
  const pick = (spec: ModelSpec | undefined) =>
    spec && models.find(({ spec: other }) => isSame(other, spec));
  const main = pick(config.main) ?? firstServed(models, notices);
  const vision = roleModel(config.vision, 'vision-input', main, models, notices);
  const audio = roleModel(config.audio, 'audio-input', main, models, notices);
  for (const other of [vision, audio])
    if (main && other) notices.push(...unconsented(main, other, config));
  const image = config.image && knowModel(config.image, { rules: [named('image-output')] });
  if (image && !image.ok) return image;
  const speech = config.speech && knowModel(config.speech, { rules: [named('audio-output')] });
  if (speech && !speech.ok) return speech;
  if (!main) notices.push(nothingConfigured);
  else if (!sees(main.profile) && !vision) notices.push(blind(main, config));
  return accept({
    ...definedOf({ main, vision, audio, image: image?.value, speech: speech?.value }),
    able: {
      image: unnamed(config.vision, 'vision-input', models),
      audio: unnamed(config.audio, 'audio-input', models),
    },
    localChosen: {
      image: config.vision?.kind === 'local' || !main,
      audio: config.audio?.kind === 'local' || !main,
    },
    models,
    notices,
  });
}

const nothingConfigured =
  'No model is configured and none was found on this machine: local eyes read what you attach, on this device, and answer with what they read. For a conversation, set PERCEPT_MODEL, or start Ollama, llama.cpp, LM Studio or vLLM.';

function blind({ spec }: KnownModel, { vision, strictRouting }: PerceptConfig): string {
  const name = printable(spec.model);
  if (vision?.kind === 'local') return `${name} does not see: local eyes describe pictures for it.`;
  return strictRouting
    ? `${name} does not see, and no route for vision is configured: pictures are refused. Set PERCEPT_VISION_MODEL to a model, or to "local".`
    : `${name} does not see, and no vision model is configured: local eyes describe pictures for it.`;
}

/** Said at the start, and not only when the first picture is refused. */
function unconsented(
  main: KnownModel,
  other: KnownModel,
  { consent }: PerceptConfig,
): readonly string[] {
  const host = hostOf(other.spec.baseUrl);
  if (host === hostOf(main.spec.baseUrl) || isConsented(host, consent)) return [];
  return [
    `${printable(other.spec.model)} belongs to another provider and sees nothing yet: add "${host}" to consent, or set PERCEPT_CONSENT=${host}.`,
  ];
}

/** The server says which models it has; a model that we pick ourselves is announced. */
function firstServed(models: readonly KnownModel[], notices: string[]): KnownModel | undefined {
  const served = models.filter(({ spec }) => isLocalServer(spec.vendor));
  const first = served.find(({ profile }) => sees(profile)) ?? served[0];
  if (first)
    notices.push(
      `No model is configured: ${printable(first.spec.model)} at ${hostOf(first.spec.baseUrl)} was found on this machine and is used.`,
    );
  return first;
}

/** Named; or of the same host as the chat; or on this machine. Never another provider by guess. */
function roleModel(
  choice: RoleChoice | undefined,
  capability: 'vision-input' | 'audio-input',
  main: KnownModel | undefined,
  models: readonly KnownModel[],
  notices: string[],
): KnownModel | undefined {
  if (choice?.kind === 'local') return undefined;
  if (choice?.kind === 'model') return models.find(({ spec }) => isSame(spec, choice.model));
  if (!main || main.capabilities.includes(capability)) return undefined;
  const able = models.filter((model) => model !== main && model.capabilities.includes(capability));
  const host = hostOf(main.spec.baseUrl);
  const found =
    able.find(({ spec }) => hostOf(spec.baseUrl) === host) ??
    able.find(({ spec }) => isLoopback(spec.baseUrl));
  if (found) {
    const does = capability === 'vision-input' ? 'looks at pictures' : 'listens to sounds';
    notices.push(
      `${printable(found.spec.model)} at ${hostOf(found.spec.baseUrl)} ${does} for ${printable(main.spec.model)}.`,
    );
  }
  return found;
}

function unnamed(
  choice: RoleChoice | undefined,
  capability: 'vision-input' | 'audio-input',
  models: readonly KnownModel[],
): readonly KnownModel[] {
  return choice ? [] : models.filter(({ capabilities }) => capabilities.includes(capability));
}

function isSame(a: ModelSpec, b: ModelSpec): boolean {
  return a.model === b.model && sameAddress(a) === sameAddress(b);
}

/** `localhost` and `127.0.0.1` are one machine. */
function sameAddress({ baseUrl }: ModelSpec): string {
  return hostOf(baseUrl).replace(/^(localhost|\[::1\])(?=:|$)/, '127.0.0.1');
}

function specsOf({ server, baseUrl, models }: FoundServer): readonly ModelSpec[] {
  return models.map(({ id }) => ({
    name: `${server}/${id}`,
    provider: 'openai-compatible',
    model: id,
    baseUrl,
    vendor: server,
  }));
}

/** Who names a model for a role says that it can; its metadata and its own entry still have the first word. */
function rulesOf(spec: ModelSpec, { vision, audio }: PerceptConfig): readonly CapabilityRule[] {
  const plays = (role: RoleChoice | undefined) =>
    role?.kind === 'model' && isSame(role.model, spec);
  const told = modelCapabilities(spec.model).capabilities;
  const roles = [
    ...(plays(vision) ? (['vision-input'] as const) : []),
    ...(plays(audio) ? (['audio-input'] as const) : []),
  ].filter((capability) => !told.includes(capability));
  if (roles.length === 0) return [];
  const known = reservedCapabilities.filter((capability) => told.includes(capability));
  return [{ model: /^/, capabilities: [...known, ...roles] }];
}

/** Who is named for making something can make it. */
function named(capability: 'image-output' | 'audio-output'): CapabilityRule {
  return { model: /^/, capabilities: [capability] };
}

function metadataOf(spec: ModelSpec, found: readonly FoundServer[]): readonly string[] | undefined {
  const server = found.find(
    ({ baseUrl }) => sameAddress({ ...spec, baseUrl }) === sameAddress(spec),
  );
  return server?.models.find(({ id }) => id === spec.model)?.capabilities;
}
