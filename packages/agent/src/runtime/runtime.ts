// From configuration to working sessions: models by role, bridge, store, door and darkroom, each opened once and only when
// it is needed. Every face (editors, terminal, browser, host) stands on the same runtime.
import {
  checkOptions,
  group,
  has,
  maybe,
  oneOf,
  shape,
  word,
} from '@percept/core/internal/options';
import type { Outcome, Refusal, SourceType } from '@percept/core';
import { parseAccept } from '@percept/ingest/internal/accept';
import { parsePrograms, type ProgramsWanted } from '@percept/render/internal';
import type { Memory } from '@percept/store';
import { chooseRoute, routingOf, type RouteOptions } from '../bridge/choose-route.ts';
import { localDescribers } from '../bridge/local-describer.ts';
import type { LoadOptions } from '../config/load-config.ts';
import { loadConfig, type PerceptConfig } from '../config/index.ts';
import type { LoopModel } from '../loop/index.ts';
import {
  discoverServers,
  buildCatalogue,
  modelChoiceOf,
  type ModelCatalogue,
  type ModelChoice,
} from '../models/index.ts';
import { makersOf, type Makers } from '../making/index.ts';
import type { SessionPool } from './session-pool.ts';
import type { LocalSenses } from './local-answerer.ts';
import type { OpenedSessionPool } from './open-session-pool.ts';

export interface RuntimeSetup {
  readonly cwd: string;
  readonly env: LoadOptions['env'];
  readonly memory: Memory;
  /** `required` where strangers send pictures: without a sandbox nothing is decoded. */
  readonly sandbox?: 'required' | 'preferred' | undefined;
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

export const runtimeRules = {
  cwd: word,
  env: group,
  memory: (value: unknown, path: string): string | undefined =>
    has('get', 'put')(value, path) ?? shape({ sessions: group, memos: group })(value, path),
  sandbox: maybe(oneOf(['required', 'preferred'])),
  version: maybe(word),
  senses: maybe(has('open', 'hears', 'version')),
};

export interface Runtime extends AsyncDisposable {
  /** What can be known without opening anything. */
  plan(): Promise<RuntimePlan>;
  /** The same pool every time; decoders and renderers come with it. */
  pool(): Promise<SessionPool>;
}

export interface RuntimePlan {
  readonly config: PerceptConfig;
  readonly catalogue: ModelCatalogue;
  readonly picker: ModelChoice;
  readonly routing: RouteOptions;
  /** Who draws and who speaks on purpose. */
  readonly makers: Makers;
  /** Which types of pictures come in: `PERCEPT_ACCEPT`. */
  readonly accept: readonly SourceType[];
  /** Which programs of the host draw what npm alone cannot: `PERCEPT_PROGRAMS`. */
  readonly programs: ProgramsWanted;
  readonly hears: boolean;
  /** Whether somebody looks or listens for this reader; without a reader, whether local eyes answer. */
  describes(kind: 'image' | 'audio', reader: LoopModel | undefined): boolean;
}

/**
 * The configured parts of one process: models, memory, door, darkroom, bridge. Nothing is opened before it is needed.
 *
 * @example await using runtime = openRuntime({ cwd: process.cwd(), env: process.env, memory });
 */
export function openRuntime(setup: RuntimeSetup): Runtime {
  checkOptions('openRuntime', setup, runtimeRules);
  let planned: Promise<RuntimePlan> | undefined;
  let built: Promise<OpenedSessionPool> | undefined;
  const plan = (): Promise<RuntimePlan> => (planned ??= planOf(setup));
  const build = async (): Promise<OpenedSessionPool> => {
    const [{ openSessionPool }, parts] = await Promise.all([
      import('./open-session-pool.ts'),
      plan(),
    ]);
    return openSessionPool(setup, parts);
  };
  return {
    plan,
    pool: async () => (await (built ??= build())).pool,
    async [Symbol.asyncDispose]() {
      await (await built?.catch(() => undefined))?.close();
    },
  };
}

async function planOf({ cwd, env, senses }: RuntimeSetup): Promise<RuntimePlan> {
  const config = orThrow(await loadConfig({ cwd, env }));
  const accept = orThrow(parseAccept(env['PERCEPT_ACCEPT']));
  const programs = orThrow(parsePrograms(env['PERCEPT_PROGRAMS']));
  // Servers on this machine are looked for when nothing was chosen.
  const found = config.discovery && !config.main ? await discoverServers() : [];
  const catalogue = orThrow(buildCatalogue(config, found));
  const hears = (await senses?.hears()) ?? false;
  const version = (await senses?.version()) ?? '';
  const local = senses ? localDescribers(senses.open, { hears, version }) : [];
  const routing = routingOf(config, catalogue, local);
  const describes: RuntimePlan['describes'] = (kind, reader) => {
    if (!reader) return kind === 'image' ? senses !== undefined : hears;
    const takes = { image: false, audio: false, file: true };
    return chooseRoute(kind, { host: reader.host, takes }, routing).kind === 'describe';
  };
  const makers = makersOf(catalogue, config.consent);
  const picker = modelChoiceOf(catalogue);
  return { config, catalogue, picker, routing, makers, accept, programs, hears, describes };
}

/**
 * The configuration cannot be used; `refusal` says which part and what to do.
 *
 * @example const plan = await runtime.plan().catch((error) => (error instanceof RuntimeSetupError ? tell(error.refusal) : undefined));
 */
export class RuntimeSetupError extends Error {
  readonly code = 'PERCEPT_SETUP';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
  }
}

function orThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new RuntimeSetupError(outcome.refusal);
}
