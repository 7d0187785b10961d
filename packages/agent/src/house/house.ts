// From configuration to working sessions: models by role, bridge, store, door and darkroom, each opened once and only when
// it is needed. Every face (editors, terminal, browser, host) stands on the same house.
import type { Outcome, Refusal } from '@percept/core';
import type { Memory } from '@percept/store';
import { chooseRoute, type RouteOptions } from '../bridge/choose-route.ts';
import type { Describer } from '../bridge/describer.ts';
import { createLocalDescriber, createLocalListener } from '../bridge/local-describer.ts';
import { remoteDescribers } from '../bridge/remote-describer.ts';
import type { LoadOptions } from '../config/load-config.ts';
import { loadConfig, type PerceptConfig } from '../config/index.ts';
import type { LoopModel } from '../loop/index.ts';
import { discoverServers, lineUp, pickerOf, type Lineup, type Picker } from '../models/index.ts';
import type { Desk } from './desk.ts';
import { createLocalAnswerer, type LocalSenses } from './local-answerer.ts';
import type { Rooms } from './rooms.ts';

export interface HouseSetup {
  readonly cwd: string;
  readonly env: LoadOptions['env'];
  readonly memory: Memory;
  /** How we introduce ourselves to servers of others. */
  readonly version?: string | undefined;
  /** Local eyes and ears, where they are installed. `hears` is false when the speech models are not there. */
  readonly senses?:
    | {
        readonly open: () => Promise<LocalSenses>;
        readonly hears: () => Promise<boolean>;
        /** Changes with everything that may change their words: what they said is kept under it. */
        readonly version: () => Promise<string>;
      }
    | undefined;
}

export interface House extends AsyncDisposable {
  /** What can be known without opening anything. */
  plan(): Promise<HousePlan>;
  /** The same desk every time; decoders and renderers come with it. */
  desk(): Promise<Desk>;
}

export interface HousePlan {
  readonly config: PerceptConfig;
  readonly lineup: Lineup;
  readonly picker: Picker;
  readonly routing: RouteOptions;
  readonly hears: boolean;
  /** Whether somebody looks or listens for this reader; without a reader, whether local eyes answer. */
  describes(kind: 'image' | 'audio', reader: LoopModel | undefined): boolean;
}

export function openHouse(setup: HouseSetup): House {
  let planned: Promise<HousePlan> | undefined;
  let built: Promise<Rooms> | undefined;
  const plan = (): Promise<HousePlan> => (planned ??= planOf(setup));
  const build = async (): Promise<Rooms> => {
    const [{ openRooms }, { picker, routing, config }] = await Promise.all([
      import('./rooms.ts'),
      plan(),
    ]);
    const { memory, senses, env, version = '0' } = setup;
    const answerer = senses && createLocalAnswerer(senses.open);
    const programs = env['PERCEPT_PROGRAMS'];
    const { bridge: settings } = config;
    return openRooms({
      memory,
      models: picker,
      routing,
      settings,
      answerer,
      programs,
      env,
      version,
    });
  };
  return {
    plan,
    desk: async () => (await (built ??= build())).desk,
    async [Symbol.asyncDispose]() {
      await (await built?.catch(() => undefined))?.close();
    },
  };
}

async function planOf({ cwd, env, senses }: HouseSetup): Promise<HousePlan> {
  const config = orThrow(await loadConfig({ cwd, env }));
  // Servers on this machine are looked for when nothing was chosen.
  const found = config.discovery && !config.main ? await discoverServers() : [];
  const lineup = orThrow(lineUp(config, found));
  const hears = (await senses?.hears()) ?? false;
  const version = (await senses?.version()) ?? '';
  const routing: RouteOptions = {
    describers: describersOf(lineup, config, senses, { hears, version }),
    strict: config.strictRouting,
    consent: config.consent,
    localChosen: lineup.localChosen,
  };
  const describes: HousePlan['describes'] = (kind, reader) => {
    if (!reader) return kind === 'image' ? senses !== undefined : hears;
    const takes = { image: false, audio: false, file: true };
    return chooseRoute(kind, { host: reader.host, takes }, routing).kind === 'describe';
  };
  return { config, lineup, picker: pickerOf(lineup), routing, hears, describes };
}

/** The configured models before local eyes and ears. */
function describersOf(
  lineup: Lineup,
  config: PerceptConfig,
  senses: HouseSetup['senses'],
  { hears, version }: { readonly hears: boolean; readonly version: string },
): readonly Describer[] {
  const local = senses && lazily(senses.open);
  return [
    ...remoteDescribers(lineup, config.bridge),
    ...(local ? [createLocalDescriber(local, version)] : []),
    ...(local && hears ? [createLocalListener(local, version)] : []),
  ];
}

/** Recognisers load with the first picture. */
function lazily(open: () => Promise<LocalSenses>): LocalSenses {
  return {
    name: 'local eyes',
    describe: async (image, options) => (await open()).describe(image, options),
    transcribe: async (audio, options) => (await open()).transcribe(audio, options),
  };
}

export class HouseSetupError extends Error {
  readonly code = 'PERCEPT_SETUP';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
  }
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new HouseSetupError(outcome.refusal);
}
