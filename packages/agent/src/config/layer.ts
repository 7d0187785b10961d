// One layer of configuration: what one file, or the environment, says. Layers are merged key by key; a later one wins,
// except for consent, which adds up.
import { accept, refuse, type Outcome } from '@percept/core';
import { readModel, readRole, type ModelEntry, type RoleEntry } from './model-entry.ts';
import { ConfigReader, type Fields } from './reader.ts';
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

const topKeys = [
  '$schema',
  'main',
  'vision',
  'audio',
  'image',
  'speech',
  'models',
  'strictRouting',
  'consent',
  'discovery',
  'bridge',
  'images',
];

/** @example parseLayer({ main: 'anthropic/claude-opus-4-8', vision: 'local' }, 'percept.config.json') */
export function parseLayer(value: unknown, source: string): Outcome<Layer> {
  const reader = new ConfigReader(source);
  const fields = reader.object(value ?? {}, '', topKeys) ?? {};
  const main = readRole(reader, fields['main'], 'main');
  if (main?.kind === 'local')
    reader.complain('main', 'is "local"', 'Leave main out to work with local eyes alone.');
  const image = readRole(reader, fields['image'], 'image');
  if (image?.kind === 'local') reader.complain('image', 'is "local"', nobodyDraws);
  const speech = readRole(reader, fields['speech'], 'speech');
  if (speech?.kind === 'local') reader.complain('speech', 'is "local"', nobodyDraws);
  const layer: Layer = {
    source,
    ...optional('main', main),
    ...optional('vision', readRole(reader, fields['vision'], 'vision')),
    ...optional('audio', readRole(reader, fields['audio'], 'audio')),
    ...optional('image', image),
    ...optional('speech', speech),
    models: readModels(reader, fields['models']),
    ...optional('strictRouting', reader.truth(fields['strictRouting'], 'strictRouting')),
    consent: readConsent(reader, fields['consent']),
    ...optional('discovery', reader.truth(fields['discovery'], 'discovery')),
    bridge: readBridge(reader, fields['bridge']),
    images: readImages(reader, fields['images']),
  };
  return reader.problem ? refuse(reader.problem) : accept(layer);
}

const nobodyDraws =
  'Local eyes and ears neither draw nor speak: name a model, or a server on this machine with its address.';

function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  const found: { [P in K]?: T } = {};
  if (value !== undefined) found[key] = value;
  return found;
}

function readModels(reader: ConfigReader, value: unknown): ReadonlyMap<string, ModelEntry> {
  const models = new Map<string, ModelEntry>();
  if (value === undefined) return models;
  const fields = reader.object(value, 'models', Object.keys(value ?? {})) ?? {};
  for (const [name, spec] of Object.entries(fields)) {
    const entry = readModel(reader, spec, `models.${name}`);
    if (entry) models.set(name, entry);
  }
  return models;
}

function readConsent(reader: ConfigReader, value: unknown): readonly string[] {
  const hint = 'Give the hosts that may see media, such as ["api.openai.com"].';
  return reader.texts(value, 'consent', hint) ?? [];
}

function readImages(reader: ConfigReader, value: unknown): Partial<ImageSettings> {
  const fields: Fields = reader.object(value, 'images', Object.keys(imageSettings)) ?? {};
  const maxBytes = reader.positive(fields['maxBytes'], 'images.maxBytes');
  if (maxBytes !== undefined && maxBytes > imageSettings.maxBytes)
    reader.complain(
      'images.maxBytes',
      `is over ${imageSettings.maxBytes}`,
      'The decoders take no larger file.',
    );
  const maxPerMessage = reader.positive(fields['maxPerMessage'], 'images.maxPerMessage');
  return { ...optional('maxPerMessage', maxPerMessage), ...optional('maxBytes', maxBytes) };
}

const bridgeKeys = [
  'maxImagesPerTurn',
  'maxLooksPerTurn',
  'timeoutMs',
  'retries',
  'maxOutputTokens',
  'maxImageTokens',
  'reasoning',
  'promptVersion',
];

function readBridge(reader: ConfigReader, value: unknown): Partial<BridgeSettings> {
  const fields: Fields = reader.object(value, 'bridge', bridgeKeys) ?? {};
  const figure = (key: keyof BridgeSettings) => reader.positive(fields[key], `bridge.${key}`);
  const { retries } = fields;
  if (retries !== undefined && retries !== 0 && retries !== 1)
    reader.complain(
      'bridge.retries',
      'is neither 0 nor 1',
      'A look is repeated once, or not at all.',
    );
  return {
    ...optional('maxImagesPerTurn', figure('maxImagesPerTurn')),
    ...optional('maxLooksPerTurn', figure('maxLooksPerTurn')),
    ...optional('timeoutMs', figure('timeoutMs')),
    ...(retries === 0 || retries === 1 ? { retries } : {}),
    ...optional('maxOutputTokens', figure('maxOutputTokens')),
    ...optional('maxImageTokens', figure('maxImageTokens')),
    ...optional('reasoning', reader.word(reasoningModes, fields['reasoning'], 'bridge.reasoning')),
    ...optional(
      'promptVersion',
      reader.word(promptVersions, fields['promptVersion'], 'bridge.promptVersion'),
    ),
  };
}
