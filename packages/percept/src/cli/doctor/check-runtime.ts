// Models, routes, store and senses: what is configured, and whether it holds. Keys are counted and never shown.
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  discoverServers,
  hostOf,
  isConsented,
  buildCatalogue,
  loadConfig,
} from '@percept/agent/internal';
import { type KnownModel, type ModelCatalogue, type PerceptConfig } from '@percept/agent';
import { printable } from '@percept/core/internal';
import { sees } from '@percept/core';
import { parseAccept } from '@percept/ingest/internal/accept';
import { findPrograms, parsePrograms } from '@percept/render/internal';
import type { Environment } from '../command.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { about, type Check } from './check.ts';

export async function checkModels({
  variables: env,
  workingDirectory: cwd,
}: Environment): Promise<readonly Check[]> {
  const { ok, warn, fail } = about('models');
  const loaded = await loadConfig({ cwd, env });
  if (!loaded.ok) return [fail(loaded.refusal.message, loaded.refusal.hint)];
  const config = loaded.value;
  const found = config.discovery ? await discoverServers() : [];
  const catalogue = buildCatalogue(config, found);
  if (!catalogue.ok) return [fail(catalogue.refusal.message, catalogue.refusal.hint)];
  const { main, models } = catalogue.value;
  const sources =
    config.sources.length === 0
      ? 'no configuration file'
      : config.sources.map((name) => printable(name)).join(', ');
  const keys = models.filter(({ spec }) => spec.apiKey !== undefined).length;
  const servers = found.map(({ server, models: served }) => `${server} (${served.length} models)`);
  return [
    ok(`configuration: ${sources}; ${models.length} models, ${keys} with a key`),
    servers.length > 0
      ? ok(`servers on this machine: ${servers.join(', ')}`)
      : ok(
          config.discovery
            ? 'no model server answers on this machine'
            : 'servers on this machine are not looked for',
        ),
    main
      ? answerOf(main, await askModel(main.spec))
      : warn(
          'no model answers: local eyes read what is attached',
          'Set PERCEPT_MODEL and the key of its provider, write percept.config.json, or start Ollama, llama.cpp, LM Studio or vLLM.',
        ),
    ...routes(catalogue.value, config, await hears()),
    making('draws', catalogue.value.image, config),
    making('speaks', catalogue.value.speech, config),
  ];
}

/** Who makes something on purpose, and whether anybody is asked before. */
function making(
  verb: 'draws' | 'speaks',
  by: KnownModel | undefined,
  { consent }: PerceptConfig,
): Check {
  const { ok } = about('making');
  const setting = verb === 'draws' ? 'PERCEPT_IMAGE_MODEL' : 'PERCEPT_SPEECH_MODEL';
  if (!by) return ok(`nobody ${verb}: ${setting} is not set`);
  const host = hostOf(by.spec.baseUrl);
  const asked = isConsented(host, consent) ? 'without a question' : 'and each time you are asked';
  return ok(`${printable(by.spec.name)} at ${host} ${verb}, ${asked}`);
}

/** What was heard from the address, and never more than that. */
function answerOf({ spec, profile, knownFrom }: KnownModel, answer: ModelAnswer): Check {
  const { ok, warn, fail } = about('models');
  const name = printable(spec.name);
  const host = hostOf(spec.baseUrl);
  const sight = `${sees(profile) ? 'sees' : 'does not see'} (known from: ${knownFrom})`;
  switch (answer.kind) {
    case 'listed':
      return ok(`${name} is served by ${host}, and ${sight}`);
    case 'answers':
      return ok(`${host} answers and lists no models; ${name} ${sight}`);
    case 'unlisted':
      return warn(
        `${host} answers, and ${name} is not on its list; it ${sight}`,
        'Check the name of the model.',
      );
    case 'key-refused':
      return fail(
        `${host} refuses the key for ${name} (status ${answer.status})`,
        'Check the key of this provider.',
      );
    case 'closed':
      return fail(
        `nothing listens at ${host}, so ${name} cannot answer`,
        'Start the server, or choose another model with PERCEPT_MODEL.',
      );
    case 'unreached':
      return warn(
        `${host} could not be reached (${printable(answer.why)}); ${name} ${sight}`,
        'Check the network and the address.',
      );
  }
}

/** Whether sounds can be written down on this device. */
async function hears(): Promise<boolean> {
  try {
    const { isInstalled, modelsFolder } = await import('@percept/eyes');
    return await isInstalled(modelsFolder(), 'speech-en');
  } catch {
    return false;
  }
}

function routes(
  { main, vision, audio, localChosen }: ModelCatalogue,
  config: PerceptConfig,
  hasEars: boolean,
): readonly Check[] {
  const { ok, warn } = about('routes');
  if (!main) return [];
  const route = (
    kind: 'pictures' | 'sounds',
    takes: boolean,
    by: ModelCatalogue['vision'],
  ): Check => {
    if (takes) return ok(`${kind} go to ${printable(main.spec.name)} itself`);
    const isSound = kind === 'sounds';
    if (!by && config.strictRouting && !(isSound ? localChosen.audio : localChosen.image))
      return warn(
        `${kind} are refused: strict routing, and nobody was chosen to ${isSound ? 'listen' : 'look'}`,
        `Set ${isSound ? 'PERCEPT_AUDIO_MODEL' : 'PERCEPT_VISION_MODEL'} to a model, or to local.`,
      );
    if (!by && isSound && !hasEars)
      return warn(
        'sounds are not written down: the speech models are not installed',
        'Run: percept models pull speech-en',
      );
    if (!by) return ok(`${kind} are described on this device`);
    const host = new URL(by.spec.baseUrl).host;
    const allowed = host === new URL(main.spec.baseUrl).host || isConsented(host, config.consent);
    return allowed
      ? ok(`${kind} are described by ${printable(by.spec.name)} at ${host}`)
      : warn(
          `${printable(by.spec.name)} at ${host} may not see anything yet`,
          `Set PERCEPT_CONSENT=${host}, or add it to consent.`,
        );
  };
  return [
    route('pictures', main.capabilities.includes('vision-input'), vision),
    route('sounds', main.capabilities.includes('audio-input'), audio),
  ];
}

