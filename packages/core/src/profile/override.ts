// Providers change monthly, so every figure of a profile can be overridden by configuration. The result is parsed as a
// whole: a misspelt or impossible figure is refused by name, never merged in silence.
import { checkOptions } from '../options.ts';
import { profileRule } from './rules.ts';
import { audioTypes, imageTypes, readMediaType } from '../media-type.ts';
import { accept, refuse, type Outcome } from '../outcome.ts';
import { isRecord, readPositive, readText, readWord } from '../parse/read.ts';
import type { PatchGrid } from './shape.ts';
import { parseTokenFormula } from './formula-parser.ts';
import type { ImageRules, ModelProfile, Placement, ToolPlacement } from './profile.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A profile with some of its facts replaced, or a refusal that names the wrong one.
 *
 * @example overrideProfile(resolveProfile(name), { image: { maxBytes: 5_000_000 } })
 */
export function overrideProfile(base: ModelProfile, change: unknown): Outcome<ModelProfile> {
  checkOptions('overrideProfile', { base }, { base: profileRule });
  if (!isRecord(change)) return invalid('An override is an object.');
  const stray = Object.keys(change).find((key) => !topKeys.has(key));
  if (stray) return invalid(`\`${stray}\` is not a field of a profile.`);
  const imageChange = change['image'] ?? {};
  if (!isRecord(imageChange)) return invalid('`image` is an object.');
  const strayRule = Object.keys(imageChange).find((key) => !imageKeys.has(key));
  if (strayRule) return invalid(`\`image.${strayRule}\` is not a field of a profile.`);

  const image = readImageRules({ ...base.image, ...imageChange });
  if (typeof image === 'string') return invalid(`\`image.${image}\` has no valid value.`);
  const audio = readTypes(change['audioTypes'] ?? base.audioTypes, (type) =>
    readWord(audioTypes, type),
  );
  const file = readTypes(change['fileTypes'] ?? base.fileTypes, readMediaType);
  const request = readRequest({ ...base.request, ...readFields(change['request']) });
  const toolResult = readPlacements({ ...base.toolResult, ...readFields(change['toolResult']) });
  const history = readWord(['append-only', 'rewritable'], change['history'] ?? base.history);
  const id = readText(change['id'] ?? base.id);
  if (!audio) return invalid('`audioTypes` is a list of audio types.');
  if (!file) return invalid('`fileTypes` is a list of media types.');
  if (!request) return invalid('`request` has positive `maxImages` and `maxBytes`.');
  if (!toolResult) return invalid(`\`toolResult\` fields are one of ${placements.join(', ')}.`);
  if (!history || !id) return invalid('`history` is append-only or rewritable.');
  return accept({ id, image, audioTypes: audio, fileTypes: file, request, toolResult, history });
}

const topKeys: ReadonlySet<string> = new Set([
  'id',
  'image',
  'audioTypes',
  'fileTypes',
  'request',
  'toolResult',
  'history',
]);
const imageKeys: ReadonlySet<string> = new Set([
  'types',
  'maxBytes',
  'bytesCountedAs',
  'maxEdgePx',
  'manyImages',
  'usefulEdgePx',
  'usefulShortEdgePx',
  'usefulPatches',
  'tokens',
]);

/** The rules, or the name of the first field that is wrong. */
function readImageRules(value: Fields): ImageRules | string {
  const types = readTypes(value['types'], (type) => readWord(imageTypes, type));
  if (!types) return 'types';
  const maxBytes = readPositive(value['maxBytes']);
  if (maxBytes === undefined) return 'maxBytes';
  const bytesCountedAs = readWord(['raw', 'base64'], value['bytesCountedAs']);
  if (!bytesCountedAs) return 'bytesCountedAs';
  const maxEdgePx = readPositive(value['maxEdgePx']);
  if (maxEdgePx === undefined) return 'maxEdgePx';
  const usefulEdgePx = readPositive(value['usefulEdgePx']);
  if (usefulEdgePx === undefined) return 'usefulEdgePx';
  const short = value['usefulShortEdgePx'] ?? undefined;
  const usefulShortEdgePx = readPositive(short);
  if (short !== undefined && usefulShortEdgePx === undefined) return 'usefulShortEdgePx';
  const manyImages = readOptional(value['manyImages'], readManyImages);
  if (manyImages === 'wrong') return 'manyImages';
  const usefulPatches = readOptional(value['usefulPatches'], readPatches);
  if (usefulPatches === 'wrong') return 'usefulPatches';
  const tokens = parseTokenFormula(value['tokens']);
  if (!tokens) return 'tokens';
  return {
    types,
    maxBytes,
    bytesCountedAs,
    maxEdgePx,
    usefulEdgePx,
    tokens,
    ...(usefulShortEdgePx !== undefined && { usefulShortEdgePx }),
    ...(manyImages && { manyImages }),
    ...(usefulPatches && { usefulPatches }),
  };
}

/** `null` in configuration takes an optional rule away. */
function readOptional<T>(
  value: unknown,
  read: (fields: Fields) => T | undefined,
): T | undefined | 'wrong' {
  if (value === undefined || value === null) return undefined;
  return (isRecord(value) ? read(value) : undefined) ?? 'wrong';
}

function readManyImages(value: Fields): ImageRules['manyImages'] {
  const above = readPositive(value['above']);
  const maxEdgePx = readPositive(value['maxEdgePx']);
  return above === undefined || maxEdgePx === undefined ? undefined : { above, maxEdgePx };
}

function readPatches(value: Fields): PatchGrid | undefined {
  const sizePx = readPositive(value['sizePx']);
  const max = readPositive(value['max']);
  return sizePx === undefined || max === undefined ? undefined : { sizePx, max };
}

function readRequest(value: Fields): ModelProfile['request'] | undefined {
  const maxImages = readPositive(value['maxImages']);
  const maxBytes = readPositive(value['maxBytes']);
  return maxImages === undefined || maxBytes === undefined ? undefined : { maxImages, maxBytes };
}

const placements: readonly Placement[] = ['native', 'hoist', 'hoist-after-bridge', 'words'];

function readPlacements(value: Fields): ToolPlacement | undefined {
  const image = readWord(placements, value['image']);
  const audio = readWord(placements, value['audio']);
  const file = readWord(placements, value['file']);
  const imageWhenFailed = readWord(placements, value['imageWhenFailed']);
  if (!image || !audio || !file || !imageWhenFailed) return undefined;
  return { image, audio, file, imageWhenFailed };
}

function readTypes<T>(
  value: unknown,
  read: (type: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const types = value.map(read).filter((type) => type !== undefined);
  return types.length === value.length ? types : undefined;
}

function readFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function invalid(hint: string) {
  return refuse({
    refused: 'invalid-input',
    message: 'This profile override cannot be used.',
    hint,
  });
}
