// What servers on this machine say about their models, in each of their ways; whatever else they say is no capability.
import { describe, expect, test } from 'vitest';
import { maxAskedModels } from '../src/limits.ts';
import { readServer } from '../src/models/server-metadata.ts';

const answers = (by: Readonly<Record<string, unknown>>) => (path: string) =>
  path in by ? Promise.resolve(by[path]) : Promise.reject(new Error('404'));
const listed = (row: object) => readServer('vllm', answers({ '/v1/models': { data: [row] } }));

describe('a list of models as routers tell it', () => {
  test.each([
    [
      'what goes in and comes out',
      ['text', 'image', 'audio'],
      ['text'],
      ['vision-input', 'audio-input'],
    ],
    ['what it makes', ['text'], ['audio', 'image'], ['audio-output', 'image-output']],
    ['words alone', ['text'], ['text'], []],
    ['only what comes out', undefined, ['image'], ['image-output']],
    ['an input that is no list', 'image', ['text'], []],
  ])('that says %s', async (_, input, output, capabilities) => {
    const architecture = {
      ...(input !== undefined && { input_modalities: input }),
      output_modalities: output,
    };
    expect(await listed({ id: 'm', architecture })).toEqual([{ id: 'm', capabilities }]);
  });

  test.each([
    ['nothing'],
    [{ input_modalities: ['image'] }],
    [{ input_modalities: ['image'], output_modalities: 'text' }],
  ])('that does not say what comes out (%j) says nothing', async (architecture) => {
    expect(await listed({ id: 'm', architecture })).toEqual([{ id: 'm' }]);
  });
});

test('known words of a server are capabilities, each once, and others are none', async () => {
  const capabilities = ['vision', 'multimodal', 'thinking', 'image', 'speech', 'flight', 7];
  expect(await listed({ id: 'm', capabilities })).toEqual([
    { id: 'm', capabilities: ['vision-input', 'reasoning', 'image-output', 'audio-output'] },
  ]);
  expect(await listed({ id: 'm', capabilities: 'vision' })).toEqual([{ id: 'm' }]);
});

test('a name has between 1 and 256 characters, and so many models are taken', async () => {
  const named = async (...ids: readonly unknown[]) => {
    const data = ids.map((id) => ({ id }));
    return (await readServer('vllm', answers({ '/v1/models': { data } }))).map(({ id }) => id);
  };
  const longest = 'x'.repeat(256);
  expect(await named('', longest, `${longest}x`, 7, 'm')).toEqual([longest, 'm']);
  const many = Array.from({ length: maxAskedModels + 1 }, (_, index) => `m${index}`);
  expect(await named(...many)).toEqual(many.slice(0, maxAskedModels));
});

test('a server whose own way is silent is asked in the common one', async () => {
  const common = { '/v1/models': { data: [{ id: 'm' }] } };
  expect(await readServer('lmstudio', answers(common))).toEqual([{ id: 'm' }]);
  expect(await readServer('llamacpp', answers(common))).toEqual([{ id: 'm' }]);
  const deaf = { ...common, '/props': { modalities: { vision: true, audio: 'yes' } } };
  expect(await readServer('llamacpp', answers(deaf))).toEqual([
    { id: 'm', capabilities: ['vision-input'] },
  ]);
  const unsure = { '/api/v0/models': { data: [{ id: 'm', type: 'tts' }] } };
  expect(await readServer('lmstudio', answers(unsure))).toEqual([{ id: 'm' }]);
});

test('a model that its server does not show is still there', async () => {
  const tags = { '/api/tags': { models: [{ name: 'm' }] } };
  expect(await readServer('ollama', answers(tags))).toEqual([{ id: 'm' }]);
  expect(await readServer('ollama', answers({ ...tags, '/api/show': {} }))).toEqual([{ id: 'm' }]);
});