export async function checkStore(directory: string): Promise<Check> {
  const { ok, warn, fail } = about('store');
  const { isMissing } = await import('../workspace.ts');
  const shown = printable(directory, 300);
  if (isMissing(join(directory, 'percept.db')))
    return canWriteAbove(directory)
      ? ok(`${shown}: not there yet, made with the first use`)
      : fail(
          `${shown}: not there, and this user may not make it`,
          'Choose another place: --data DIR or PERCEPT_DATA.',
        );
  try {
    accessSync(directory, constants.R_OK | constants.W_OK);
  } catch {
    return fail(
      `${shown}: this user may not write to it`,
      'Change its owner, or choose another place: --data DIR or PERCEPT_DATA.',
    );
  }
  const { fsck } = await import('@percept/store');
  const report = await fsck(directory, { depth: 'quick' });
  if (report.sound) return ok(`${shown}: writable, ${report.checks.length} quick checks passed`);
  const [first] = report.findings;
  // The next command that opens it brings it up to date.
  if (first?.subject === 'database' && /^The database has schema \d/.test(first.message))
    return warn(`${shown}: ${printable(first.message, 300)}`, 'Run: percept sessions');
  return fail(
    `${shown}: ${first ? printable(first.message, 300) : 'not sound'}`,
    'Run: percept fsck --repair',
  );
}

function canWriteAbove(directory: string): boolean {
  for (let folder = directory; ; folder = dirname(folder)) {
    try {
      accessSync(folder, constants.W_OK);
      return true;
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isAbsent || dirname(folder) === folder) return false;
    }
  }
}

export async function checkSenses(): Promise<readonly Check[]> {
  const { ok, warn } = about('eyes');
  try {
    import.meta.resolve('@percept/eyes');
  } catch {
    return [warn('local eyes are not installed', 'npm install @percept/eyes')];
  }
  const { isInstalled, modelNames, modelsFolder } = await import('@percept/eyes');
  const checks: Check[] = [ok('local eyes read pictures on this device')];
  for (const name of modelNames) {
    checks.push(
      (await isInstalled(modelsFolder(), name))
        ? ok(`local ears: ${name} is installed`)
        : warn(
            `local ears: ${name} is not installed, so sounds are not written down`,
            `Run: percept models pull ${name}`,
          ),
    );
  }
  return checks;
}

/** Asked of the same place that the renderers ask. */
export function checkRenderers({ variables }: Environment): readonly Check[] {
  const { ok, warn, fail } = about('renderers');
  const wanted = parsePrograms(variables['PERCEPT_PROGRAMS']);
  if (!wanted.ok) return [fail(wanted.refusal.message, wanted.refusal.hint)];
  const { libreoffice, chromium } = findPrograms(wanted.value);
  return [
    ok('SVG, code, Markdown, tables, PDF, notebooks and diagrams are drawn without any program'),
    libreoffice
      ? ok('LibreOffice is there, for office files as they look')
      : warn(
          'LibreOffice is not there: older office files are refused',
          'Debian: apt-get install libreoffice-nogui bubblewrap',
        ),
    chromium
      ? ok('Chromium is there, for live pages and every Mermaid diagram')
      : warn(
          'Chromium is not there: rarer Mermaid diagrams are refused',
          'Debian: apt-get install chromium bubblewrap',
        ),
  ];
}

export function checkAccept({ variables }: Environment): Check {
  const { ok, fail } = about('pictures');
  const wanted = parseAccept(variables['PERCEPT_ACCEPT']);
  return wanted.ok
    ? ok(`these types come in: ${wanted.value.join(', ')}`)
    : fail(wanted.refusal.message, wanted.refusal.hint);
}

export async function checkSandbox(): Promise<Check> {
  const { ok, warn, fail } = about('sandbox');
  const [{ openDoor }, { createPassingStore }] = await Promise.all([
    import('@percept/ingest'),
    import('../passing-store.ts'),
  ]);
  await using door = openDoor({ store: createPassingStore() });
  const isolation = await door.isolation();
  if (!isolation.ok) return fail(isolation.refusal.message, isolation.refusal.hint);
  const { tier, files, network, maxMemoryBytes, timeoutMs } = isolation.value;
  const bounds = `${Math.round(maxMemoryBytes / 1_000_000)} MB, ${timeoutMs / 1000} s`;
  switch (tier) {
    case 'bwrap':
      return ok(`pictures are decoded behind bubblewrap: no network, no files (${bounds})`);
    case 'wasm':
      return ok(
        `pictures are decoded in WebAssembly: no network, no files, slower than behind bubblewrap (${bounds})`,
      );
    case 'rlimit':
      return warn(
        `pictures are decoded without a sandbox (files: ${files}, network: ${network}; ${bounds}), and \`serve --tenants\` does not start`,
        'Install bubblewrap and util-linux, or @img/sharp-wasm32.',
      );
  }
}
