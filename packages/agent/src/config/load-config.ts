// Configuration from all its places: the user's file, the project's file, the environment, in that order. With nothing
// anywhere it is still complete: no model, local eyes. A project's file is data of a stranger until this user trusts it:
// then all of it counts, before that only what keeps more on this machine.
import { bridgeSettings, imageSettings } from './settings.ts';
import { accept, refuse, type Outcome } from '@percept/core';
import { definedOf, printable } from '@percept/core/internal';
import { keyVariableOf, vendorIds, vendors } from '@percept/core/internal/vendor';
import { completeModel, type Placed } from './complete-model.ts';
import type { ModelSpec, PerceptConfig, ProjectFile, RoleChoice } from './config.ts';
import { environmentLayer, withVariable, type Environment } from './environment.ts';
import { findConfigFiles, homeFolder, type FoundFile, type Surroundings } from './find-config.ts';
import { separate, type Figures } from './harmless.ts';
import { parseLayer, type Layer } from './layer.ts';
import { modelHint, modelOfText, type ReadModel } from './model-entry.ts';
import { isData, readConfigFile } from './read-config.ts';
import { TrustStore } from './trust-store.ts';

export interface LoadOptions extends Partial<Surroundings> {
  readonly cwd: string;
  readonly env: Environment;
}

interface OwnedLayer {
  readonly layer: Layer;
  readonly owner: 'project' | 'user';
}

/**
 * @example
 * const config = await loadConfig({ cwd: process.cwd(), env: process.env });
 * if (!config.ok) console.error(config.refusal.message, config.refusal.hint);
 */
export async function loadConfig(options: LoadOptions): Promise<Outcome<PerceptConfig>> {
  const { cwd, env, home = homeFolder() } = options;
  const found = await findConfigFiles({ cwd, env, home });
  if (!found.ok) return found;
  const { user, project, notes } = found.value;
  const layers: OwnedLayer[] = [];
  if (user) {
    const layer = layerOf(user);
    if (!layer.ok) return layer;
    layers.push({ layer: layer.value, owner: 'user' });
  }
  const held = figuresOf(layers);
  const judged = project && (await judge(project, new TrustStore({ env, home }), env, held));
  if (judged && !judged.ok) return judged;
  if (judged?.value.layer) layers.push({ layer: judged.value.layer, owner: 'project' });
  const own = environmentLayer(env);
  if (!own.ok) return own;
  const combined = combine([...layers, { layer: own.value, owner: 'user' }], env);
  if (!combined.ok) return withVariable(combined.refusal);
  const told = judged?.value;
  return accept({
    ...combined.value,
    notes: [...notes, ...(told?.notes ?? []), ...combined.value.notes],
    ...(told && { project: told.file }),
  });
}

function layerOf(file: FoundFile): Outcome<Layer> {
  const value = readConfigFile(file);
  return value.ok ? parseLayer(value.value, file.label) : value;
}

interface Judged {
  readonly file: ProjectFile;
  /** What counts of it. */
  readonly layer?: Layer;
  readonly notes: readonly string[];
}

async function judge(
  file: FoundFile,
  store: TrustStore,
  env: Environment,
  held: Figures,
): Promise<Outcome<Judged>> {
  const { path, uid, sha256 } = file;
  const identity = { path, uid, sha256 };
  const standing = isTrustedRun(env) ? 'trusted' : await store.standingOf(identity);
  if (standing === 'trusted') {
    const layer = layerOf(file);
    if (!layer.ok) return layer;
    return accept({ file: { ...identity, standing, asks: [] }, layer: layer.value, notes: [] });
  }
  if (!isData(file)) return accept(untrusted({ ...identity, standing, asks: ['run its code'] }));
  const layer = layerOf(file);
  if (!layer.ok) {
    // A stranger's mistake is no reason not to start.
    const { message, hint } = layer.refusal;
    const notes = [`${message} ${hint} Nothing of it is used.`];
    return accept({ file: { ...identity, standing, asks: [] }, notes });
  }
  const { harmless, asks } = separate(layer.value, held);
  if (asks.length > 0)
    return accept({ ...untrusted({ ...identity, standing, asks }), layer: harmless });
  return accept({ file: { ...identity, standing: 'harmless', asks }, layer: harmless, notes: [] });
}

/** `--trust` and scripts: whatever this one run finds is trusted, and nothing is remembered. */
function isTrustedRun(env: Environment): boolean {
  return /^(1|true|yes)$/i.test(env['PERCEPT_TRUST']?.trim() ?? '');
}

function untrusted(file: ProjectFile): Judged {
  const again = file.standing === 'changed' ? ' It has changed since you trusted it.' : '';
  return {
    file,
    notes: [
      `${printable(file.path, 300)} is not trusted, so nothing of this is done: ${file.asks.join('; ')}.${again} Read it, then run: percept trust`,
    ],
  };
}

