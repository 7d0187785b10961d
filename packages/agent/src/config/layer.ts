// One layer of configuration: what one file, or the environment, says. Layers are merged key by key; a later one wins,
// except for consent, which adds up.
import { accept, refuse, type Outcome } from '@percept/core';
import { readModel, readRole, type ModelEntry, type RoleEntry } from './model-entry.ts';
import { ConfigReader, positive, texts, truth, word, type Read, type Reads } from './reader.ts';
import {
  imageSettings,
  promptVersions,
  reasoningModes,
  type BridgeSettings,
  type ImageSettings,
} from './settings.ts';

export interface Layer {
  /** Where it stands, as people name it. */
  readonly source: string;
  readonly main?: RoleEntry;
  readonly vision?: RoleEntry;
  readonly audio?: RoleEntry;
  readonly image?: RoleEntry;
  readonly speech?: RoleEntry;
  readonly models: ReadonlyMap<string, ModelEntry>;
  readonly strictRouting?: boolean;
  readonly consent: readonly string[];
  readonly discovery?: boolean;
  readonly bridge: Partial<BridgeSettings>;
  readonly images: Partial<ImageSettings>;
}

/** @example parseLayer({ main: 'anthropic/claude-opus-4-8', vision: 'local' }, 'percept.config.json') */
export function parseLayer(value: unknown, source: string): Outcome<Layer> {
  const reader = new ConfigReader(source);
  const given = reader.fields<Said>(value ?? {}, '', said);
  const nothing = { models: new Map<string, ModelEntry>(), consent: [], bridge: {}, images: {} };
  return reader.problem ? refuse(reader.problem) : accept({ source, ...nothing, ...given });
}

function modelFor(hint: string): Read<RoleEntry> {
  return (value, key, reader) => {
    const role = readRole(value, key, reader);
    return role?.kind === 'local' ? reader.complain(key, 'is "local"', hint) : role;
  };
}

const maker = modelFor(
  'Local eyes and ears neither draw nor speak: name a model, or a server on this machine with its address.',
);

const readModels: Read<Layer['models']> = (value, key, reader) => {
  const models = new Map<string, ModelEntry>();
  const fields = reader.object(value, key, Object.keys(value ?? {})) ?? {};
  for (const [name, spec] of Object.entries(fields)) {
    const entry = spec === undefined ? undefined : readModel(spec, `${key}.${name}`, reader);
    if (entry) models.set(name, entry);
  }
  return models;
};

const maxBytes: Read<number> = (value, key, reader) => {
  const bytes = positive(value, key, reader);
  const { maxBytes: most } = imageSettings;
  if (bytes === undefined || bytes <= most) return bytes;
  return reader.complain(key, `is over ${most}`, 'The decoders take no larger file.');
};

const images: Reads<ImageSettings> = { maxPerMessage: positive, maxBytes };

const bridge: Reads<BridgeSettings> = {
  maxImagesPerTurn: positive,
  maxLooksPerTurn: positive,
  timeoutMs: positive,
  retries: (value, key, reader) =>
    value === 0 || value === 1
      ? value
      : reader.complain(key, 'is neither 0 nor 1', 'A look is repeated once, or not at all.'),
  maxOutputTokens: positive,
  maxImageTokens: positive,
  reasoning: word(reasoningModes),
  promptVersion: word(promptVersions),
};

type Said = Omit<Layer, 'source'> & { readonly $schema?: never };

const said: Reads<Said> = {
  $schema: () => undefined,
  main: modelFor('Leave main out to work with local eyes alone.'),
  vision: readRole,
  audio: readRole,
  image: maker,
  speech: maker,
  models: readModels,
  strictRouting: truth,
  consent: texts('Give the hosts that may see media, such as ["api.openai.com"].'),
  discovery: truth,
  bridge: (value, key, reader) => reader.fields(value, key, bridge),
  images: (value, key, reader) => reader.fields(value, key, images),
};
