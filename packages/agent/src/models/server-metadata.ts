// What a server on this machine says about its models. Every answer is a stranger's: bounded, parsed, and worth no more
// than a hint about capabilities.
import { inside, isRecord, readList, readText } from '@percept/core/internal';
import type { LocalServer } from '../config/index.ts';
import { maxAskedModels } from '../limits.ts';

export interface ServedModel {
  readonly id: string;
  /** Undefined where the server does not say. */
  readonly capabilities?: readonly string[];
}

/** One request to the server: a path from its root, and a body where it is a POST. */
export type Ask = (path: string, body?: object) => Promise<unknown>;

export async function readServer(server: LocalServer, ask: Ask): Promise<readonly ServedModel[]> {
  switch (server) {
    case 'ollama':
      return readOllama(ask);
    case 'lmstudio':
      return readLmStudio(ask);
    case 'llamacpp':
      return readLlamaCpp(ask);
    case 'vllm':
      return readOpenAI(await ask('/v1/models'));
  }
}

async function readOllama(ask: Ask): Promise<readonly ServedModel[]> {
  const names = rows(await ask('/api/tags'), 'models').flatMap((row) => textOf(row, 'name'));
  return Promise.all(
    names.map(async (id) => {
      const shown = await ask('/api/show', { model: id }).catch(() => undefined);
      return { id, ...fromWords(inside(shown, 'capabilities')) };
    }),
  );
}

/** Its own API tells kinds; the OpenAI route only names. */
async function readLmStudio(ask: Ask): Promise<readonly ServedModel[]> {
  const own = await ask('/api/v0/models').catch(() => undefined);
  const models = rows(own, 'data').flatMap((row) => {
    const kind = row['type'];
    if (kind === 'embeddings') return [];
    const capabilities = kind === 'vlm' ? ['vision-input'] : kind === 'llm' ? [] : undefined;
    return textOf(row, 'id').map((id) => ({ id, ...(capabilities && { capabilities }) }));
  });
  return models.length > 0 ? models : readOpenAI(await ask('/v1/models'));
}

async function readLlamaCpp(ask: Ask): Promise<readonly ServedModel[]> {
  const models = readOpenAI(await ask('/v1/models'));
  const props = await ask('/props').catch(() => undefined);
  const modalities = inside(props, 'modalities');
  if (!isRecord(modalities)) return models;
  const capabilities = [
    ...(modalities['vision'] === true ? ['vision-input'] : []),
    ...(modalities['audio'] === true ? ['audio-input'] : []),
  ];
  return models.map(({ id }) => ({ id, capabilities }));
}

function readOpenAI(value: unknown): readonly ServedModel[] {
  return rows(value, 'data').flatMap((row) =>
    textOf(row, 'id').map((id) => ({
      id,
      ...fromWords(row['capabilities']),
      ...fromModalities(row['architecture']),
    })),
  );
}

/** As routers to many providers tell it: what goes in, and what comes out. */
function fromModalities(value: unknown): Partial<Pick<ServedModel, 'capabilities'>> {
  if (!Array.isArray(inside(value, 'output_modalities'))) return {};
  const given = readList(inside(value, 'input_modalities'));
  const made = readList(inside(value, 'output_modalities'));
  return {
    capabilities: [
      ...(given.includes('image') ? ['vision-input'] : []),
      ...(given.includes('audio') ? ['audio-input'] : []),
      ...(made.includes('audio') ? ['audio-output'] : []),
      ...(made.includes('image') ? ['image-output'] : []),
    ],
  };
}

function rows(value: unknown, key: string): readonly Readonly<Record<string, unknown>>[] {
  return readList(inside(value, key)).filter(isRecord).slice(0, maxAskedModels);
}

function textOf(row: Readonly<Record<string, unknown>>, key: string): readonly string[] {
  const text = readText(row[key]);
  return text !== undefined && text !== '' && text.length <= 256 ? [text] : [];
}

const words: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['vision', ['vision-input']],
  ['multimodal', ['vision-input']],
  ['audio', ['audio-input']],
  ['tools', ['function-calling']],
  ['thinking', ['reasoning']],
  ['image', ['image-output']],
  ['speech', ['audio-output']],
]);

function fromWords(value: unknown): Partial<Pick<ServedModel, 'capabilities'>> {
  if (!Array.isArray(value)) return {};
  const told = readList(value).flatMap((word) => words.get(word) ?? []);
  return { capabilities: [...new Set(told)] };
}