/** Layers to one configuration; the last one that says something wins. */
function combine(layers: readonly OwnedLayer[], env: Environment): Outcome<PerceptConfig> {
  const named = new Map<string, Placed>();
  for (const { layer, owner } of layers)
    for (const [name, entry] of layer.models)
      named.set(name, { entry, name, key: `models.${name}`, source: layer.source, owner });

  const roles: Partial<Record<RoleName, RoleChoice>> = {};
  for (const role of roleNames) {
    const choice = roleOf(layers, role, named, env);
    if (!choice.ok) return choice;
    if (choice.value) roles[role] = choice.value;
  }
  const { main, vision, audio, image, speech } = roles;
  const modelOf = (role: RoleChoice | undefined): ModelSpec | undefined =>
    role?.kind === 'model' ? role.model : undefined;
  const notes: string[] = [];
  const others: ModelSpec[] = [];
  for (const placed of named.values()) {
    const model = completeModel(placed, env);
    if (model.ok) others.push(model.value);
    else notes.push(`${model.refusal.message} ${model.refusal.hint}`);
  }
  const chosen = modelOf(main) ?? defaultMain(env, notes);
  const helpers = [vision, audio].flatMap((role) => modelOf(role) ?? []);
  return accept({
    ...definedOf({ main: chosen, vision, audio, image: modelOf(image), speech: modelOf(speech) }),
    models: distinct([...(chosen ? [chosen] : []), ...others, ...helpers]),
    strictRouting: last(layers, ({ strictRouting }) => strictRouting) ?? true,
    consent: [...new Set(layers.flatMap(({ layer }) => layer.consent))],
    discovery: last(layers, ({ discovery }) => discovery) ?? true,
    ...figuresOf(layers),
    sources: layers.filter(({ layer }) => says(layer)).map(({ layer }) => layer.source),
    notes,
  });
}

/** Figure by figure: a project may change one and leave the user's others. */
function figuresOf(layers: readonly OwnedLayer[]): Figures {
  const bridge = { ...bridgeSettings };
  const images = { ...imageSettings };
  for (const { layer } of layers) {
    Object.assign(bridge, layer.bridge);
    Object.assign(images, layer.images);
  }
  return { bridge, images };
}

const roleNames = ['main', 'vision', 'audio', 'image', 'speech'] as const;
type RoleName = (typeof roleNames)[number];

function roleOf(
  layers: readonly OwnedLayer[],
  role: RoleName,
  named: ReadonlyMap<string, Placed>,
  env: Environment,
): Outcome<RoleChoice | undefined> {
  const owned = layers.findLast(({ layer }) => layer[role] !== undefined);
  const value = owned?.layer[role];
  if (!owned || !value) return accept(undefined);
  if (value.kind === 'local') return accept({ kind: 'local' });
  const { source } = owned.layer;
  let placed = value.kind === 'reference' ? named.get(value.text) : undefined;
  if (!placed) {
    const read: ReadModel =
      value.kind === 'model' ? { ok: true, entry: value.entry } : modelOfText(value.text);
    if (!read.ok)
      return refuse({
        refused: 'invalid-input',
        message: `${role} in ${source} ${read.what}.`,
        hint: modelHint,
      });
    const { entry } = read;
    placed = { entry, name: entry.model, key: role, source, owner: owned.owner };
  }
  const model = completeModel(placed, env);
  return model.ok ? accept({ kind: 'model', model: model.value }) : model;
}

/** A key alone is enough to begin with, where its vendor has a model that is usual. */
function defaultMain(env: Environment, notes: string[]): ModelSpec | undefined {
  for (const vendor of vendorIds) {
    const { baseUrlVariable, defaultModel } = vendors[vendor];
    if (baseUrlVariable !== undefined && env[baseUrlVariable]?.trim()) {
      notes.push(
        `${baseUrlVariable} is set and no model is chosen. Set PERCEPT_MODEL to one of its models.`,
      );
      continue;
    }
    const key = keyVariableOf(vendor, env);
    if (key === undefined) continue;
    if (defaultModel === undefined) {
      // Tokens that are set for other reasons say nothing about models.
      if (key.endsWith('_API_KEY'))
        notes.push(`${key} is set and no model is chosen. Set PERCEPT_MODEL=${vendor}/NAME.`);
      continue;
    }
    const entry = { vendor, model: defaultModel };
    const source = 'the environment';
    const placed: Placed = { entry, name: defaultModel, key, source, owner: 'user' };
    const model = completeModel(placed, env);
    if (model.ok) return model.value;
  }
  return undefined;
}

function last<T>(
  layers: readonly OwnedLayer[],
  read: (layer: Layer) => T | undefined,
): T | undefined {
  return layers.map(({ layer }) => read(layer)).findLast((value) => value !== undefined);
}

function distinct(models: readonly ModelSpec[]): readonly ModelSpec[] {
  const seen = new Set<string>();
  return models.filter(({ provider, model, baseUrl }) => {
    const key = `${provider} ${baseUrl} ${model}`;
    return !seen.has(key) && seen.add(key);
  });
}

function says(layer: Layer): boolean {
  const { source: _source, models, consent, bridge, images, ...rest } = layer;
  return (
    models.size > 0 ||
    consent.length > 0 ||
    Object.keys({ ...bridge, ...images }).length > 0 ||
    Object.keys(rest).length > 0
  );
}
