// What the environment says, as a layer above every file. Keys are only named here; they are looked up where a model is
// completed.
import { accept, refuse, type Outcome, type Refusal, type Refused } from '@percept/core';
import { parseSwitch } from '@percept/core/internal/route';
import { parseLayer, type Layer } from './layer.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const source = 'the environment';

export function environmentLayer(env: Environment): Outcome<Layer> {
  const timeout = env['PERCEPT_BRIDGE_TIMEOUT_MS'];
  const cap = env['PERCEPT_MAX_IMAGES_PER_TURN'];
  const bridge = {
    ...(present(timeout) && { timeoutMs: numberOf(timeout) }),
    ...(present(cap) && { maxImagesPerTurn: numberOf(cap) }),
  };
  const layer = parseLayer(
    {
      ...(present(env['PERCEPT_MODEL']) && { main: env['PERCEPT_MODEL'] }),
      ...(present(env['PERCEPT_VISION_MODEL']) && { vision: env['PERCEPT_VISION_MODEL'] }),
      ...(present(env['PERCEPT_AUDIO_MODEL']) && { audio: env['PERCEPT_AUDIO_MODEL'] }),
      ...(present(env['PERCEPT_IMAGE_MODEL']) && { image: env['PERCEPT_IMAGE_MODEL'] }),
      ...(present(env['PERCEPT_SPEECH_MODEL']) && { speech: env['PERCEPT_SPEECH_MODEL'] }),
      ...(present(env['PERCEPT_STRICT_ROUTING']) && {
        strictRouting: switchOf(env['PERCEPT_STRICT_ROUTING']),
      }),
      ...(present(env['PERCEPT_CONSENT']) && {
        consent: env['PERCEPT_CONSENT'].split(/[\s,]+/).filter((host) => host !== ''),
      }),
      ...(present(env['PERCEPT_DISCOVERY']) && {
        discovery: switchOf(env['PERCEPT_DISCOVERY']),
      }),
      bridge,
    },
    source,
  );
  return layer.ok ? accept(layer.value) : withVariable(layer.refusal);
}

function present(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

/** A word that means nothing is left as it is, and refused by the name of its variable. */
function switchOf(text: string): unknown {
  return parseSwitch(text) ?? text;
}

function numberOf(text: string): unknown {
  return /^\d+$/.test(text.trim()) ? Number(text) : text;
}

const variables: readonly (readonly [string, string])[] = [
  ['bridge.timeoutMs', 'PERCEPT_BRIDGE_TIMEOUT_MS'],
  ['bridge.maxImagesPerTurn', 'PERCEPT_MAX_IMAGES_PER_TURN'],
  ['strictRouting', 'PERCEPT_STRICT_ROUTING'],
  ['discovery', 'PERCEPT_DISCOVERY'],
  ['main', 'PERCEPT_MODEL'],
  ['vision', 'PERCEPT_VISION_MODEL'],
  ['audio', 'PERCEPT_AUDIO_MODEL'],
  ['image', 'PERCEPT_IMAGE_MODEL'],
  ['speech', 'PERCEPT_SPEECH_MODEL'],
];

/** People set variables, so a message about this layer names the variable. */
export function withVariable(refusal: Refusal): Refused {
  const found = variables.find(([key]) => refusal.message.startsWith(`${key} in ${source} `));
  const message = found ? refusal.message.replace(found[0], found[1]) : refusal.message;
  return refuse({ ...refusal, message });
}
