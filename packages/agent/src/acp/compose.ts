// From configuration to an endpoint: models by role, bridge, store, door and darkroom, each opened once and only when it is
// needed. What is advertised is asked of the same objects that will do the work.
import type { Outcome, Refusal } from '@percept/core';
import type { Memory } from '@percept/store';
import { chooseRoute, type RouteOptions } from '../bridge/choose-route.ts';
import type { Describer } from '../bridge/describer.ts';
import { createLocalDescriber, createLocalListener } from '../bridge/local-describer.ts';
import { createRemoteDescriber } from '../bridge/remote-describer.ts';
import type { LoadOptions } from '../config/load-config.ts';
import { loadConfig, type PerceptConfig } from '../config/index.ts';
import { discoverServers, lineUp, pickerOf, type Lineup, type Picker } from '../models/index.ts';
import { advertise, type Advertisement, type Routes } from './capability.ts';
import type { AcpHost } from './host.ts';
import type { House } from './house.ts';
import { acpLimits, type AcpLimits } from './limits.ts';
import { createLocalAnswerer, type LocalSenses } from './local-answerer.ts';

export interface AcpSetup {
  readonly version: string;
  readonly cwd: string;
  readonly env: LoadOptions['env'];
  readonly memory: Memory;
  /** Local eyes and ears, where they are installed. `hears` is false when the speech models are not there. */
  readonly senses?:
    | { readonly open: () => Promise<LocalSenses>; readonly hears: () => Promise<boolean> }
    | undefined;
  readonly limits?: Partial<AcpLimits>;
}

export function composeAcp(setup: AcpSetup): AcpHost & AsyncDisposable {
  const limits = { ...acpLimits, ...setup.limits };
  let planned: Promise<Plan> | undefined;
  let built: Promise<House> | undefined;
  const plans = (): Promise<Plan> => (planned ??= plan(setup));
  const build = async (): Promise<House> => {
    const [{ openHouse }, { picker, routing, config }] = await Promise.all([
      import('./house.ts'),
      plans(),
    ]);
    const { memory, senses } = setup;
    const answerer = senses && createLocalAnswerer(senses.open);
    return openHouse({ memory, models: picker, routing, settings: config.bridge, answerer });
  };
  return {
    version: setup.version,
    limits,
    desk: async () => (await (built ??= build())).desk,
    advertisement: async (): Promise<Advertisement> => {
      const { picker, routing, hears } = await plans();
      return advertise(picker, routesOf(routing, setup.senses !== undefined, hears), limits);
    },
    async [Symbol.asyncDispose]() {
      await (await built?.catch(() => undefined))?.close();
    },
  };
}

function routesOf(routing: RouteOptions, sees: boolean, hears: boolean): Routes {
  return {
    describes: (kind, reader) => {
      if (!reader) return kind === 'image' ? sees : hears;
      const takes = { image: false, audio: false, file: true };
      return chooseRoute(kind, { host: reader.host, takes }, routing).kind === 'describe';
    },
  };
}

/** What can be known without opening anything. */
interface Plan {
  readonly config: PerceptConfig;
  readonly lineup: Lineup;
  readonly picker: Picker;
  readonly routing: RouteOptions;
  readonly hears: boolean;
}

async function plan({ cwd, env, senses }: AcpSetup): Promise<Plan> {
  const config = orThrow(await loadConfig({ cwd, env }));
  // Servers on this machine are looked for when nothing was chosen.
  const found = config.discovery && !config.main ? await discoverServers() : [];
  const lineup = orThrow(lineUp(config, found));
  const hears = (await senses?.hears()) ?? false;
  const routing: RouteOptions = {
    describers: describersOf(lineup, config, senses, hears),
    strict: config.strictRouting,
    consent: config.consent,
    localChosen: lineup.localChosen,
  };
  return { config, lineup, picker: pickerOf(lineup), routing, hears };
}

/** The configured models before local eyes and ears. */
function describersOf(
  { vision, audio }: Lineup,
  config: PerceptConfig,
  senses: AcpSetup['senses'],
  hears: boolean,
): readonly Describer[] {
  const remote = [...new Set([vision, audio])].filter((model) => model !== undefined);
  const local = senses && lazily(senses.open);
  return [
    ...remote.map((model) => createRemoteDescriber(model, config.bridge)),
    ...(local ? [createLocalDescriber(local, '1')] : []),
    ...(local && hears ? [createLocalListener(local, '1')] : []),
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

export class AcpSetupError extends Error {
  readonly code = 'PERCEPT_ACP_SETUP';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
  }
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new AcpSetupError(outcome.refusal);
}
