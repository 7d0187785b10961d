// What every face walks on: a folder with files of every kind, a scripted provider on one wire, and a configuration with
// models that see, hear, see nothing, hold little or bind their thinking to the prefix.
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgedWire } from 'percept/conformance';
import { ownHome } from '../home.ts';
import { drawMedium, maxMarks, type MediaKind, type Medium } from './media.ts';
import { helperModels, priceUsd, Provider } from './provider.ts';

/** Those that a configuration can speak; `withPercept` takes models of more. */
export const walkWires = [
  'chat-completions',
  'responses',
  'anthropic-messages',
  'gemini',
  'mistral-chat',
] as const satisfies readonly JudgedWire[];
type WalkWire = (typeof walkWires)[number];

export const modelNames = ['sees', 'blind', 'hears', 'thinks', 'few'] as const;
export type ModelName = (typeof modelNames)[number];

/** How many pictures the model `few` takes in one request. */
export const fewImages = 3;
export const contextTokens = 100_000;
/** The `images` section of the configuration: so few and so small that stories meet the limits. */
export const imageLimits = { maxPerMessage: 8, maxBytes: 200_000 } as const;

export interface WalkStage extends AsyncDisposable {
  readonly wire: JudgedWire;
  readonly folder: string;
  readonly data: string;
  readonly env: NodeJS.ProcessEnv;
  readonly provider: Provider;
  /** Everything that was ever drawn here. */
  readonly media: readonly Medium[];
  draw(kind: MediaKind): Promise<Medium>;
  /** Puts it into the folder under its name, or another one's. */
  place(medium: Medium, name?: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface StageOptions {
  readonly wire: JudgedWire;
  readonly strict?: boolean;
}

export async function openWalkStage({ wire, strict = false }: StageOptions): Promise<WalkStage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-walk-')));
  const provider = await Provider.start();
  const config = join(folder, 'percept.config.json');
  await writeFile(config, JSON.stringify(configOf(provider, wire, strict)));
  const media: Medium[] = [];
  const data = join(folder, 'data');
  return {
    wire,
    folder,
    data,
    env: {
      ...ownHome(folder),
      PERCEPT_CONFIG: config,
      PERCEPT_DATA: data,
    },
    provider,
    media,
    draw: async (kind) => {
      const medium = await drawMedium(kind, media.length % maxMarks);
      media.push(medium);
      return medium;
    },
    place: (medium, name = medium.name) => writeFile(join(folder, name), medium.bytes),
    remove: (name) => rm(join(folder, name), { force: true }),
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const providers = {
  'chat-completions': 'openai-compatible',
  responses: 'openai',
  'anthropic-messages': 'anthropic',
  gemini: 'google',
  'mistral-chat': 'mistral',
} as const satisfies Readonly<Record<WalkWire, string>>;

function isWalkWire(wire: JudgedWire): wire is WalkWire {
  return walkWires.some((known) => known === wire);
}

function configOf(provider: Provider, wire: JudgedWire, strict: boolean): object {
  if (!isWalkWire(wire)) return {};
  const model = (name: string, capabilities: readonly string[], more: object = {}): object => ({
    provider: providers[wire],
    model: name,
    baseUrl: provider.server.baseUrl(wire),
    apiKey: `sk-secret-of-${name}-0123456789`,
    capabilities,
    maxContextTokens: contextTokens,
    price: priceUsd,
    ...more,
  });
  // Whoever helps speaks another wire than whoever is asked, most of the time.
  const helper = (name: string, capabilities: readonly string[]): object => ({
    ...model(name, capabilities),
    provider: providers['chat-completions'],
    baseUrl: provider.server.baseUrl('chat-completions'),
  });
  return {
    discovery: false,
    images: imageLimits,
    main: 'sees',
    ...(!strict && { vision: 'looker', audio: 'listener' }),
    strictRouting: strict,
    consent: ['*'],
    models: {
      sees: model('sees-1', ['vision-input']),
      blind: model('blind-1', []),
      // Where routing is strict nobody hears, so that stories meet the refusal.
      hears: model('hears-1', ['vision-input', ...(strict ? [] : ['audio-input'])]),
      thinks: model('thinks-1', ['vision-input'], { profile: { history: 'append-only' } }),
      few: model('few-1', ['vision-input'], {
        profile: { request: { maxImages: fewImages, maxBytes: 8_000_000 } },
      }),
      ...(!strict && {
        looker: helper(helperModels.looker, ['vision-input']),
        listener: helper(helperModels.listener, ['audio-input']),
      }),
    },
  };
}
