// For clients: an agent's `imageCapability`, wherever it stands. Agents in the wild write it in five places and mean two
// units by `maxBytes`; the reader gives one shape, and nothing where nothing was said.
import { inside, isRecord, readPositive } from '@percept/core/internal';

export interface ReadCapability {
  /** Raw bytes, whatever the agent counts in. */
  readonly maxBytes?: number;
  readonly maxDimension?: number;
  readonly maxDurationMs?: number;
  readonly downsampleTargetBytes?: number;
  readonly autoHandlesOversized: boolean;
  readonly autoHandlesWrongModel: boolean;
  readonly maxImagesPerTurn?: number;
  readonly maxTotalBytes?: number;
  readonly mimeTypes?: readonly string[];
}

type Name = 'imageCapability' | 'audioCapability';

/**
 * What an ACP agent says that it takes of pictures; undefined where it says nothing.
 *
 * @example const capability = readImageCapability(await agent.request('initialize', { protocolVersion: 1 }));
 */
export function readImageCapability(response: unknown): ReadCapability | undefined {
  return read(response, 'imageCapability');
}

/**
 * What an ACP agent says that it takes of sound; undefined where it says nothing.
 *
 * @example const sound = readAudioCapability(initializeResponse);
 */
export function readAudioCapability(response: unknown): ReadCapability | undefined {
  return read(response, 'audioCapability');
}

/** The most specific place first. */
function places(response: unknown, name: Name): readonly unknown[] {
  const prompt = name === 'imageCapability' ? 'image' : 'audio';
  return [
    inside(response, 'capabilities', 'session', 'prompt', prompt, '_meta', name),
    inside(response, 'agentCapabilities', 'promptCapabilities', '_meta', name),
    inside(response, 'agentCapabilities', '_meta', name),
    inside(response, 'capabilities', '_meta', name),
    inside(response, '_meta', name),
    inside(response, '_meta', 'sudocode', name),
  ];
}

function read(response: unknown, name: Name): ReadCapability | undefined {
  const found = places(response, name).find(isRecord);
  if (!isRecord(found)) return undefined;
  const maxBytes = readPositive(found['maxBytes']);
  const types: readonly unknown[] | undefined = Array.isArray(found['mimeTypes'])
    ? found['mimeTypes']
    : undefined;
  return {
    ...(maxBytes !== undefined && { maxBytes: countsBase64(found) ? raw(maxBytes) : maxBytes }),
    ...numbers(found),
    autoHandlesOversized: found['autoHandlesOversized'] === true,
    autoHandlesWrongModel: found['autoHandlesWrongModel'] === true,
    ...(types && { mimeTypes: types.filter((type) => typeof type === 'string') }),
  };
}

function numbers(found: Readonly<Record<string, unknown>>): Partial<ReadCapability> {
  const names = [
    'maxDimension',
    'maxDurationMs',
    'downsampleTargetBytes',
    'maxImagesPerTurn',
    'maxTotalBytes',
  ] as const;
  const read = names.map((name) => [name, readPositive(found[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** One peer counts letters of base64: it sends a cap per turn and no flag about size, and no unit. */
function countsBase64(found: Readonly<Record<string, unknown>>): boolean {
  if (found['maxBytesUnit'] !== undefined) return found['maxBytesUnit'] === 'base64';
  return found['maxImagesPerTurn'] !== undefined && found['autoHandlesOversized'] === undefined;
}

function raw(letters: number): number {
  return Math.floor(letters / 4) * 3;
}
