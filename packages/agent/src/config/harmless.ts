// What a project's file may change before anybody trusted it: only what keeps more on this machine, or spends less. The
// rest is put into words for the person who is asked, and used by nobody.
import { quoted } from '@percept/core/internal';
import { vendors } from '@percept/core/internal/vendor';
import type { Layer } from './layer.ts';
import { modelOfText, type ModelEntry, type RoleEntry } from './model-entry.ts';
import { hostOf } from './consent.ts';
import type { PerceptConfig } from './config.ts';

export type Figures = Pick<PerceptConfig, 'bridge' | 'images'>;

export interface Separated {
  readonly harmless: Layer;
  /** One wish each, as the end of "It wants to". Empty: the file needs no trust. */
  readonly asks: readonly string[];
}

/** `held`: the figures that hold without this file; it may lower them. */
export function separate(layer: Layer, held: Figures): Separated {
  const asks: string[] = [
    ...roleAsks('answer with', layer.main, layer),
    ...roleAsks('show pictures to', layer.vision, layer),
    ...roleAsks('play sounds to', layer.audio, layer),
    ...roleAsks('have pictures drawn by', layer.image, layer),
    ...roleAsks('have words spoken by', layer.speech, layer),
    ...[...layer.models].flatMap(([name, entry]) => modelAsks(name, entry)),
    ...(layer.consent.length > 0
      ? [`let these hosts see media: ${layer.consent.map((host) => quoted(host)).join(', ')}`]
      : []),
    ...(layer.strictRouting === false ? ['route media less strictly (strictRouting: false)'] : []),
    ...(layer.discovery === true ? ['look for model servers (discovery: true)'] : []),
  ];
  const harmless: Layer = {
    source: layer.source,
    models: new Map(),
    consent: [],
    bridge: lower('bridge', layer.bridge, held.bridge, asks),
    images: lower('images', layer.images, held.images, asks),
    ...(layer.vision?.kind === 'local' && { vision: layer.vision }),
    ...(layer.audio?.kind === 'local' && { audio: layer.audio }),
    ...(layer.strictRouting === true && { strictRouting: true }),
    ...(layer.discovery === false && { discovery: false }),
  };
  return { harmless, asks };
}

/** A figure that is lower than what holds saves something; everything else is asked. */
function lower<T extends object>(
  section: string,
  wanted: Partial<T>,
  held: T,
  asks: string[],
): Partial<T> {
  const kept: [string, unknown][] = [];
  const now = new Map<string, unknown>(Object.entries(held));
  for (const [key, value] of Object.entries(wanted)) {
    const before = now.get(key);
    const isNumber = typeof value === 'number';
    const isLower = isNumber && (typeof before !== 'number' || value <= before);
    if (isLower || value === before) kept.push([key, value]);
    else asks.push(`set ${section}.${key} to ${quoted(String(value))}`);
  }
  const lowered: Partial<T> = {};
  return Object.assign(lowered, Object.fromEntries(kept));
}

function roleAsks(does: string, role: RoleEntry | undefined, layer: Layer): readonly string[] {
  switch (role?.kind) {
    case undefined:
    case 'local':
      return [];
    case 'model':
      return [`${does} ${described(role.entry)}`, ...keyAsks(role.entry)];
    case 'reference': {
      const named = layer.models.get(role.text);
      const read = named ? { ok: true as const, entry: named } : modelOfText(role.text);
      return [`${does} ${read.ok ? described(read.entry) : quoted(role.text)}`];
    }
  }
}

function modelAsks(name: string, entry: ModelEntry): readonly string[] {
  return [`offer the model ${quoted(name)}: ${described(entry)}`, ...keyAsks(entry)];
}

/** Which variable goes where is what a person most needs to see. */
function keyAsks(entry: ModelEntry): readonly string[] {
  if (entry.apiKey?.kind !== 'variable') return [];
  return [`send the variable ${quoted(entry.apiKey.variable)} to ${addressee(entry)}`];
}

function described(entry: ModelEntry): string {
  return `${quoted(entry.model)} at ${addressee(entry)}`;
}

function addressee({ baseUrl, vendor }: ModelEntry): string {
  const address = baseUrl ?? (vendor && vendors[vendor].baseUrl);
  return address === undefined ? `the address of ${vendor ?? 'OPENAI_BASE_URL'}` : hostOf(address);
}
