// What the environment says, as a layer above every file. Keys are only named here; they are looked up where a model is
// completed.
import { refuse, type Outcome, type Refusal, type Refused } from '@percept/core';
import { parseSwitch } from '@percept/core/internal/route';
import { parseLayer, type Layer } from './layer.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const source = 'the environment';

export function environmentLayer(env: Environment): Outcome<Layer> {
  const fields: Record<string, unknown> = {};
  const bridge: Record<string, unknown> = {};
  for (const [key, variable, read] of variables) {
    const text = env[variable];
    if (text === undefined || text.trim() === '') continue;
    if (key.startsWith('bridge.')) bridge[key.slice('bridge.'.length)] = read(text);
    else fields[key] = read(text);
  }
  const layer = parseLayer({ ...fields, bridge }, source);
  return layer.ok ? layer : withVariable(layer.refusal);
}

/** A word that means nothing is left as it is, and refused by the name of its variable. */
function switchOf(text: string): unknown {
  return parseSwitch(text) ?? text;
}

function numberOf(text: string): unknown {
  return /^\d+$/.test(text.trim()) ? Number(text) : text;
}

const asText = (text: string): unknown => text;

/** The key of each in a file, and how its text is read. */
const variables: readonly (readonly [string, string, (text: string) => unknown])[] = [
  ['bridge.timeoutMs', 'PERCEPT_BRIDGE_TIMEOUT_MS', numberOf],
  ['bridge.maxImagesPerTurn', 'PERCEPT_MAX_IMAGES_PER_TURN', numberOf],
  ['strictRouting', 'PERCEPT_STRICT_ROUTING', switchOf],
  ['consent', 'PERCEPT_CONSENT', hostsOf],
  ['discovery', 'PERCEPT_DISCOVERY', switchOf],
  ['main', 'PERCEPT_MODEL', asText],
  ['vision', 'PERCEPT_VISION_MODEL', asText],
  ['audio', 'PERCEPT_AUDIO_MODEL', asText],
  ['image', 'PERCEPT_IMAGE_MODEL', asText],
  ['speech', 'PERCEPT_SPEECH_MODEL', asText],
];

function hostsOf(text: string): unknown {
  return text.split(/[\s,]+/).filter((host) => host !== '');
}

/** People set variables, so a message about this layer names the variable. */
export function withVariable(refusal: Refusal): Refused {
  const found = variables.find(([key]) => refusal.message.startsWith(`${key} in ${source} `));
  const message = found ? refusal.message.replace(found[0], found[1]) : refusal.message;
  return refuse({ ...refusal, message });
}
